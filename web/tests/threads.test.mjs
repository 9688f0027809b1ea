// SPDX-License-Identifier: MIT
// Threads in Node: the bits of one thread, worlds that end and begin, and worlds that share the threads.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { run, sample, tumble } from './support.mjs';

const { TumbleError, init, load } = tumble;

async function hashOf(name, steps, options) {
  const world = await load(sample(name), { name, resource: sample, ...options });
  run(world, steps);
  const hash = world.hash();
  world.free();
  return hash;
}

test('one, two and three threads give the same bits, world after world', async () => {
  for (const name of ['pile.gltf', 'chain.gltf', 'around.g4tf']) {
    await init({ build: 'simd' });
    const expected = await hashOf(name, 60);
    for (const threads of [1, 2, 3, 2]) {
      await init({ build: 'threads', threads });
      assert.equal(await hashOf(name, 60), expected, `${name}, ${threads} threads`);
    }
  }
});

test('worlds share the threads, and one may have fewer', async () => {
  await init({ build: 'threads', threads: 3 });
  const worlds = [];
  for (const threads of [3, 2, 1, undefined]) {
    worlds.push(await load(sample('pile.gltf'), { name: 'pile.gltf', ...(threads ? { threads } : {}) }));
  }
  for (let i = 0; i < 30; ++i) for (const world of worlds) world.step(1 / 60);
  const hashes = worlds.map((world) => world.hash());
  assert.deepEqual(hashes, new Array(4).fill(hashes[0]));
  for (const world of worlds) world.free();
});

test('recordings and views work on shared memory', async () => {
  await init({ build: 'threads', threads: 2 });
  const world = await load(sample('pile.gltf'), { name: 'pile.gltf', resource: sample });
  assert.ok(world.poses.positions.buffer instanceof SharedArrayBuffer);
  const recording = world.record({ every: 8 });
  run(world, 20);
  const [hash, saved] = [world.hash(), world.checkpoint()];
  assert.ok(saved.buffer instanceof ArrayBuffer);
  recording.seek(5);
  recording.seek(20);
  assert.equal(world.hash(), hash);
  assert.ok((await recording.trajectory()).length > 1000);
  world.free();
});

test('memory of threads is not larger than it may be', async () => {
  await init({ build: 'threads', threads: 2, maxMemory: 24 * 2 ** 20 });
  await assert.rejects(
    async () => {
      for (;;) await load(sample('pile.gltf'), { name: 'pile.gltf' });
    },
    (error) => error instanceof TumbleError && error.status === 'memory',
  );
});

test('threads are for those who ask', async () => {
  await init({ build: 'auto', threads: 1, maxMemory: 2 ** 31 });
  const world = await load(sample('bounce.gltf'));
  assert.ok(world.poses.positions.buffer instanceof ArrayBuffer);
  world.free();
  await init({ build: 'auto', threads: 2 });
  const shared = await load(sample('bounce.gltf'));
  assert.ok(shared.poses.positions.buffer instanceof SharedArrayBuffer);
  shared.free();
});
