// SPDX-License-Identifier: MIT
// havok.js: a scene in a world of Havok (@babylonjs/havok, 1.3 or newer).

import {
  Losses, bodyOf, commonLosses, filterBits, materialOf, planeMesh, rotate, solidsByBody, solidsOf, tellCombine,
} from './engine.js';
import { groundOf, jointsOf, moveToSolid, spreadGroup, tellStiffDrive } from './joints.js';

const IDENTITY = [0, 0, 0, 1];
// [m] Edge and depth of the box that stands for an endless plane.
const PLANE_SIZE = 2000;
const PLANE_DEPTH = 10;
// Of two modes Havok takes the later one of its list: geometric mean, minimum, maximum, mean, product.
const STRONGEST_FIRST = [4, 1, 3, 2];

/**
 * Makes bodies, shapes and constraints of a scene.
 * @param HAVOK    the module, which HavokPhysics() answers.
 * @param options  world: an existing one; canSleep: false keeps bodies awake.
 */
export function toHavok(scene, HAVOK, options = {}) {
  const losses = new Losses(scene);
  commonLosses(scene, losses);
  const world = options.world ?? made(HAVOK.HP_World_Create());
  HAVOK.HP_World_SetGravity(world, scene.gravity);
  const solids = solidsOf(scene, losses);
  tellCombine(scene, solids, STRONGEST_FIRST, losses);
  const make = {
    scene, HAVOK, world, losses, shapes: new Map(), canSleep: options.canSleep !== false,
    bits: filterBits(scene, solids, 31, losses), ownBodies: [],
  };
  const byBody = solidsByBody(scene, solids);
  const bodies = Array.from({ length: scene.bodies.count }, (_, i) =>
    addBody(make, bodyOf(scene, i), byBody.get(i) ?? []));
  // The world's own colliders: a static body each, so that the broad phase sees small boxes.
  const own = byBody.get(-1) ?? [];
  for (const solid of own) {
    make.ownBodies.push(addStatic(make, solid.position, solid.rotation, shapeOf(make, solid)));
  }
  const joints = new Array(scene.joints.count).fill(null);
  const ground = () => {
    if (make.ground === undefined) {
      make.ground = addStatic(make, [0, 0, 0], IDENTITY, made(HAVOK.HP_Shape_CreateContainer()));
      make.ownBodies.push(make.ground);
    }
    return make.ground;
  };
  for (const joint of jointsOf(scene, losses)) {
    const solid = groundOf(scene, joint, own, losses);
    if (solid) moveToSolid(joint, solid);
    const still = solid ? make.ownBodies[own.indexOf(solid)] : null;
    const side = (index) => (index < 0 ? still ?? ground() : bodies[index]);
    joints[joint.index] = addJoint(make, joint, side(joint.bodyA), side(joint.bodyB));
  }
  let ideal = 0;
  return {
    world, bodies, statics: make.ownBodies, joints, losses: losses.findings,
    step(seconds = 1 / 60) {
      if (ideal !== seconds) HAVOK.HP_World_SetIdealStepTime(world, seconds);
      ideal = seconds;
      HAVOK.HP_World_Step(world, seconds);
    },
    readPoses(positions, rotations) {
      bodies.forEach((body, i) => {
        const [position, rotation] = HAVOK.HP_Body_GetQTransform(body)[1];
        positions.set(position, 3 * i);
        rotations.set(rotation, 4 * i);
      });
    },
    free() {
      joints.filter(Boolean).forEach((joint) => HAVOK.HP_Constraint_Release(joint));
      for (const body of [...bodies, ...make.ownBodies]) {
        HAVOK.HP_World_RemoveBody(world, body);
        HAVOK.HP_Body_Release(body);
      }
      for (const shape of make.shapes.values()) HAVOK.HP_Shape_Release(shape);
      if (!options.world) HAVOK.HP_World_Release(world);
    },
  };
}

// The thing of an answer of Havok, which is a status and a thing.
function made([status, thing], what = 'Havok') {
  if (Number(status?.value ?? status) !== 0) throw new Error(`${what} refused: status ${status?.value ?? status}`);
  return thing;
}

// Numbers in the memory of the module while a function runs.
function withNumbers(HAVOK, arrays, run) {
  const places = arrays.map((array) => {
    const at = HAVOK._malloc(array.byteLength);
    new Uint8Array(HAVOK.HEAPU8.buffer, at, array.byteLength).set(new Uint8Array(array.buffer));
    return at;
  });
  try {
    return run(...places);
  } finally {
    places.forEach((at) => HAVOK._free(at));
  }
}

function meshShape(HAVOK, { points, triangles }) {
  return withNumbers(HAVOK, [Float32Array.from(points), Int32Array.from(triangles)], (at, index) =>
    HAVOK.HP_Shape_CreateMesh(at, points.length / 3, index, triangles.length / 3));
}

function hullShape(HAVOK, { points }) {
  return withNumbers(HAVOK, [Float32Array.from(points)], (at) =>
    HAVOK.HP_Shape_CreateConvexHull(at, points.length / 3));
}

function geometryOf({ HAVOK, losses }, solid) {
  const ends = [[0, -solid.height / 2, 0], [0, solid.height / 2, 0]];
  const hull = (what) => {
    losses.changed('ENGINE_SHAPE_HULL', solid.pointer, `${what} became the hull of points on its surface`);
    return hullShape(HAVOK, solid);
  };
  switch (solid.kind) {
    case 'sphere':
      return HAVOK.HP_Shape_CreateSphere([0, 0, 0], solid.radius);
    case 'box':
      return HAVOK.HP_Shape_CreateBox([0, 0, 0], IDENTITY, solid.size);
    case 'capsule':
      if (solid.bottom !== solid.top) return hull('a tapered capsule');
      return HAVOK.HP_Shape_CreateCapsule(...ends, solid.bottom);
    case 'cylinder':
      if (solid.bottom !== solid.top) return hull('a tapered cylinder');
      return HAVOK.HP_Shape_CreateCylinder(...ends, solid.bottom);
    case 'plane': {
      const isEndless = solid.size.some((size) => !Number.isFinite(size));
      losses.changed('ENGINE_PLANE', solid.pointer,
        isEndless ? `a plane became a box of ${PLANE_SIZE} m, ${PLANE_DEPTH} m deep` : 'a plane became two triangles');
      if (!isEndless) return meshShape(HAVOK, planeMesh(solid));
      const [x, z] = solid.size.map((size) => Math.min(size, PLANE_SIZE));
      return HAVOK.HP_Shape_CreateBox([0, -PLANE_DEPTH / 2, 0], IDENTITY, [x, PLANE_DEPTH, z]);
    }
    case 'hull':
      return hullShape(HAVOK, solid);
    default:
      return meshShape(HAVOK, solid);
  }
}

// A shape with its material and filter; colliders that agree in all share one.
function shapeOf(make, solid) {
  const { HAVOK, scene } = make;
  const key = `${solid.key} ${solid.material} ${solid.filter} ${solid.isTrigger}`;
  if (!make.shapes.has(key)) {
    const shape = made(geometryOf(make, solid), `the shape of ${solid.pointer}`);
    const material = materialOf(scene, solid.material);
    const { ARITHMETIC_MEAN, MINIMUM, MAXIMUM, MULTIPLY } = HAVOK.MaterialCombine;
    const modes = [ARITHMETIC_MEAN, ARITHMETIC_MEAN, MINIMUM, MAXIMUM, MULTIPLY];
    HAVOK.HP_Shape_SetMaterial(shape, [
      material.staticFriction, material.dynamicFriction, material.restitution, modes[material.frictionCombine],
      modes[material.restitutionCombine],
    ]);
    const { membership, mask } = make.bits(solid.filter);
    HAVOK.HP_Shape_SetFilterInfo(shape, [membership, mask]);
    if (solid.isTrigger) HAVOK.HP_Shape_SetTrigger(shape, true);
    make.shapes.set(key, shape);
  }
  return make.shapes.get(key);
}

const isAtOrigin = ({ position, rotation }) => position.every((p) => p === 0) && rotation[3] === 1;

function bodyShape(make, solids) {
  if (solids.length === 1 && isAtOrigin(solids[0])) return shapeOf(make, solids[0]);
  const container = made(make.HAVOK.HP_Shape_CreateContainer());
  for (const solid of solids) {
    make.HAVOK.HP_Shape_AddChild(container, shapeOf(make, solid), [solid.position, solid.rotation, [1, 1, 1]]);
  }
  make.shapes.set(Symbol('container'), container);
  return container;
}

function addStatic({ HAVOK, world }, position, rotation, shape) {
  const body = made(HAVOK.HP_Body_Create());
  HAVOK.HP_Body_SetShape(body, shape);
  HAVOK.HP_Body_SetMotionType(body, HAVOK.MotionType.STATIC);
  HAVOK.HP_Body_SetQTransform(body, [position, rotation]);
  HAVOK.HP_World_AddBody(world, body, false);
  return body;
}

// 0 stands for no inverse: nothing moves what is endlessly heavy.
const finite = (value) => (Number.isFinite(value) ? value : 0);

function addBody(make, body, solids) {
  const { HAVOK, world } = make;
  const id = made(HAVOK.HP_Body_Create());
  const { STATIC, KINEMATIC, DYNAMIC } = HAVOK.MotionType;
  HAVOK.HP_Body_SetShape(id, bodyShape(make, solids));
  HAVOK.HP_Body_SetMotionType(id, body.isDynamic ? DYNAMIC : body.isStatic ? STATIC : KINEMATIC);
  HAVOK.HP_Body_SetQTransform(id, [body.position, body.rotation]);
  if (!body.isStatic) {
    // Havok takes moments for each kilogram.
    const moments = body.inertia.map((moment) => finite(moment / (Number.isFinite(body.mass) ? body.mass : 1)));
    HAVOK.HP_Body_SetMassProperties(id, [body.center, finite(body.mass), moments, body.inertiaRotation]);
    HAVOK.HP_Body_SetLinearDamping(id, 0);
    HAVOK.HP_Body_SetAngularDamping(id, 0);
    HAVOK.HP_Body_SetGravityFactor(id, body.gravityFactor);
    HAVOK.HP_Body_SetLinearVelocity(id, body.linearVelocity);
    HAVOK.HP_Body_SetAngularVelocity(id, body.angularVelocity);
  }
  HAVOK.HP_World_AddBody(world, id, false);
  if (!make.canSleep && !body.isStatic) {
    HAVOK.HP_Body_SetActivationControl(id, HAVOK.ActivationControl.ALWAYS_ACTIVE);
  }
  return id;
}

function addJoint(make, joint, bodyA, bodyB) {
  const { HAVOK, losses } = make;
  const id = made(HAVOK.HP_Constraint_Create());
  const { LINEAR_X, LINEAR_Y, LINEAR_Z, ANGULAR_X, ANGULAR_Y, ANGULAR_Z, LINEAR_DISTANCE } = HAVOK.ConstraintAxis;
  const axes = [LINEAR_X, LINEAR_Y, LINEAR_Z, ANGULAR_X, ANGULAR_Y, ANGULAR_Z];
  HAVOK.HP_Constraint_SetParentBody(id, bodyA);
  HAVOK.HP_Constraint_SetChildBody(id, bodyB);
  const frame = (position, rotation) => [position, rotate(rotation, [1, 0, 0]), rotate(rotation, [0, 1, 0])];
  HAVOK.HP_Constraint_SetAnchorInParent(id, ...frame(joint.positionA, joint.rotationA));
  HAVOK.HP_Constraint_SetAnchorInChild(id, ...frame(joint.positionB, joint.rotationB));
  for (const group of joint.groups) {
    if (group.axes.length === 3 && group.axes[0] === 0) setLimit(make, id, LINEAR_DISTANCE, group);
    else spreadGroup(joint, group, losses);
  }
  joint.axes.forEach((axis, i) => {
    if (axis.state === 'locked') HAVOK.HP_Constraint_SetAxisMode(id, axes[i], HAVOK.ConstraintAxisLimitMode.LOCKED);
    if (axis.state === 'limited') setLimit(make, id, axes[i], axis);
  });
  const driven = new Set();
  for (const drive of joint.drives) {
    if (driven.has(drive.axis)) {
      losses.lost('ENGINE_JOINT_DRIVES', drive.pointer, 'an axis has one motor, and another drive has it');
      continue;
    }
    driven.add(drive.axis);
    setDrive(make, id, axes[drive.axis], drive);
  }
  HAVOK.HP_Constraint_SetCollisionsEnabled(id, joint.collide ? 1 : 0);
  HAVOK.HP_Constraint_SetEnabled(id, 1);
  return id;
}

// A spring, or a motor that holds a velocity: springs without stiffness miss their velocity by up to twice.
function setDrive({ HAVOK, losses }, id, axis, drive) {
  const { SPRING_FORCE, SPRING_ACCELERATION, VELOCITY } = HAVOK.ConstraintMotorType;
  // Set last: the greatest force is 0 until then, and again with each type.
  const most = () => HAVOK.HP_Constraint_SetAxisMotorMaxForce(id, axis, Math.min(drive.maxForce, 3e38));
  if (drive.stiffness === 0) {
    if (drive.damping === 0) return;
    tellStiffDrive(drive, losses);
    HAVOK.HP_Constraint_SetAxisMotorType(id, axis, VELOCITY);
    HAVOK.HP_Constraint_SetAxisMotorTarget(id, axis, drive.velocity);
    most();
    return;
  }
  HAVOK.HP_Constraint_SetAxisMotorType(id, axis, drive.isForce ? SPRING_FORCE : SPRING_ACCELERATION);
  HAVOK.HP_Constraint_SetAxisMotorPositionTarget(id, axis, drive.position);
  HAVOK.HP_Constraint_SetAxisMotorVelocityTarget(id, axis, drive.velocity);
  HAVOK.HP_Constraint_SetAxisMotorStiffness(id, axis, drive.stiffness);
  HAVOK.HP_Constraint_SetAxisMotorDamping(id, axis, drive.damping);
  most();
}

function setLimit({ HAVOK }, id, axis, limit) {
  HAVOK.HP_Constraint_SetAxisMode(id, axis, HAVOK.ConstraintAxisLimitMode.LIMITED);
  if (limit.min > -1e9) HAVOK.HP_Constraint_SetAxisMinLimit(id, axis, limit.min);
  if (limit.max < 1e9) HAVOK.HP_Constraint_SetAxisMaxLimit(id, axis, limit.max);
  if (Number.isFinite(limit.stiffness)) {
    HAVOK.HP_Constraint_SetAxisStiffness(id, axis, limit.stiffness);
    HAVOK.HP_Constraint_SetAxisDamping(id, axis, limit.damping);
  }
}
