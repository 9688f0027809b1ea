// SPDX-License-Identifier: MIT
// support.mjs: the package under test (TUMBLE_WEB, else the assembled one), samples, and the native program.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env.TUMBLE_WEB ?? `${root}build/web/tumble`;
export const packageFolder = folder;
export const tumble = await import(pathToFileURL(`${folder}/src/tumble.js`));

export const sample = (name) => readFileSync(`${root}samples/${name}`);

export const program = process.env.TUMBLE_PROGRAM ?? `${root}build/release/bin/tumble`;
/** Why tests against the native program are skipped, or false. */
export const noProgram = existsSync(program) ? false : `${program} is not built`;

export function native(...args) {
  return execFileSync(program, args, { cwd: `${root}samples`, maxBuffer: 1 << 28 });
}

/** A file of one body: a ball of 1 m across at a height, over a floor, of this much restitution. */
export function ball({ height = 3, restitution = 0, node = {} } = {}) {
  return JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
    extensions: {
      KHR_implicit_shapes: {
        shapes: [{ type: 'sphere', sphere: { radius: 0.5 } }, { type: 'box', box: { size: [20, 1, 20] } }],
      },
      KHR_physics_rigid_bodies: { physicsMaterials: [{ restitution, staticFriction: 0.5, dynamicFriction: 0.5 }] },
    },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      {
        name: 'Ball',
        translation: [0, height, 0],
        extensions: {
          KHR_physics_rigid_bodies: { motion: { mass: 2 }, collider: { geometry: { shape: 0 }, physicsMaterial: 0 } },
        },
        ...node,
      },
      {
        name: 'Floor',
        translation: [0, -0.5, 0],
        extensions: { KHR_physics_rigid_bodies: { collider: { geometry: { shape: 1 }, physicsMaterial: 0 } } },
      },
    ],
  });
}

/** A file whose hull is made of the corners of a cube in another file. */
export function fileWithBuffer(uri) {
  const file = JSON.parse(ball());
  const corners = new Float32Array(24);
  for (let i = 0; i < 24; ++i) corners[i] = (Math.floor(i / 3) >> i % 3) & 1 ? 0.5 : -0.5;
  file.buffers = [{ uri, byteLength: 96 }];
  file.bufferViews = [{ buffer: 0, byteLength: 96 }];
  file.accessors = [
    { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] },
  ];
  file.meshes = [{ primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] }];
  file.nodes[0].extensions.KHR_physics_rigid_bodies.collider.geometry = { mesh: 0, convexHull: true };
  return { text: JSON.stringify(file), bytes: new Uint8Array(corners.buffer) };
}

/** Runs `count` steps of 1/60 s. */
export function run(world, count) {
  for (let i = 0; i < count; ++i) world.step(1 / 60);
}

/** SHA-256 of the trajectories of samples: two seconds at 60 Hz, as every build writes them. */
export const trajectories = readFileSync(`${root}tests/determinism/trajectories.txt`, 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split(/ +/))
  .map(([sha256, name]) => ({ sha256, name }));
