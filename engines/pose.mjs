// SPDX-License-Identifier: MIT
// pose.mjs: vectors, poses and frames of joints, for adapters of engines that have another notion of a joint.

import { add, bodyOf, conjugate, multiply, rotate, subtract } from '../web/tumble/src/scene/engine.js';

export const ORIGIN = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
export const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
export const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
export const scaled = (v, by) => v.map((value) => value * by);

/** The pose of a frame within another one; both are given in the world. */
export function relative(outer, inner) {
  const back = conjugate(outer.rotation);
  return { position: rotate(back, subtract(inner.position, outer.position)), rotation: multiply(back, inner.rotation) };
}

export function composed(outer, inner) {
  return {
    position: add(outer.position, rotate(outer.rotation, inner.position)),
    rotation: multiply(outer.rotation, inner.rotation),
  };
}

/** Frames of a joint in the world, at load. */
export function framesOf(scene, joint) {
  const side = (body, position, rotation) => composed(body < 0 ? ORIGIN : bodyOf(scene, body), { position, rotation });
  return {
    a: side(joint.bodyA, joint.positionA, joint.rotationA), b: side(joint.bodyB, joint.positionB, joint.rotationB),
  };
}

/** True where no point lies in front of a triangle: the triangles are those of their hull. */
export function isConvex({ points, triangles }) {
  if (triangles.length * points.length > 4e7) return false;
  const at = (i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
  const size = Math.max(...points.map(Math.abs));
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(triangles[i + k]));
    const normal = cross(subtract(b, a), subtract(c, a));
    const length = Math.hypot(...normal);
    for (let p = 0; p < points.length / 3 && length > 0; ++p) {
      if (dot(normal, subtract(at(p), a)) > 1e-5 * size * length) return false;
    }
  }
  return true;
}
