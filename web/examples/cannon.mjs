// SPDX-License-Identifier: MIT
// The bodies of a file in a world of cannon-es, for two seconds: node cannon.mjs bounce.gltf
import { readFile } from 'node:fs/promises';
import * as CANNON from 'cannon-es';
import { readScene } from 'tumble/scene';
import { toCannon } from 'tumble/scene/cannon';

const scene = await readScene(await readFile(process.argv[2]));
const { world, readPoses, losses } = toCannon(scene, CANNON);
for (const { code, pointer, message } of losses) console.log(`${pointer}: ${message} (${code})`);
for (let i = 0; i < 120; ++i) world.step(1 / 60);
// Bodies of cannon-es stand at their centres of mass; readPoses knows where the file's are.
const positions = new Float64Array(3 * scene.bodies.count);
readPoses(positions, new Float64Array(4 * scene.bodies.count));
for (let i = 0; i < scene.bodies.count; ++i) {
  const at = [...positions.subarray(3 * i, 3 * i + 3)].map((value) => value.toFixed(3));
  console.log(`${scene.nodes.names[scene.bodies.node[i]]}: ${at.join(' ')}`);
}
