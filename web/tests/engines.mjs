// SPDX-License-Identifier: MIT
// engines.mjs: the engines that tumble/scene has adapters for, each behind the same few functions, and files to try.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import { packageFolder, root } from './support.mjs';

const require = createRequire(`${root}web/package.json`);
const from = (path) => import(pathToFileURL(`${packageFolder}/src/scene/${path}`));
export const scenes = await from('scene.js');

const has = (name) => existsSync(`${root}web/node_modules/${name}`);
const load = (name) => import(pathToFileURL(require.resolve(name)));

async function havok() {
  const folder = `${root}web/node_modules/@babylonjs/havok/lib/esm/`;
  const { default: start } = await import(pathToFileURL(`${folder}HavokPhysics_es.js`));
  return start({ wasmBinary: readFileSync(`${folder}HavokPhysics.wasm`) });
}

/** By name: package, the adapter's function over a scene, and what its engine says of a body and a contact. */
const ENGINES = {
  rapier: {
    package: '@dimforge/rapier3d-simd-compat',
    async start() {
      const { toRapier } = await from('rapier.js');
      const RAPIER = await load(this.package);
      await RAPIER.init();
      return (scene, options) => toRapier(scene, RAPIER, options);
    },
    mass: ({ bodies }, i) => bodies[i].mass(),
    bodyCount: ({ world }) => world.bodies.len() - 1,
  },
  jolt: {
    package: 'jolt-physics',
    async start() {
      const { toJolt } = await from('jolt.js');
      const JOLT = await (await load('jolt-physics')).default();
      return (scene, options) => toJolt(scene, JOLT, options);
    },
    mass: ({ bodies }, i) => 1 / bodies[i].GetMotionProperties().GetInverseMass(),
    bodyCount: ({ system, statics }) => system.GetNumBodies() - statics.length,
  },
  havok: {
    package: '@babylonjs/havok',
    async start() {
      const { toHavok } = await from('havok.js');
      const HAVOK = await havok();
      return (scene, options) => Object.assign(toHavok(scene, HAVOK, options), { HAVOK });
    },
    mass: ({ HAVOK, bodies }, i) => HAVOK.HP_Body_GetMassProperties(bodies[i])[1][1],
    bodyCount: ({ HAVOK, world, statics }) => HAVOK.HP_World_GetNumBodies(world)[1] - statics.length,
  },
  cannon: {
    package: 'cannon-es',
    async start() {
      const { toCannon } = await from('cannon.js');
      const CANNON = await import(pathToFileURL(`${root}web/node_modules/cannon-es/dist/cannon-es.js`));
      return (scene, options) => toCannon(scene, CANNON, options);
    },
    mass: ({ bodies }, i) => bodies[i].mass,
    bodyCount: ({ world, statics }) => world.bodies.length - statics.length - world.bodies.filter((b) => b.mass === 0 && b.shapes.length === 0).length,
  },
};

/** The engines whose packages are installed, started. */
export const engines = await Promise.all(
  Object.entries(ENGINES)
    .filter(([, engine]) => has(engine.package))
    .map(async ([name, engine]) => ({ name, ...engine, make: await engine.start() })),
);
export const missing = Object.entries(ENGINES).filter(([, engine]) => !has(engine.package)).map(([name]) => name);

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
