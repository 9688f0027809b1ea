// SPDX-License-Identifier: MIT
// The bodies of a file in a system of Jolt, for two seconds: node jolt.mjs bounce.gltf
import { readFile } from 'node:fs/promises';
import initJolt from 'jolt-physics';
import { readScene } from 'tumble/scene';
import { toJolt } from 'tumble/scene/jolt';

const scene = await readScene(await readFile(process.argv[2]));
const { jolt, bodies, losses } = toJolt(scene, await initJolt());
for (const { code, pointer, message } of losses) console.log(`${pointer}: ${message} (${code})`);
for (let i = 0; i < 120; ++i) jolt.Step(1 / 60, 1);
bodies.forEach((body, i) => {
  const p = body.GetPosition();
  const at = [p.GetX(), p.GetY(), p.GetZ()].map((value) => value.toFixed(3));
  console.log(`${scene.nodes.names[scene.bodies.node[i]]}: ${at.join(' ')}`);
});
