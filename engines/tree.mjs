// SPDX-License-Identifier: MIT
// tree.mjs: joints as a tree of bodies, for engines of reduced coordinates.

import { framesOf, relative } from './pose.mjs';

/** The freedoms of a joint as slides, hinges or a ball; null, with a loss, where it is none of these. */
export function freedomsOf(scene, joint, losses) {
  const { a, b } = framesOf(scene, joint);
  const { position, rotation: q } = relative(a, b);
  const lost = (pointer, message) => {
    losses.lost('ENGINE_JOINT_KIND', pointer, message);
    return null;
  };
  const soft = joint.axes.find(({ state, stiffness, min, max }) =>
    state === 'limited' && Number.isFinite(stiffness) && min !== max);
  if (soft) return lost(soft.pointer, 'a soft limit is left out');
  if (joint.groups.length > 0) return lost(joint.groups[0].pointer, 'a limit over several axes is left out');
  const isFree = joint.axes.map(({ state }) => state !== 'locked');
  const turns = [3, 4, 5].filter((axis) => isFree[axis]);
  if (turns.length === 2) return lost(joint.pointer, 'a joint with two turns is left out');
  if (turns.length === 3 && joint.axes.slice(3).some(({ state }) => state === 'limited')) {
    return lost(joint.pointer, 'ranges of a ball are left out');
  }
  const kept = turns.length === 1 ? turns[0] - 3 : -1;
  const angle = kept < 0 ? 0 : 2 * Math.atan2(q[kept], q[3]);
  const off = [0, 1, 2].filter((k) => (!isFree[k] && Math.abs(position[k]) > 1e-3) ||
    (turns.length < 3 && k !== kept && Math.abs(2 * q[k]) > 1e-3));
  if (off.length > 0) return lost(joint.pointer, 'the joint begins apart, and would stay so');
  const slides = [0, 1, 2].filter((axis) => isFree[axis]).map((axis) => ({ type: 'slide', axis, at: position[axis] }));
  const hinges = kept < 0 ? [] : [{ type: 'hinge', axis: 3 + kept, at: Math.atan2(Math.sin(angle), Math.cos(angle)) }];
  return { a, b, slides, hinges, isBall: turns.length === 3 };
}

/**
 * Each body below the first joint that leads to it from the world, or from a body that is free.
 *
 * @param count     of bodies
 * @param isMoving  tells bodies from the world, which is -1
 * @return `parents`, the joint above each body; `children` of each body and of -1; `loops`, joints left over.
 */
export function growTree(count, joints, isMoving) {
  const children = new Map(Array.from({ length: count + 1 }, (_, i) => [i - 1, []]));
  const parents = new Map();
  const reached = new Set();
  const rest = new Set(joints);
  const grow = (from) => {
    for (let queue = [from]; queue.length > 0;) {
      const parent = queue.shift();
      for (const joint of [...rest]) {
        const ends = [joint.bodyA, joint.bodyB].map((body) => (isMoving(body) ? body : -1));
        if (!ends.includes(parent)) continue;
        const child = ends[0] === parent ? ends[1] : ends[0];
        if (child < 0 || reached.has(child)) continue;
        rest.delete(joint);
        reached.add(child);
        parents.set(child, joint);
        children.get(parent).push(child);
        queue.push(child);
      }
    }
  };
  grow(-1);
  for (let i = 0; i < count; ++i) {
    if (!isMoving(i) || reached.has(i)) continue;
    reached.add(i);
    children.get(-1).push(i);
    grow(i);
  }
  return { parents, children, loops: [...rest] };
}
