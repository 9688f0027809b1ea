// SPDX-License-Identifier: MIT
// rapier.js: a scene in a world of Rapier (@dimforge/rapier3d-simd-compat and its kin, 0.20 or newer).

import {
  Losses, bodyOf, commonLosses, filterBits, materialOf, multiply, planeMesh, rotate, solidsByBody, solidsOf,
  tellCombine, tellStaticFriction,
} from './engine.js';
import { groundOf, jointsOf, spreadGroup } from './joints.js';

const FLIP = [1, 0, 0, 0];
const vector = ([x, y, z]) => ({ x, y, z });
const quaternion = ([x, y, z, w]) => ({ x, y, z, w });
const finite = (value) => (Number.isFinite(value) ? value : 0);

// Rapier's rules by the number of Combine; none is average, its weakest.
const rules = ({ CoefficientCombineRule: rule }) => [rule.Average, rule.Average, rule.Min, rule.Max, rule.Multiply];
const STRONGEST_FIRST = [3, 4, 2, 1];

/**
 * Makes bodies, colliders and joints of a scene.
 * @param RAPIER   the module, after its init().
 * @param options  world: an existing one; canSleep: false keeps bodies awake.
 */
export function toRapier(scene, RAPIER, options = {}) {
  const losses = new Losses(scene);
  commonLosses(scene, losses);
  const world = options.world ?? new RAPIER.World(vector(scene.gravity));
  const solids = solidsOf(scene, losses);
  tellStaticFriction(scene, losses);
  tellCombine(scene, solids, STRONGEST_FIRST, losses);
  const make = {
    scene, RAPIER, world, losses, bits: filterBits(scene, solids, 16, losses), rules: rules(RAPIER),
    canSleep: options.canSleep !== false,
  };
  const byBody = solidsByBody(scene, solids);
  const bodies = Array.from({ length: scene.bodies.count }, (_, i) => addBody(make, bodyOf(scene, i)));
  const colliders = new Array(scene.colliders.count).fill(null);
  const triggers = Array.from({ length: scene.triggers.count }, () => []);
  make.ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
  // A collider of the world that a joint keeps its body apart from is a body of its own.
  const made = jointsOf(scene, losses);
  const own = new Map();
  for (const joint of made) {
    joint.ground = groundOf(scene, joint, byBody.get(-1) ?? [], losses);
    if (joint.ground && !own.has(joint.ground)) {
      own.set(joint.ground, world.createRigidBody(RAPIER.RigidBodyDesc.fixed()));
    }
  }
  for (const [body, list] of byBody) {
    for (const solid of list) {
      const collider = addCollider(make, solid, body < 0 ? own.get(solid) ?? make.ground : bodies[body]);
      if (solid.isTrigger) triggers[solid.trigger].push(collider);
      else colliders[solid.index] = collider;
    }
  }
  // Mass comes from the bodies, and colliders have none.
  for (const body of bodies) body.recomputeMassPropertiesFromColliders();
  const joints = new Array(scene.joints.count).fill(null);
  for (const joint of made) {
    const side = (index) => (index < 0 ? own.get(joint.ground) ?? make.ground : bodies[index]);
    // All other colliders of the world are one body: a joint to the world is none to them.
    if ((joint.bodyA < 0 || joint.bodyB < 0) && !joint.ground) joint.collide = true;
    joints[joint.index] = addJoint(make, joint, side(joint.bodyA), side(joint.bodyB));
  }
  return {
    world, bodies, colliders, triggers, joints, losses: losses.findings,
    step(seconds = 1 / 60) {
      world.timestep = seconds;
      world.step();
    },
    readPoses(positions, rotations) {
      bodies.forEach((body, i) => {
        const { x, y, z } = body.translation();
        const q = body.rotation();
        positions.set([x, y, z], 3 * i);
        rotations.set([q.x, q.y, q.z, q.w], 4 * i);
      });
    },
    free() {
      if (!options.world) return world.free();
      // Bodies take their colliders and joints along.
      for (const body of [...bodies, ...own.values(), make.ground]) world.removeRigidBody(body);
      return undefined;
    },
  };
}

function addBody({ RAPIER, world, canSleep }, body) {
  const { RigidBodyDesc } = RAPIER;
  const desc = body.isDynamic
    ? RigidBodyDesc.dynamic()
    : body.isStatic ? RigidBodyDesc.fixed() : RigidBodyDesc.kinematicVelocityBased();
  desc.setTranslation(...body.position).setRotation(quaternion(body.rotation));
  desc.setGravityScale(body.gravityFactor).setCanSleep(canSleep).setUserData(body.node);
  if (!body.isStatic) {
    desc.setLinvel(...body.linearVelocity).setAngvel(vector(body.angularVelocity));
    // 0 has no inverse: nothing moves what is endlessly heavy.
    desc.setAdditionalMassProperties(finite(body.mass), vector(body.center), vector(body.inertia.map(finite)),
      quaternion(body.inertiaRotation));
  }
  return world.createRigidBody(desc);
}

// The description of a solid, and a turn where Rapier's shape stands the other way up.
function describe({ RAPIER, scene, losses }, solid) {
  const { ColliderDesc } = RAPIER;
  const hull = (why) => {
    losses.changed('ENGINE_SHAPE_HULL', solid.pointer, `${why} became the hull of points on its surface`);
    return ColliderDesc.convexHull(Float32Array.from(solid.points));
  };
  switch (solid.kind) {
    case 'sphere':
      return { desc: ColliderDesc.ball(solid.radius) };
    case 'box':
      return { desc: ColliderDesc.cuboid(...solid.size.map((size) => size / 2)) };
    case 'capsule':
      if (solid.bottom !== solid.top) return { desc: hull('a tapered capsule') };
      return { desc: ColliderDesc.capsule(solid.height / 2, solid.bottom) };
    case 'cylinder':
      if (solid.bottom === solid.top) return { desc: ColliderDesc.cylinder(solid.height / 2, solid.bottom) };
      if (solid.top === 0) return { desc: ColliderDesc.cone(solid.height / 2, solid.bottom) };
      if (solid.bottom === 0) return { desc: ColliderDesc.cone(solid.height / 2, solid.top), turn: FLIP };
      return { desc: hull('a tapered cylinder') };
    case 'plane':
      if (solid.size.every((size) => !Number.isFinite(size)) && !solid.doubleSided && RAPIER.HalfSpace) {
        return { desc: new ColliderDesc(new RAPIER.HalfSpace({ x: 0, y: 1, z: 0 })) };
      }
      losses.changed('ENGINE_PLANE', solid.pointer, 'a plane became two triangles, which are thin');
      return { desc: trimesh(ColliderDesc, planeMesh(solid)) };
    case 'hull':
      return { desc: ColliderDesc.convexHull(Float32Array.from(solid.points)) };
    default:
      if (solid.body >= 0 && scene.bodies.kind[solid.body] === 2) {
        losses.changed('ENGINE_MESH_MOVES', solid.pointer, 'a mesh on a dynamic body is a thin shell');
      }
      return { desc: trimesh(ColliderDesc, solid) };
  }
}

const trimesh = (ColliderDesc, { points, triangles }) => ColliderDesc.trimesh(Float32Array.from(points), triangles);

function addCollider(make, solid, body) {
  const { RAPIER, world, losses } = make;
  const { desc, turn } = describe(make, solid);
  if (!desc) {
    losses.lost('ENGINE_SHAPE_LEFT_OUT', solid.pointer, 'Rapier makes no hull of these points');
    return null;
  }
  const material = materialOf(make.scene, solid.material);
  const rotation = turn ? multiply(solid.rotation, turn) : solid.rotation;
  const { membership, mask } = make.bits(solid.filter);
  desc.setTranslation(...solid.position).setRotation(quaternion(rotation)).setDensity(0);
  desc.setFriction(material.dynamicFriction).setFrictionCombineRule(make.rules[material.frictionCombine]);
  desc.setRestitution(material.restitution).setRestitutionCombineRule(make.rules[material.restitutionCombine]);
  desc.setCollisionGroups(((membership << 16) | mask) >>> 0);
  if (solid.isTrigger) {
    desc.setSensor(true).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
    desc.setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL);
  }
  return world.createCollider(desc, body);
}

// A distance of a point alone is Rapier's rope.
function isRope(joint) {
  const [group] = joint.groups;
  return joint.groups.length === 1 && group.axes.length === 3 && group.axes[0] === 0 && group.min <= 0 &&
    !Number.isFinite(group.stiffness) && joint.axes.every((axis) => axis.state === 'free') && joint.drives.length === 0;
}

function addJoint(make, joint, bodyA, bodyB) {
  const { RAPIER, world, losses } = make;
  const { JointData } = RAPIER;
  const anchors = [vector(joint.positionA), vector(joint.positionB)];
  if (isRope(joint)) {
    const rope = world.createImpulseJoint(JointData.rope(joint.groups[0].max, ...anchors), bodyA, bodyB, true);
    rope.setContactsEnabled(joint.collide);
    return rope;
  }
  for (const group of joint.groups) spreadGroup(joint, group, losses);
  const locked = joint.axes.reduce((mask, axis, i) => mask | (axis.state === 'locked' ? 1 << i : 0), 0);
  const data = JointData.generic(...anchors, vector(rotate(joint.rotationA, [1, 0, 0])), locked);
  const made = world.createImpulseJoint(data, bodyA, bodyB, true);
  made.setLocalFrame1(anchors[0], quaternion(joint.rotationA));
  made.setLocalFrame2(anchors[1], quaternion(joint.rotationB));
  made.setContactsEnabled(joint.collide);
  // Generic joints of 0.20 have limits and motors in the set below them alone.
  const set = made.rawSet;
  joint.axes.forEach((axis, i) => {
    if (axis.state !== 'limited') return;
    if (Number.isFinite(axis.stiffness) && axis.min === axis.max) {
      joint.drives.push({ ...axis, axis: i, isForce: true, position: axis.min, velocity: 0, maxForce: Infinity });
      return;
    }
    if (Number.isFinite(axis.stiffness)) losses.lost('ENGINE_JOINT_SOFT', axis.pointer, 'a soft limit is hard here');
    set.jointSetLimits(made.handle, i, Math.max(axis.min, -1e9), Math.min(axis.max, 1e9));
  });
  const driven = new Set();
  for (const drive of joint.drives) {
    if (driven.has(drive.axis)) {
      losses.lost('ENGINE_JOINT_DRIVES', drive.pointer, 'an axis has one motor, and another drive has it');
      continue;
    }
    driven.add(drive.axis);
    const model = drive.isForce ? RAPIER.MotorModel.ForceBased : RAPIER.MotorModel.AccelerationBased;
    set.jointConfigureMotorModel(made.handle, drive.axis, model);
    set.jointConfigureMotor(made.handle, drive.axis, drive.position, drive.velocity, drive.stiffness, drive.damping);
    if (Number.isFinite(drive.maxForce)) set.jointSetMotorMaxForce(made.handle, drive.axis, drive.maxForce);
  }
  return made;
}
