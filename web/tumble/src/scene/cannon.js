// SPDX-License-Identifier: MIT
// cannon.js: a scene in a world of cannon-es (0.20 or newer).

import {
  Losses, add, bodyOf, commonLosses, conjugate, filterBits, materialOf, multiply, pairOf, rotate, solidsByBody,
  solidsOf, subtract, tellStaticFriction,
} from './engine.js';
import { jointsOf, tellStiffDrive } from './joints.js';

const IDENTITY = [0, 0, 0, 1];
const WHOLE = { center: [0, 0, 0], rotation: IDENTITY };
const TURN_TO_Y = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const SIDES = 16;
// [m] Depth and edge of the box in the place of a plane that ends somewhere.
const PLANE_DEPTH = 1;
const PLANE_SIZE = 2000;

/**
 * Makes bodies and constraints of a scene.
 * Bodies of cannon-es stand at their centres of mass, turned into their principal frames: readPoses gives the
 * scene's poses, and `frames` has the pose of each body of the scene in its body of cannon-es.
 * @param CANNON   the module.
 * @param options  world: an existing one; canSleep: false keeps bodies awake.
 */
export function toCannon(scene, CANNON, options = {}) {
  const losses = new Losses(scene);
  commonLosses(scene, losses);
  const world = options.world ?? new CANNON.World({ gravity: new CANNON.Vec3(...scene.gravity) });
  if (!options.world) world.broadphase = new CANNON.SAPBroadphase(world);
  world.allowSleep = options.canSleep !== false;
  const solids = solidsOf(scene, losses);
  tellStaticFriction(scene, losses);
  if (solids.length > 0) {
    losses.changed('ENGINE_FRICTION_LOAD', '', 'friction is bounded by weight, not by the force of a contact');
  }
  const make = {
    scene, CANNON, world, losses, bits: filterBits(scene, solids, 30, losses), faces: new Map(),
    materials: addMaterials(scene, CANNON, world, solids),
  };
  const byBody = solidsByBody(scene, solids);
  const frames = Array.from({ length: scene.bodies.count }, (_, i) => frameOf(bodyOf(scene, i)));
  const bodies = frames.map((frame, i) => addBody(make, bodyOf(scene, i), frame, byBody.get(i) ?? []));
  const statics = (byBody.get(-1) ?? []).map((solid) => addOwn(make, solid));
  addGravityFactors(scene, world, bodies);
  const joints = new Array(scene.joints.count).fill(null);
  for (const joint of jointsOf(scene, losses)) joints[joint.index] = addJoint(make, joint, bodies, frames);
  return {
    world, bodies, statics, joints, frames, losses: losses.findings,
    step: (seconds = 1 / 60) => world.step(seconds),
    readPoses(positions, rotations) {
      bodies.forEach(({ position: p, quaternion: q }, i) => {
        const turn = multiply([q.x, q.y, q.z, q.w], frames[i].rotation);
        positions.set(subtract([p.x, p.y, p.z], rotate(turn, frames[i].center)), 3 * i);
        rotations.set(turn, 4 * i);
      });
    },
    free() {
      joints.filter(Boolean).forEach((joint) => world.removeConstraint(joint));
      [...bodies, ...statics].forEach((body) => world.removeBody(body));
    },
  };
}

// cannon-es has inertia along the axes of a body, about its origin. `rotation` turns the scene's body frame into
// that of cannon-es; `center` is the origin of the latter in the former.
function frameOf(body) {
  if (body.isStatic) return WHOLE;
  return { center: body.center, rotation: conjugate(body.inertiaRotation) };
}

// A material for each that is used, and each pair's coefficients, joined here.
function addMaterials(scene, CANNON, world, solids) {
  const used = [...new Set(solids.map((solid) => solid.material))];
  const made = new Map(used.map((index) => [index, new CANNON.Material(`${index}`)]));
  used.forEach((a, i) => {
    for (const b of used.slice(i)) {
      const pair = pairOf(materialOf(scene, a), materialOf(scene, b));
      world.addContactMaterial(new CANNON.ContactMaterial(made.get(a), made.get(b), {
        friction: pair.dynamicFriction, restitution: pair.restitution,
      }));
    }
  });
  return made;
}

// Shapes. ---------------------------------------------------------------------------------------------

const vectors = (CANNON, points) =>
  Array.from({ length: points.length / 3 }, (_, i) => new CANNON.Vec3(...points.subarray(3 * i, 3 * i + 3)));

// Triangles in one plane become one face: contacts need whole sides.
function facesOf(points, triangles) {
  const at = (i) => points.subarray(3 * i, 3 * i + 3);
  const count = points.length / 3;
  const size = points.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const planes = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(triangles[i + k]));
    const [u, v] = [subtract([...b], a), subtract([...c], a)];
    const across = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...across) || 1;
    const normal = across.map((n) => n / length);
    const offset = normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2];
    const isSame = (plane) => plane.normal.every((n, k) => Math.abs(n - normal[k]) < 1e-4) &&
      Math.abs(plane.offset - offset) < 1e-4 * size;
    let plane = planes.find(isSame);
    if (!plane) planes.push((plane = { normal, offset, edges: new Set() }));
    for (const k of [0, 1, 2]) {
      const [from, to] = [triangles[i + k], triangles[i + ((k + 1) % 3)]];
      // An edge that two triangles of the plane share is no edge of the face.
      if (!plane.edges.delete(to * count + from)) plane.edges.add(from * count + to);
    }
  }
  return planes.map(({ edges }) => {
    const after = new Map(Array.from(edges, (edge) => [Math.floor(edge / count), edge % count]));
    const face = [after.keys().next().value];
    while (face.length < after.size) face.push(after.get(face.at(-1)));
    return face;
  });
}

function polyhedron({ CANNON, faces }, { points, triangles }) {
  if (!faces.has(triangles)) faces.set(triangles, facesOf(points, triangles));
  return new CANNON.ConvexPolyhedron({ vertices: vectors(CANNON, points), faces: faces.get(triangles) });
}

const planeBox = ({ size: [x, z] }) => [x, PLANE_DEPTH, z].map((edge) => Math.min(edge, PLANE_SIZE) / 2);

// The parts of a solid: shape, place and turn.
function partsOf(make, solid) {
  const { CANNON, losses } = make;
  const one = (shape, turn = IDENTITY, position = [0, 0, 0]) => ({ shape, turn, position });
  switch (solid.kind) {
    case 'sphere':
      return [one(new CANNON.Sphere(solid.radius))];
    case 'box':
      return [one(new CANNON.Box(new CANNON.Vec3(...solid.size.map((size) => size / 2))))];
    case 'capsule':
      if (solid.bottom !== solid.top) break;
      losses.changed('ENGINE_SHAPE_PARTS', solid.pointer, 'a capsule became a cylinder and two balls');
      return [
        one(new CANNON.Cylinder(solid.top, solid.bottom, solid.height, SIDES)),
        ...[-1, 1].map((end) => one(new CANNON.Sphere(solid.bottom), undefined, [0, end * solid.height / 2, 0])),
      ];
    case 'cylinder':
      if (solid.bottom === 0 || solid.top === 0) break;
      losses.changed('ENGINE_SHAPE_HULL', solid.pointer, `a cylinder became a prism of ${SIDES} sides`);
      return [one(new CANNON.Cylinder(solid.top, solid.bottom, solid.height, SIDES))];
    case 'plane':
      if (solid.size.every((size) => !Number.isFinite(size))) return [one(new CANNON.Plane(), TURN_TO_Y)];
      losses.changed('ENGINE_PLANE', solid.pointer, `a plane became a box ${PLANE_DEPTH} m deep`);
      return [one(new CANNON.Box(new CANNON.Vec3(...planeBox(solid))), undefined, [0, -PLANE_DEPTH / 2, 0])];
    case 'mesh':
      losses.lost('ENGINE_MESH', solid.pointer, 'triangles meet balls and planes alone');
      return [one(new CANNON.Trimesh(solid.points, solid.triangles))];
    default:
  }
  if (solid.kind !== 'hull') {
    losses.changed('ENGINE_SHAPE_HULL', solid.pointer, `a ${solid.kind} became a polyhedron of points on its surface`);
  }
  if (!solid.triangles?.length) {
    losses.lost('ENGINE_SHAPE_LEFT_OUT', solid.pointer, 'these points have no hull');
    return [];
  }
  return [one(polyhedron(make, solid))];
}

function addSolid(make, body, solid, frame) {
  const { CANNON, bits, materials } = make;
  const { membership, mask } = bits(solid.filter);
  for (const { shape, turn, position } of partsOf(make, solid)) {
    const at = add(solid.position, rotate(solid.rotation, position));
    shape.material = materials.get(solid.material);
    shape.collisionFilterGroup = membership;
    shape.collisionFilterMask = mask;
    shape.collisionResponse = !solid.isTrigger;
    body.addShape(shape, new CANNON.Vec3(...rotate(frame.rotation, subtract(at, frame.center))),
      new CANNON.Quaternion(...multiply(frame.rotation, multiply(solid.rotation, turn))));
    body.collisionFilterGroup |= membership;
    body.collisionFilterMask |= mask;
  }
}

// Bodies. ---------------------------------------------------------------------------------------------

function addOwn(make, solid) {
  const { CANNON, world } = make;
  const body = new CANNON.Body({ mass: 0, type: CANNON.Body.STATIC, collisionFilterGroup: 0, collisionFilterMask: 0 });
  body.position.set(...solid.position);
  body.quaternion.set(...solid.rotation);
  addSolid(make, body, { ...solid, position: [0, 0, 0], rotation: IDENTITY }, WHOLE);
  world.addBody(body);
  return body;
}

function addBody(make, body, frame, solids) {
  const { CANNON, world } = make;
  const { STATIC, KINEMATIC, DYNAMIC } = CANNON.Body;
  const type = body.isDynamic ? DYNAMIC : body.isStatic ? STATIC : KINEMATIC;
  const mass = body.isDynamic && Number.isFinite(body.mass) ? body.mass : 0;
  const made = new CANNON.Body({
    mass, type, collisionFilterGroup: 0, collisionFilterMask: 0, linearDamping: 0, angularDamping: 0,
  });
  made.type = type;
  made.position.set(...add(body.position, rotate(body.rotation, frame.center)));
  made.quaternion.set(...multiply(body.rotation, conjugate(frame.rotation)));
  for (const solid of solids) addSolid(make, made, solid, frame);
  made.velocity.set(...body.linearVelocity);
  made.angularVelocity.set(...body.angularVelocity);
  made.allowSleep = world.allowSleep;
  setInertia(CANNON, made, body);
  world.addBody(made);
  return made;
}

// cannon-es would take the inertia of the box around a body, and again whenever a shape is added.
function setInertia(CANNON, made, body) {
  if (!body.isDynamic) return;
  made.updateMassProperties = () => {
    const finite = body.inertia.map((value) => (Number.isFinite(value) ? value : 0));
    made.invMass = made.mass > 0 ? 1 / made.mass : 0;
    made.inertia.set(...finite);
    made.invInertia.set(...finite.map((value) => (value > 0 ? 1 / value : 0)));
    made.updateInertiaWorld(true);
  };
  made.updateMassProperties();
}

// Bodies with another gravity than the world's: the rest is a force, beside that of the world.
function addGravityFactors(scene, world, bodies) {
  const others = bodies.map((body, i) => [body, scene.bodies.gravityFactor[i] - 1]).filter(([, rest]) => rest !== 0);
  if (others.length === 0) return;
  world.subsystems.push({
    update() {
      for (const [body, rest] of others) body.force.addScaledVector(rest * body.mass, world.gravity, body.force);
    },
  });
}

// Joints. ---------------------------------------------------------------------------------------------

function addJoint(make, joint, bodies, frames) {
  const { CANNON, world, losses } = make;
  const ground = () => {
    if (!make.ground) {
      make.ground = new CANNON.Body({ mass: 0, type: CANNON.Body.STATIC });
      world.addBody(make.ground);
    }
    return make.ground;
  };
  const side = (index, position, rotation) => {
    const { center, rotation: turn } = index < 0 ? WHOLE : frames[index];
    const axis = (k) => new CANNON.Vec3(...rotate(turn, rotate(rotation, [0, 1, 2].map((i) => (i === k ? 1 : 0)))));
    const pivot = new CANNON.Vec3(...rotate(turn, subtract(position, center)));
    return { body: index < 0 ? ground() : bodies[index], pivot, axis };
  };
  const a = side(joint.bodyA, joint.positionA, joint.rotationA);
  const b = side(joint.bodyB, joint.positionB, joint.rotationB);
  const states = joint.axes.map((axis) => axis.state);
  const lost = (what) => losses.lost('ENGINE_JOINT_LEFT_OUT', joint.pointer, what);
  if (states.slice(0, 3).some((state) => state !== 'locked')) {
    return lost('a joint that does not hold a point is left out: there are points, hinges and locks') ?? null;
  }
  const locked = [3, 4, 5].filter((axis) => states[axis] === 'locked');
  const made = constraintOf(make, joint, a, b, locked);
  made.collideConnected = joint.collide;
  tellRest(joint, locked, losses);
  world.addConstraint(made);
  return made;
}

function constraintOf({ CANNON }, joint, a, b, locked) {
  if (locked.length === 3) {
    const lock = new CANNON.LockConstraint(a.body, b.body);
    lock.pivotA.copy(a.pivot);
    lock.pivotB.copy(b.pivot);
    [['xA', 'yA', 'zA', a], ['xB', 'yB', 'zB', b]].forEach(([x, y, z, { axis }]) => {
      [x, y, z].forEach((name, k) => lock[name].copy(axis(k)));
    });
    return lock;
  }
  if (locked.length === 2) {
    const free = 12 - locked[0] - locked[1] - 3;
    const hinge = new CANNON.HingeConstraint(a.body, b.body, {
      pivotA: a.pivot, pivotB: b.pivot, axisA: a.axis(free), axisB: b.axis(free),
    });
    const drive = joint.drives.find((one) => one.axis === 3 + free && one.stiffness === 0);
    if (drive) {
      hinge.enableMotor();
      hinge.setMotorSpeed(-drive.velocity);
      if (Number.isFinite(drive.maxForce)) hinge.setMotorMaxForce(drive.maxForce);
    }
    return hinge;
  }
  const cone = joint.groups.find((group) => group.axes.length === 2 && group.axes[0] >= 3);
  if (cone) {
    const axis = 12 - cone.axes[0] - cone.axes[1] - 3;
    return new CANNON.ConeTwistConstraint(a.body, b.body, {
      pivotA: a.pivot, pivotB: b.pivot, axisA: a.axis(axis), axisB: b.axis(axis), angle: cone.max, twistAngle: Math.PI,
    });
  }
  return new CANNON.PointToPointConstraint(a.body, a.pivot, b.body, b.pivot);
}

// Limits and drives that none of the constraints has.
function tellRest(joint, locked, losses) {
  joint.axes.forEach((axis) => {
    if (axis.state === 'limited') losses.lost('ENGINE_JOINT_LIMIT', axis.pointer, 'a range of an angle is left out');
  });
  if (locked.length === 1) losses.lost('ENGINE_JOINT_LIMIT', joint.pointer, 'one locked angle of three is left out');
  for (const group of joint.groups) {
    const isCone = group.axes.length === 2 && locked.length === 0;
    if (!isCone) losses.lost('ENGINE_JOINT_LIMIT', group.pointer, 'a range is left out');
  }
  const isMotor = ({ axis, stiffness }) => locked.length === 2 && axis >= 3 && !locked.includes(axis) && stiffness === 0;
  for (const drive of joint.drives) {
    if (isMotor(drive)) tellStiffDrive(drive, losses);
    else losses.lost('ENGINE_JOINT_DRIVES', drive.pointer, 'a drive is left out');
  }
}
