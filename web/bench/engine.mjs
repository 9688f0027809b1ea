// SPDX-License-Identifier: MIT
// engine.mjs: one engine, one scene, one process: times each step and writes the poses of the last two frames.
//
//     node engine.mjs ENGINE SCENE POSES WARM FRAMES
//
// Prints a line of JSON. A step is 1/60 s, nothing sleeps, one thread.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

import { packages, scenes } from '../tests/packages.mjs';
import { tumble } from '../tests/support.mjs';

const STEP = 1 / 60;
const [engine, path, out, warm, frames] = process.argv.slice(2);

async function startTumble(bytes) {
  const world = await tumble.load(bytes, { sleep: false });
  return {
    losses: [],
    step: () => world.step(STEP),
    readPoses(positions, rotations) {
      positions.set(world.poses.positions.subarray(0, positions.length));
      rotations.set(world.poses.rotations.subarray(0, rotations.length));
    },
    hash: () => world.hash().toString(16).padStart(16, '0'),
  };
}

const bytes = readFileSync(path);
const scene = await scenes.readScene(bytes, { name: basename(path) });
const start = engine === 'tumble' ? null : await packages[engine].start();
const began = performance.now();
const world = start === null ? await startTumble(bytes) : start(scene, { canSleep: false });
const make = performance.now() - began;

for (let i = 0; i < Number(warm); ++i) world.step(STEP);
const count = scene.bodies.count;
const poses = new Float32Array(14 * count);
const times = [];
let processor = 0;
for (let i = 0; i < Number(frames); ++i) {
  if (i === frames - 1) world.readPoses(poses.subarray(0, 3 * count), poses.subarray(3 * count, 7 * count));
  const used = process.cpuUsage();
  const from = performance.now();
  world.step(STEP);
  times.push(performance.now() - from);
  const { user, system } = process.cpuUsage(used);
  processor += (user + system) / 1000;
}
world.readPoses(poses.subarray(7 * count, 10 * count), poses.subarray(10 * count));
writeFileSync(out, poses);

const sorted = [...times].sort((a, b) => a - b);
console.log(JSON.stringify({
  engine, bodies: count, frames: times.length, make, median: sorted[sorted.length >> 1],
  mean: times.reduce((sum, time) => sum + time, 0) / times.length,
  p99: sorted[Math.min(sorted.length - 1, Math.floor(0.99 * sorted.length))], processor: processor / times.length,
  losses: [...new Set(world.losses.filter(({ severity }) => severity === 'warning').map(({ code }) => code))],
  hash: world.hash?.(),
}));
process.exit(0);
