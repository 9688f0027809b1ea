// SPDX-License-Identifier: MIT
// Changes between steps and questions: each function of a world, by what it does.

import assert from 'node:assert/strict';
import test from 'node:test';

import { ball, run, sample, tumble } from './support.mjs';

const { Debug, createWorld, load } = tumble;
const near = (a, b, tolerance = 1e-4) => assert.ok(Math.abs(a - b) <= tolerance, `${a}, not ${b}`);
const allNear = (a, b, tolerance) => b.forEach((x, i) => near(a[i], x, tolerance));

async function empty(options = {}) {
  return createWorld({ gravity: [0, 0, 0], ...options });
}

function addBox(world, def = {}, size = [1, 1, 1]) {
  const body = world.addBody(def);
  world.addCollider(body, { shape: { box: { size } } });
  return body;
}

test('a body has the numbers it was added with', async () => {
  const world = await empty();
  const body = world.addBody({
    kind: 'dynamic', pose: { position: [1, 2, 3], rotation: [0, 1, 0, 0] }, linearVelocity: [4, 5, 6],
    angularVelocity: [0, 1, 0], gravityFactor: 0.5, linearDamping: 0.1, angularDamping: 0.2, node: 7,
    mass: { mass: 3, center: [0, 0, 0], inertia: [1, 2, 3], orientation: [0, 0, 0, 1] },
  });
  assert.deepEqual(world.pose(body), { position: [1, 2, 3], rotation: [0, 1, 0, 0] });
  assert.deepEqual(world.linearVelocity(body), [4, 5, 6]);
  assert.deepEqual(world.angularVelocity(body), [0, 1, 0]);
  assert.deepEqual(world.centerOfMass(body), [1, 2, 3]);
  near(world.mass(body).mass, 3);
  allNear(world.mass(body).inertia, [1, 2, 3]);
  assert.equal(world.gravityFactor(body), 0.5);
  assert.equal(world.kind(body), 'dynamic');
  assert.equal(world.node(body), 7);
  assert.equal(world.isAwake(body), true);
  assert.equal(world.isEnabled(body), true);
  world.free();
});

test('a world has the number that it was given, within 12 bits', async () => {
  const file = sample('bounce.gltf');
  const [one, other] = [await load(file, { number: 4095 }), await load(file, { number: 4095 })];
  assert.equal(one.number, 4095);
  assert.equal(one.bodyAt(2), other.bodyAt(2));
  for (const number of [0, 4096, 1.5, NaN]) {
    await assert.rejects(load(file, { number }), (error) => error.status === 'argument');
    await assert.rejects(createWorld({ number }), (error) => error.status === 'argument');
  }
  one.free();
  other.free();
});

test('ids of what is gone, of another kind or of another world name nothing', async () => {
  const world = await empty();
  const other = await empty();
  const body = addBox(world);
  const [collider] = world.colliders(body);
  assert.notEqual(body, collider);
  assert.equal(world.bodyOf(collider), body);
  assert.equal(other.exists(body), false);
  assert.equal(other.remove(body), false);
  assert.equal(world.wake(collider), false);
  assert.equal(world.remove(body), true);
  assert.equal(world.exists(body), false);
  assert.equal(world.exists(collider), false);
  assert.equal(world.remove(body), false, 'removing twice is no error');
  const again = addBox(world);
  assert.notEqual(again, body);
  assert.equal(world.indexOf(again), 0, 'the place is used again');
  assert.equal(world.indexOf(body), -1);
  for (const id of [0, -1, NaN, 1e300, 2 ** 53, 12345.5]) assert.equal(world.exists(id), false);
  assert.throws(() => world.addCollider(12345, { shape: { sphere: { radius: 1 } } }), { status: 'argument' });
  world.free();
  other.free();
});

test('impulses change velocities by their share of mass and inertia', async () => {
  const world = await empty();
  const body = world.addBody({ mass: { mass: 2, inertia: [4, 4, 4] } });
  assert.equal(world.applyImpulse(body, [2, 0, 0], [0, 4, 0]), true);
  allNear(world.linearVelocity(body), [1, 0, 0]);
  allNear(world.angularVelocity(body), [0, 1, 0]);
  // At (0, 1, 0) an impulse along x also turns by -1 N m s about z.
  assert.equal(world.applyPointImpulse(body, [2, 0, 0], [0, 1, 0]), true);
  allNear(world.linearVelocity(body), [2, 0, 0]);
  allNear(world.angularVelocity(body), [0, 1, -0.5]);
  assert.equal(world.setLinearVelocity(body, [0, 0, 0]), true);
  assert.equal(world.setAngularVelocity(body, [0, 0, 0]), true);
  assert.equal(world.addForce(body, [120, 0, 0]), true);
  assert.equal(world.addTorque(body, [0, 240, 0]), true);
  world.step(1 / 60);
  allNear(world.linearVelocity(body), [1, 0, 0], 1e-3);
  allNear(world.angularVelocity(body), [0, 1, 0], 1e-3);
  world.step(1 / 60);
  allNear(world.linearVelocity(body), [1, 0, 0], 1e-3);
  assert.equal(world.addForce(body, [120, 0, 0], [0, 1, 0]), true);
  assert.equal(world.applyImpulse(body, [NaN, 0, 0]), false, 'no finite number');
  world.free();
});

test('kinematic bodies come to where they are moved', async () => {
  const world = await empty();
  const body = addBox(world, { kind: 'kinematic' });
  assert.equal(world.moveTo(body, { position: [0, 0, 0.1] }, 1 / 60), true);
  world.step(1 / 60);
  allNear(world.pose(body).position, [0, 0, 0.1], 1e-6);
  assert.equal(world.setKind(body, 'dynamic'), true);
  assert.equal(world.kind(body), 'dynamic');
  assert.equal(world.moveTo(body, { position: [0, 0, 1] }, 1 / 60), false, 'of another kind');
  assert.throws(() => world.setKind(body, 'soft'), { status: 'argument' });
  world.free();
});

test('a body sleeps and wakes, and is out of the world while it is disabled', async () => {
  const world = await empty();
  const body = addBox(world);
  assert.equal(world.sleep(body), true);
  assert.equal(world.isAwake(body), false);
  assert.equal(world.poses.awake[0], 0);
  assert.equal(world.wake(body), true);
  assert.equal(world.poses.awake[0], 1);
  assert.equal(world.setEnabled(body, false), true);
  assert.equal(world.isEnabled(body), false);
  assert.equal(world.setEnabled(world.colliders(body)[0], false), true);
  assert.equal(world.isEnabled(world.colliders(body)[0]), false);
  assert.equal(world.setGravityFactor(body, 2), true);
  assert.equal(world.gravityFactor(body), 2);
  assert.equal(world.setDamping(body, 1, 1), true);
  assert.equal(world.setDamping(body, -1, 0), false);
  world.free();
});

test('the mass of a body is that of its colliders at a density', async () => {
  const world = await empty();
  const body = addBox(world, {}, [1, 2, 3]);
  assert.equal(world.setDensity(body, 500), true);
  near(world.mass(body).mass, 3000, 0.01);
  // m (b^2 + c^2) / 12 about each axis.
  allNear(world.mass(body).inertia, [3250, 2500, 1250], 0.01);
  assert.equal(world.setMass(body, { mass: 10, inertia: [1, 1, 1] }), true);
  near(world.mass(body).mass, 10);
  assert.equal(world.mass(0), null);
  world.free();
});

test('colliders of each shape are met where their surface is', async () => {
  const corners = [-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1];
  const shapes = [
    [{ sphere: { radius: 2 } }, 2],
    [{ box: { size: [2, 3, 2] } }, 1.5],
    [{ capsule: { height: 2, radius: 0.5 } }, 1.5],
    [{ cylinder: { height: 2, radiusBottom: 1, radiusTop: 0.5 } }, 1],
    [{ hull: { points: corners } }, 1],
    [{ plane: {} }, 0],
    [{ mesh: { points: [-1, 0.25, -1, 1, 0.25, -1, 0, 0.25, 1], triangles: [0, 2, 1] } }, 0.25],
  ];
  for (const [shape, height] of shapes) {
    const world = await empty();
    const collider = world.addCollider(null, { shape });
    const hit = world.rayCast([0, 10, 0], [0, -10, 0]);
    near(hit.point[1], height, 1e-4);
    near(hit.fraction, (10 - height) / 20, 1e-5);
    near(hit.distance, 10 - height, 1e-4);
    allNear(hit.normal, [0, 1, 0]);
    assert.equal(hit.collider, collider);
    assert.equal(hit.body, 0);
    world.free();
  }
  const world = await empty();
  assert.throws(() => world.addCollider(null, { shape: { torus: {} } }), { status: 'argument' });
  assert.throws(() => world.addCollider(null, { shape: { sphere: { radius: -1 } } }), { status: 'argument' });
  world.free();
});

test('a material decides how far a box slides', async () => {
  const world = await empty();
  const body = addBox(world);
  const [collider] = world.colliders(body);
  assert.equal(world.material(collider).staticFriction.toFixed(3), '0.600');
  assert.equal(world.setMaterial(collider, { dynamicFriction: 0.25, frictionCombine: 'minimum' }), true);
  const material = world.material(collider);
  assert.equal(material.dynamicFriction, 0.25);
  assert.equal(material.frictionCombine, 'minimum');
  assert.equal(world.setMaterial(collider, { restitution: 2 }), false);
  assert.equal(world.material(0), null);
  world.free();
});

test('rays see what their filter lets them see', async () => {
  const world = await empty();
  const near1 = addBox(world, { pose: { position: [0, 0, 0] } });
  const far = addBox(world, { pose: { position: [5, 0, 0] } });
  const from = [-5, 0, 0];
  const to = [15, 0, 0];
  assert.equal(world.rayCast(from, to).body, near1);
  assert.equal(world.rayCast(from, to, { ignore: near1 }).body, far);
  assert.equal(world.rayCast(from, to, { ignore: [near1, far] }), null);
  assert.equal(world.rayCast(from, to, { colliders: false, triggers: true }), null);
  assert.throws(() => world.rayCast(from, from), { status: 'argument' });
  const rays = world.rayCasts([...from, ...to, 0, 9, 0, 1, 9, 0, 5, 9, 0, 5, -9, 0]);
  assert.equal(rays.count, 3);
  near(rays.fractions[0], 4.5 / 20, 1e-5);
  near(rays.distances[0], 4.5);
  assert.ok(Number.isNaN(rays.fractions[1]));
  assert.deepEqual([...rays.bodies], [near1, 0, far]);
  assert.equal(rays.colliders[2], world.colliders(far)[0]);
  allNear(rays.points.subarray(6), [5, 0.5, 0]);
  allNear(rays.normals.subarray(6), [0, 1, 0]);
  world.free();
});

test('rays meet triggers where they are asked to', async () => {
  const world = await load(sample('triggers.gltf'));
  // Through the trigger "All" at x = -2.5, above everything solid.
  const [from, to] = [[-2.5, 0.6, 9], [-2.5, 0.6, -9]];
  const hit = world.rayCast(from, to, { triggers: true });
  assert.equal(hit.isTrigger, true);
  assert.equal(hit.node, 2);
  assert.equal(hit.collider, 0);
  assert.equal(world.rayCast(from, to), null);
  world.free();
});

test('points in one plane or on one line are a hull like others', async () => {
  const world = await empty();
  for (const points of [[0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1], [0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 0, 0]]) {
    const collider = world.addCollider(null, { shape: { hull: { points } } });
    assert.equal(world.exists(collider), true);
  }
  near(world.rayCast([0.5, 5, 0.25], [0.5, -5, 0.25]).point[1], 0, 1e-3);
  world.free();
});

test('shapes are cast, overlaps and nearest points are found', async () => {
  const world = await empty();
  const body = addBox(world);
  const hit = world.shapeCast({ sphere: { radius: 0.5 } }, { position: [-5, 0, 0] }, [5, 0, 0]);
  assert.equal(hit.body, body);
  near(hit.distance, 4, 1e-3);
  const overlaps = world.overlap({ box: { size: [1, 1, 1] } }, { position: [0.75, 0, 0] });
  assert.equal(overlaps.length, 1);
  assert.equal(overlaps[0].body, body);
  near(overlaps[0].distance, -0.25, 1e-3);
  assert.deepEqual(world.overlap({ sphere: { radius: 0.1 } }, { position: [9, 0, 0] }), []);
  const nearest = world.nearest([2, 0, 0], 10);
  near(nearest.distance, 1.5);
  allNear(nearest.point, [0.5, 0, 0]);
  assert.equal(world.nearest([20, 0, 0], 1), null);
  world.free();
});

test('joints hold, limits and drives are read and set', async () => {
  const world = await empty();
  const body = addBox(world, { mass: { mass: 1, inertia: [1, 1, 1] } });
  const joint = world.addJoint({
    a: null, b: body,
    limits: [
      { space: 'linear', axes: [0, 1, 2], min: 0, max: 0 },
      { space: 'angular', axes: [0, 1], min: 0, max: 0 },
    ],
    drives: [{ space: 'angular', axis: 2, mode: 'acceleration', stiffness: 100, damping: 20, positionTarget: 0.5 }],
  });
  assert.deepEqual(world.joints(), [joint]);
  assert.deepEqual(world.joints(body), [joint]);
  assert.deepEqual(world.jointBodies(joint), { a: 0, b: body });
  assert.deepEqual(world.limits(joint)[1], {
    space: 'angular', axes: [0, 1], min: 0, max: 0, stiffness: Infinity, damping: 0,
  });
  assert.equal(world.drives(joint)[0].positionTarget, 0.5);
  assert.equal(world.drives(joint)[0].mode, 'acceleration');
  run(world, 180);
  near(world.jointPosition(joint, 'angular', [2]), 0.5, 1e-2);
  assert.equal(world.setPositionTarget(joint, 0, -0.25), true);
  run(world, 180);
  near(world.jointPosition(joint, 'angular', [2]), -0.25, 1e-2);
  assert.equal(world.setDrive(joint, 0, { stiffness: 0 }), true);
  assert.equal(world.setVelocityTarget(joint, 0, 1), true);
  run(world, 180);
  near(world.angularVelocity(body)[2], 1, 1e-2);
  assert.equal(world.setLimit(joint, 1, { max: 1 }), true);
  assert.equal(world.limits(joint)[1].max, 1);
  assert.equal(world.setLimit(joint, 9, { max: 1 }), false);
  assert.equal(world.setPositionTarget(joint, 9, 1), false);
  assert.equal(world.setJointFrame(joint, 'a', { position: [0, 1, 0] }), true);
  run(world, 120);
  near(world.pose(body).position[1], 1, 1e-2);
  assert.equal(world.setEnabled(joint, false), true);
  assert.equal(world.isEnabled(joint), false);
  assert.equal(world.remove(joint), true);
  assert.deepEqual(world.joints(), []);
  world.free();
});

test('a grabbed body comes to where it is pulled, and goes on when it is released', async () => {
  const world = await load(ball({ height: 0.5 }));
  const body = world.bodyOfNode(0);
  const grab = world.grab(body, [0, 0.5, 0]);
  assert.equal(world.exists(grab.joint), true);
  assert.equal(grab.move([1, 3, 0]), true);
  run(world, 180);
  const [x, y] = world.pose(body).position;
  near(x, 1, 1e-3);
  // The spring of 4000 N/m a kilogram gives way by g / 4000.
  near(y, 3 - 9.81 / 4000, 1e-3);
  assert.equal(grab.release(), true);
  assert.equal(grab.release(), false);
  run(world, 30);
  assert.ok(world.pose(body).position[1] < 2.2);
  world.free();
});

test('nodes have names and bodies', async () => {
  const world = await load(ball());
  assert.equal(world.nodeName(0), 'Ball');
  assert.equal(world.nodeName(99), '');
  assert.equal(world.bodyOfNode(1), 0);
  assert.equal(world.node(world.colliders()[0]), 1);
  world.free();
});

test('debug lines are pairs of points with colours', async () => {
  const world = await load(ball({ height: 0.5 }));
  run(world, 5);
  const { count, positions, colors, points } = world.debug(Debug.shapes | Debug.contacts);
  assert.ok(count > 20);
  assert.equal(positions.length, 6 * count);
  assert.equal(colors.length, 8 * count);
  assert.ok(points.count >= 1);
  assert.equal(points.positions.length, 3 * points.count);
  // Contacts are red (0xff3b30ff), at the floor, and carry 2 kg.
  assert.deepEqual([...points.colors.subarray(0, 4)], [0xff, 0x3b, 0x30, 0xff]);
  near(points.positions[1], 0, 1e-2);
  assert.ok(points.values[0] > 0);
  for (const x of positions) assert.ok(Math.abs(x) <= 11, `${x}`);
  const [label] = world.debugLabels(Debug.names);
  assert.equal(label.text, 'Ball');
  near(label.at[1], 0.5, 0.6);
  world.free();
});
