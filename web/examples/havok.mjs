// SPDX-License-Identifier: MIT
// The bodies of a file in a world of Havok, for two seconds: node havok.mjs bounce.gltf
import { readFile } from 'node:fs/promises';
import HavokPhysics from '@babylonjs/havok';
import { readScene } from 'tumble/scene';
import { toHavok } from 'tumble/scene/havok';

const wasm = new URL(import.meta.resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm'));
const havok = await HavokPhysics({ wasmBinary: await readFile(wasm) });
const scene = await readScene(await readFile(process.argv[2]));
const { world, bodies, losses } = toHavok(scene, havok);
for (const { code, pointer, message } of losses) console.log(`${pointer}: ${message} (${code})`);
for (let i = 0; i < 120; ++i) havok.HP_World_Step(world, 1 / 60);
bodies.forEach((body, i) => {
  const [, [x, y, z]] = havok.HP_Body_GetPosition(body);
  console.log(`${scene.nodes.names[scene.bodies.node[i]]}: ${x.toFixed(3)} ${y.toFixed(3)} ${z.toFixed(3)}`);
});
