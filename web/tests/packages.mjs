// SPDX-License-Identifier: MIT
// packages.mjs: the packages of engines that tumble/scene has adapters for, each behind the same few functions.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import { packageFolder, root } from './support.mjs';

const require = createRequire(`${root}web/package.json`);
const from = (path) => import(pathToFileURL(`${packageFolder}/src/scene/${path}`));
export const scenes = await from('scene.js');

export const has = (name) => existsSync(`${root}web/node_modules/${name}`);
const load = (name) => import(pathToFileURL(require.resolve(name)));

async function havok() {
  const folder = `${root}web/node_modules/@babylonjs/havok/lib/esm/`;
  const { default: start } = await import(pathToFileURL(`${folder}HavokPhysics_es.js`));
  return start({ wasmBinary: readFileSync(`${folder}HavokPhysics.wasm`) });
}

/** By name: package, the adapter's function over a scene, and what its engine says of a body and a contact. */
export const packages = {
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
    bodyCount({ world, statics }) {
      const ground = world.bodies.filter((body) => body.mass === 0 && body.shapes.length === 0);
      return world.bodies.length - statics.length - ground.length;
    },
  },
};
