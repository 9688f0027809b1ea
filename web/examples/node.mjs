// SPDX-License-Identifier: MIT
// Simulates two seconds of a file and prints where its bodies are: node node.mjs bounce.gltf
import { readFile } from 'node:fs/promises';
import { load } from 'tumble';

const world = await load(await readFile(process.argv[2]), { name: process.argv[2] });
while (world.time < 2) {
  world.step(1 / 60);
}
const { count, positions, nodes } = world.poses;
for (let i = 0; i < count; ++i) {
  const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
  console.log(`${world.nodeName(nodes[i])}: ${x.toFixed(3)} ${y.toFixed(3)} ${z.toFixed(3)}`);
}
console.log(`hash ${world.hash().toString(16).padStart(16, '0')}`);
world.free();
