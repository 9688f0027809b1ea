// SPDX-License-Identifier: MIT
// joints.js: joints as the adapters share them, axis by axis.

import { conjugate, multiply, rotate, row, subtract } from './engine.js';
import { BodyKind, Space } from './scene.js';

/**
 * A joint axis by axis: 0 to 2 along, 3 to 5 about the axes of frame A. `state` of an axis is free, locked or
 * limited. `groups` holds limits over several axes that are no lock: distances and cones.
 */
export function jointOf(scene, i) {
  const { joints, limits, drives } = scene;
  const free = { state: 'free', min: -Infinity, max: Infinity, stiffness: Infinity, damping: 0 };
  const axes = Array.from({ length: 6 }, () => ({ ...free }));
  const groups = [];
  for (let k = joints.limitFirst[i]; k < joints.limitFirst[i] + joints.limitCount[i]; ++k) {
    const limit = {
      min: limits.min[k], max: limits.max[k], stiffness: limits.stiffness[k], damping: limits.damping[k],
      pointer: limits.pointers[k],
    };
    const base = limits.space[k] === Space.linear ? 0 : 3;
    const on = [0, 1, 2].filter((axis) => limits.axes[k] & (1 << axis)).map((axis) => base + axis);
    const isLock = limit.min === 0 && limit.max === 0;
    if (on.length > 1 && !isLock) {
      groups.push({ ...limit, axes: on });
      continue;
    }
    for (const axis of on) narrow(axes[axis], limit, isLock);
  }
  const found = [];
  for (let k = joints.driveFirst[i]; k < joints.driveFirst[i] + joints.driveCount[i]; ++k) {
    found.push({
      axis: (drives.space[k] === Space.linear ? 0 : 3) + drives.axis[k], isForce: drives.mode[k] === 0,
      maxForce: drives.maxForce[k], hasPosition: drives.hasPositionTarget[k] !== 0, position: drives.positionTarget[k],
      velocity: drives.velocityTarget[k], stiffness: drives.hasPositionTarget[k] ? drives.stiffness[k] : 0,
      damping: drives.damping[k], pointer: drives.pointers[k],
    });
  }
  return {
    index: i, pointer: joints.pointers[i], axes, groups, drives: found,
    bodyA: joints.bodyA[i], bodyB: joints.bodyB[i], nodeA: joints.nodeA[i], nodeB: joints.nodeB[i],
    positionA: row(joints.positionA, i), positionB: row(joints.positionB, i),
    rotationA: row(joints.rotationA, i, 4), rotationB: row(joints.rotationB, i, 4),
    collide: joints.enableCollision[i] !== 0,
  };
}

function narrow(axis, limit, isLock) {
  if (axis.state !== 'free' && Number.isFinite(limit.stiffness) && !Number.isFinite(axis.stiffness)) return;
  axis.min = Math.max(axis.min, limit.min);
  axis.max = Math.min(axis.max, limit.max);
  axis.stiffness = limit.stiffness;
  axis.damping = limit.damping;
  axis.pointer = limit.pointer;
  axis.state = isLock && !Number.isFinite(limit.stiffness) ? 'locked' : 'limited';
}

/** Puts limits over several axes on each axis: for engines without distances and cones. */
export function spreadGroup(joint, group, losses) {
  for (const axis of group.axes) {
    if (joint.axes[axis].state === 'free') {
      Object.assign(joint.axes[axis], group, { state: 'limited', min: -group.max, max: group.max });
    }
  }
  const what = group.axes[0] < 3 ? 'a distance' : 'a cone';
  const floor = group.min > 0 ? `, and its least value of ${group.min} is left out` : '';
  losses.lost('ENGINE_JOINT_GROUP', group.pointer, `${what} became a range for each of its axes${floor}`);
}

/** The axis to measure twist about: the one that a cone leaves, else the freest. */
export function twistAxis(joint) {
  const cone = joint.groups.find((group) => group.axes.length === 2 && group.axes[0] >= 3);
  if (cone) return 12 - cone.axes[0] - cone.axes[1] - 3;
  const width = (axis) => (axis.state === 'free' ? Infinity : axis.state === 'locked' ? 0 : axis.max - axis.min);
  const widths = joint.axes.slice(3).map(width);
  return widths.indexOf(Math.max(...widths));
}

/** True for a limit that is a cone about the axis of twist `first`, where nothing else limits its angles. */
export function isCone(joint, group, first) {
  const angles = group.axes.map((axis) => joint.axes[axis].state);
  return group.axes.length === 2 && group.axes[0] >= 3 && group.min <= 0 && angles.every((state) => state === 'free') &&
    !group.axes.includes(3 + first);
}

/** Tells a drive to a velocity for engines whose motors hold it whatever the drive's damping is. */
export function tellStiffDrive(drive, losses) {
  losses.changed('ENGINE_JOINT_DRIVE', drive.pointer, 'a drive to a velocity is stiff: only its greatest force bounds it');
}

/** Joints of the scene that hold two bodies, or one and the world; others are told. */
export function jointsOf(scene, losses) {
  const found = [];
  for (let i = 0; i < scene.joints.count; ++i) {
    const joint = jointOf(scene, i);
    const moves = (body) => body >= 0 && scene.bodies.kind[body] === BodyKind.dynamic;
    if (joint.bodyA === joint.bodyB || (!moves(joint.bodyA) && !moves(joint.bodyB))) {
      losses.changed('ENGINE_JOINT_LEFT_OUT', joint.pointer, 'the joint holds no dynamic body');
    } else {
      found.push(joint);
    }
  }
  return found;
}

/**
 * The collider of the world that a joint to the world keeps its body apart from: at the joint's frame, or at a node
 * above it. An engine joins the body to that collider's. A second one is told.
 */
export function groundOf(scene, joint, solids, losses) {
  const side = joint.bodyA < 0 ? 'A' : joint.bodyB < 0 ? 'B' : '';
  const found = [];
  for (let node = joint.collide || !side ? -1 : joint[`node${side}`]; node >= 0; node = scene.nodes.parent[node]) {
    found.push(...solids.filter((solid) => !solid.isTrigger && solid.node === node));
  }
  if (found.length > 1) {
    losses.lost('ENGINE_JOINT_COLLISION', joint.pointer,
      'of the colliders that it is joined to, the body meets all but one');
  }
  return found[0] ?? null;
}

/** Puts the world's side of a joint into the frame of a collider of the world. */
export function moveToSolid(joint, { position, rotation }) {
  const side = joint.bodyA < 0 ? 'A' : 'B';
  const back = conjugate(rotation);
  joint[`position${side}`] = rotate(back, subtract(joint[`position${side}`], position));
  joint[`rotation${side}`] = multiply(back, joint[`rotation${side}`]);
}
