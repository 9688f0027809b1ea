// SPDX-License-Identifier: MIT
// engines.mjs: the engines that are installed, started, and files to try in them.

import { has, packages } from './packages.mjs';

export { scenes } from './packages.mjs';

/** The engines whose packages are installed, started. */
export const engines = await Promise.all(
  Object.entries(packages)
    .filter(([, engine]) => has(engine.package))
    .map(async ([name, engine]) => ({ name, ...engine, make: await engine.start() })),
);
export const missing = Object.entries(packages).filter(([, engine]) => !has(engine.package)).map(([name]) => name);

/** Poses of a world of an engine, after `steps` of 1/60 s. */
export function poses(world, count, steps = 0) {
  for (let i = 0; i < steps; ++i) world.step(1 / 60);
  const positions = new Float64Array(3 * count);
  const rotations = new Float64Array(4 * count);
  world.readPoses(positions, rotations);
  return { positions, rotations };
}

const PHYSICS = 'KHR_physics_rigid_bodies';
const SHAPES = 'KHR_implicit_shapes';

/**
 * A file of nodes; `body` of a node is its member of KHR_physics_rigid_bodies. Shapes, materials, filters and
 * joint descriptions are named by their number.
 */
export function file({ nodes, shapes = [], materials = [], filters = [], joints = [], ...rest }) {
  return JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: [PHYSICS, SHAPES],
    extensions: {
      [SHAPES]: { shapes },
      [PHYSICS]: { physicsMaterials: materials, collisionFilters: filters, physicsJoints: joints },
    },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i).filter((i) => !nodes.some((node) => node.children?.includes(i))) }],
    nodes: nodes.map(({ body, ...node }) => (body ? { ...node, extensions: { [PHYSICS]: body } } : node)),
    ...rest,
  });
}

export const sphere = (radius) => ({ type: 'sphere', sphere: { radius } });
export const box = (...size) => ({ type: 'box', box: { size } });
