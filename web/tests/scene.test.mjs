// SPDX-License-Identifier: MIT
// tumble/scene: any dialect becomes one object of typed arrays, the same that the native program has.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { noBrowser, openPage } from './browser.mjs';
import { box, file, scenes, sphere } from './engines.mjs';
import { has } from './packages.mjs';
import { fileWithBuffer, native, noProgram, packageFolder, root, sample, tumble } from './support.mjs';

const { BodyKind, Combine, Interpolation, ShapeKind, combine, filtersAdmit, readScene } = scenes;
const near = (a, b, tolerance = 1e-9, what = '') => assert.ok(Math.abs(a - b) <= tolerance, `${what} ${a} is not ${b}`);
const samples = readdirSync(`${root}samples`).filter((name) => name.endsWith('.gltf') || name === 'rounded.g4tf');

test('a body has its pose, mass, velocity and gravity, a collider its shape and material', async () => {
  const scene = await readScene(file({
    shapes: [box(1, 2, 3)],
    materials: [{ staticFriction: 0.7, dynamicFriction: 0.4, restitution: 0.25, frictionCombine: 'maximum' }],
    nodes: [{
      name: 'crate', translation: [1, 2, 3], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      body: {
        motion: { mass: 12, linearVelocity: [0, 5, 0], gravityFactor: 0.5 },
        collider: { geometry: { shape: 0 }, physicsMaterial: 0 },
      },
    }],
  }), { name: 'crate.gltf' });
  assert.deepEqual(scene.dialects, ['khr']);
  assert.deepEqual(scene.gravity, [0, -9.81, 0]);
  const { bodies, colliders, shapes, materials, nodes } = scene;
  assert.equal(bodies.count, 1);
  assert.equal(bodies.kind[0], BodyKind.dynamic);
  assert.deepEqual([...bodies.position], [1, 2, 3]);
  near(bodies.rotation[2], Math.SQRT1_2, 1e-7);
  assert.equal(bodies.mass[0], 12);
  // A box: m (y^2 + z^2) / 12 and so on.
  [13, 10, 5].forEach((moment, axis) => near([...bodies.inertia].sort((a, b) => b - a)[axis], moment, 1e-9));
  assert.equal(bodies.gravityFactor[0], 0.5);
  // Velocities of KHR are those of the node, and the scene's those of the world.
  near(bodies.linearVelocity[0], -5, 1e-6);
  assert.equal(colliders.body[0], 0);
  assert.equal(shapes.kind[colliders.shape[0]], ShapeKind.box);
  assert.deepEqual([...shapes.size.subarray(0, 3)], [1, 2, 3]);
  assert.equal(materials.dynamicFriction[0], 0.4);
  assert.equal(materials.frictionCombine[0], Combine.maximum);
  // A mode that is not given leaves the choice to the other side.
  assert.equal(materials.restitutionCombine[0], Combine.none);
  assert.deepEqual(nodes.names, ['crate']);
  assert.equal(bodies.pointers[0], '/nodes/0/extensions/KHR_physics_rigid_bodies/motion');
  assert.equal(colliders.pointers[0], '/nodes/0/extensions/KHR_physics_rigid_bodies/collider');
});

test('the same scene comes out of each dialect that the converter writes', async () => {
  const before = await readScene(sample('slope.gltf'));
  for (const to of ['khr-draft', 'msft', 'omi', 'omi-draft', 'gltf21']) {
    const { bytes } = await tumble.convert(sample('slope.gltf'), { to });
    const after = await readScene(bytes);
    assert.equal(after.bodies.count, before.bodies.count, to);
    assert.equal(after.colliders.count, before.colliders.count, to);
    for (let i = 0; i < before.bodies.count; ++i) near(after.bodies.mass[i], before.bodies.mass[i], 1e-4);
    for (let i = 0; i < 3 * before.bodies.count; ++i) near(after.bodies.position[i], before.bodies.position[i], 1e-5);
  }
});

test('bodies of every sample have the numbers of the native program', { skip: noProgram }, async () => {
  for (const name of samples) {
    const { bodies } = await readScene(sample(name));
    const native3 = JSON.parse(native('info', '--json', name)).bodies;
    assert.equal(bodies.count, native3.length, name);
    native3.forEach((body, i) => {
      const row = (column, width) => [...bodies[column].subarray(width * i, width * (i + 1))];
      const scale = Math.max(1, body.mass ?? 1);
      assert.equal(bodies.pointers[i], body.pointer);
      assert.equal(bodies.kind[i], BodyKind[body.kind]);
      near(bodies.mass[i] / body.mass, 1, 1e-12);
      for (const [column, width] of [['inertia', 3], ['centerOfMass', 3], ['position', 3], ['linearVelocity', 3]]) {
        row(column, width).forEach((value, k) => near(value, body[column][k], 1e-6 * scale));
      }
    });
  }
});

test('a hull of random points has the volume of the points, whatever lies inside', async () => {
  // Corners of an octahedron of radius 1 (volume 4/3), and 500 points within it.
  let state = 7;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const points = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  for (let i = 0; i < 500; ++i) {
    const [a, b, c] = [random(), random(), random()].map((x) => 2 * x - 1);
    const size = Math.abs(a) + Math.abs(b) + Math.abs(c) + random();
    points.push(a / size, b / size, c / size);
  }
  const bytes = new Uint8Array(Float32Array.from(points).buffer);
  const json = JSON.parse(fileWithBuffer('points.bin').text);
  json.buffers[0].byteLength = json.bufferViews[0].byteLength = bytes.length;
  Object.assign(json.accessors[0], { count: points.length / 3, min: [-1, -1, -1], max: [1, 1, 1] });
  delete json.nodes[0].extensions.KHR_physics_rigid_bodies.motion.mass;
  const scene = await readScene(JSON.stringify(json), { resource: () => bytes });
  near(scene.bodies.mass[0] / scene.density, 4 / 3, 1e-6);
  const surface = scene.surfaces[scene.colliders.surface[0]];
  assert.equal(surface.triangles.length / 3, 8);
  assert.equal(surface.points.length / 3, 6);
});

// Points that hulls find hard: many in a plane, on a line, at one place, on a sphere, in a slab.
function* awkwardPoints() {
  let state = 11;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
  const grid = (n) => Array.from({ length: n }, (_, i) => i / (n - 1) - 0.5);
  yield ['a cube of a grid', grid(9).flatMap((x) => grid(9).flatMap((y) => grid(9).flatMap((z) => [x, y, z])))];
  const ball = Array.from({ length: 3000 }, () => [random(), random(), random()])
    .flatMap((p) => p.map((value) => value / Math.hypot(...p)));
  yield ['a ball', ball];
  yield ['a ball of a micrometre', ball.map((value) => value * 1e-6)];
  yield ['a ball of a thousand kilometres', ball.map((value) => value * 1e6)];
  yield ['a ball far away', ball.map((value, i) => value + (i % 3 === 0 ? 1000 : 0))];
  const rings = grid(3).flatMap((y) =>
    Array.from({ length: 64 }, (_, i) => [Math.cos((i * Math.PI) / 32), y, Math.sin((i * Math.PI) / 32)]).flat());
  yield ['rings', rings];
  yield ['each point ten times', Array.from({ length: 10 }, () => rings).flat()];
  yield ['a slab', Array.from({ length: 900 }, (_, i) => random() * [1, 1e-3, 1][i % 3])];
  yield ['a cloud', Array.from({ length: 6000 }, random)];
  yield ['a plane', Array.from({ length: 300 }, (_, i) => (i % 3 === 1 ? 0 : random()))];
  yield ['a line', Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? random() : 0))];
  yield ['a point', [1, 2, 3, 1, 2, 3]];
}

test('hulls of awkward points have the masses of the native program', { skip: noProgram }, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tumble-hulls-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const [name, points] of awkwardPoints()) {
    const bytes = Buffer.from(Float32Array.from(points).buffer);
    const json = JSON.parse(fileWithBuffer(`data:application/octet-stream;base64,${bytes.toString('base64')}`).text);
    json.buffers[0].byteLength = json.bufferViews[0].byteLength = bytes.length;
    Object.assign(json.accessors[0], { count: points.length / 3 });
    delete json.nodes[0].extensions.KHR_physics_rigid_bodies.motion.mass;
    const path = join(folder, 'hull.gltf');
    writeFileSync(path, JSON.stringify(json));
    const [expected] = JSON.parse(native('info', '--json', path)).bodies;
    const { bodies } = await readScene(JSON.stringify(json));
    near(bodies.mass[0] / expected.mass, 1, 1e-12, name);
    expected.inertia.forEach((moment, k) => near(bodies.inertia[k] / moment, 1, 1e-12, name));
  }
});

test('files that a document names are asked for, and those that are missing are findings', async () => {
  const { text, bytes } = fileWithBuffer('cube.bin');
  const scene = await readScene(text, { resource: async () => bytes });
  assert.equal(scene.meshes[0].points.length, 24);
  assert.deepEqual(scene.findings, []);
  const without = await readScene(text, { name: 'cube.gltf' });
  assert.equal(without.findings[0].code, 'IO_ERROR');
  assert.equal(without.findings[0].file, 'cube.gltf');
});

test('four dimensions and files that are none are refused with a reason', async () => {
  await assert.rejects(readScene(sample('slope4.g4tf')), { status: 'unsupported' });
  await assert.rejects(readScene('{'), { status: 'input' });
  await assert.rejects(readScene(7), { status: 'argument' });
});

test('combine modes and filters are those of the specification', async () => {
  assert.equal(combine(Combine.average, 0.2, Combine.multiply, 0.6), 0.4);
  assert.equal(combine(Combine.none, 0.2, Combine.multiply, 0.5), 0.1);
  assert.equal(combine(Combine.maximum, 0.2, Combine.minimum, 0.6), 0.2);
  const scene = await readScene(file({
    shapes: [sphere(1)],
    filters: [
      { collisionSystems: ['a'], collideWithSystems: ['b'] }, { collisionSystems: ['b'] },
      { collisionSystems: ['c'], notCollideWithSystems: ['b'] }, { collisionSystems: ['b', 'd'] },
    ],
    nodes: [0, 1, 2, 3].map((collisionFilter) => ({ body: { collider: { geometry: { shape: 0 }, collisionFilter } } })),
  }));
  const admitted = [0, 1, 2, 3].map((a) => [0, 1, 2, 3].map((b) => (filtersAdmit(scene, a, b) ? 1 : 0)).join(''));
  // A list of those refused needs all systems of the other, a list of those admitted one of them.
  assert.deepEqual(admitted, ['0101', '1101', '0011', '1111']);
  assert.deepEqual(scene.filters.systems, [['a'], ['b'], ['c'], ['b', 'd']]);
});

test('joints have frames, limits and drives, shared ones by range', async () => {
  const scene = await readScene(sample('joints.gltf'));
  const { joints, limits } = scene;
  for (let i = 0; i < joints.count; ++i) {
    assert.ok(joints.limitFirst[i] + joints.limitCount[i] <= limits.count);
    near(Math.hypot(...joints.rotationA.subarray(4 * i, 4 * i + 4)), 1, 1e-9);
  }
  const drives = await readScene(sample('drives.gltf'));
  assert.ok(drives.drives.count > 0 && drives.drives.pointers[0].startsWith('/extensions/'));
});

test('animated properties are tracks with their keys', async () => {
  const scene = await readScene(sample('conveyor.gltf'));
  assert.equal(scene.tracks.length, 4);
  for (const { interpolation, times, values, width } of scene.tracks) {
    // Splines have a tangent before and after each value.
    assert.equal(values.length, times.length * width * (interpolation === Interpolation.cubicSpline ? 3 : 1));
  }
  assert.deepEqual((await readScene(sample('conveyor.gltf'), { tracks: false })).tracks, []);
});

test('hostile files end in findings or an error, never in a fault of the module', async () => {
  const text = readFileSync(`${root}samples/joints.gltf`, 'utf8');
  for (let at = 0; at < text.length; at += Math.ceil(text.length / 60)) {
    const [before, after] = [text.slice(0, at), text.slice(at + 3)];
    for (const broken of [before, `${before}9e99${after}`, before + after]) {
      await readScene(broken).catch((error) => assert.notEqual(error.status, 'dead', broken.slice(at - 20, at + 20)));
    }
  }
});

test('the module of scenes has no motion in it', () => {
  const code = new WebAssembly.Module(readFileSync(`${packageFolder}/src/scene.wasm`));
  const names = WebAssembly.Module.exports(code).map(({ name }) => name);
  assert.ok(names.includes('tum_web_scene_rows'));
  assert.ok(!names.some((name) => name.includes('step')));
});

const noPage = noBrowser || (has('cannon-es') ? false : 'cannon-es is not installed');
test('a page reads the same scene, and runs it in an engine', { skip: noPage }, async () => {
  const { page, errors, close } = await openPage({ '/': packageFolder, '/engines': `${root}web/node_modules` });
  const expected = await readScene(sample('bounce.gltf'));
  const found = await page.evaluate(async (text) => {
    const { readScene: read } = await import('/src/scene/scene.js');
    const { toCannon } = await import('/src/scene/cannon.js');
    const CANNON = await import('/engines/cannon-es/dist/cannon-es.js');
    const scene = await read(text);
    const world = toCannon(scene, CANNON);
    for (let i = 0; i < 30; ++i) world.step();
    const positions = new Float64Array(3 * scene.bodies.count);
    world.readPoses(positions, new Float64Array(4 * scene.bodies.count));
    return { mass: [...scene.bodies.mass], y: positions[1] };
  }, sample('bounce.gltf').toString());
  await close();
  assert.deepEqual(errors, []);
  assert.deepEqual(found.mass, [...expected.bodies.mass]);
  assert.ok(found.y < expected.bodies.position[1] - 0.5, `${found.y}`);
});
