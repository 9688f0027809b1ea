// SPDX-License-Identifier: MIT
// The bodies of a file in a world of Rapier, for two seconds: node rapier.mjs bounce.gltf
import { readFile } from 'node:fs/promises';
import RAPIER from '@dimforge/rapier3d-simd-compat';
import { readScene } from 'tumble/scene';
import { toRapier } from 'tumble/scene/rapier';

await RAPIER.init();
const scene = await readScene(await readFile(process.argv[2]));
const { world, bodies, losses } = toRapier(scene, RAPIER);
for (const { code, pointer, message } of losses) console.log(`${pointer}: ${message} (${code})`);
for (let i = 0; i < 120; ++i) world.step();
bodies.forEach((body, i) => {
  const { x, y, z } = body.translation();
  console.log(`${scene.nodes.names[scene.bodies.node[i]]}: ${x.toFixed(3)} ${y.toFixed(3)} ${z.toFixed(3)}`);
});
