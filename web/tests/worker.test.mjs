// SPDX-License-Identifier: MIT
// tumble/worker in Node: the same worlds behind a Worker.

import assert from 'node:assert/strict';
import { test, after } from 'node:test';
import { pathToFileURL } from 'node:url';

import { ball, fileWithBuffer, packageFolder, run, sample, tumble } from './support.mjs';

const remote = await import(pathToFileURL(`${packageFolder}/src/worker.js`));

after(() => remote.terminate());

test('a world in a Worker is that of the page, to the bit', async () => {
  const near = await tumble.load(sample('pile.gltf'), { name: 'pile.gltf' });
  const far = await remote.load(sample('pile.gltf'), { name: 'pile.gltf' });
  assert.deepEqual([far.dimension, far.findings], [near.dimension, near.findings]);
  assert.deepEqual([...far.poses.positions], [...near.poses.positions]);
  assert.ok(far.poses.positions.buffer instanceof SharedArrayBuffer);
  for (let i = 0; i < 30; ++i) await far.step(1 / 60);
  run(near, 30);
  assert.equal(await far.hash(), near.hash());
  assert.deepEqual([...far.poses.positions], [...near.poses.positions]);
  assert.deepEqual([...far.before.rotations], [...near.before.rotations]);
  assert.deepEqual([...far.poses.changed], [...near.poses.changed]);
  assert.deepEqual([...far.poses.nodes], [...near.poses.nodes]);
  assert.deepEqual([far.newest.stepCount, far.newest.time], [near.stepCount, near.time]);
  assert.deepEqual(await far.counts, near.counts);
  assert.deepEqual(Buffer.from(await far.checkpoint()), Buffer.from(near.checkpoint()));
  await far.free();
  near.free();
});

test('a checkpoint goes on in a Worker, with the ids of the page', async () => {
  const near = await tumble.load(sample('pile.gltf'), { name: 'pile.gltf' });
  run(near, 20);
  const far = await remote.load(sample('pile.gltf'), { name: 'pile.gltf', number: near.number });
  assert.equal(await far.number, near.number);
  await far.restore(near.checkpoint());
  const body = near.bodyAt(3);
  const at = near.pose(body).position;
  assert.equal((await far.grab(body, at)).joint, near.grab(body, at).joint);
  for (let i = 0; i < 20; ++i) await far.step(1 / 60);
  run(near, 20);
  assert.equal(await far.hash(), near.hash());
  await far.free();
  near.free();
});

test('files beside a document are asked for, bodies can be added, grabbed and asked', async () => {
  const { text, bytes } = fileWithBuffer('cube.bin');
  const asked = [];
  const resource = async (path) => {
    asked.push(path);
    return bytes;
  };
  const world = await remote.load(text, { name: 'cube.gltf', resource });
  assert.deepEqual(asked, ['cube.bin']);
  for (let i = 0; i < 40; ++i) {
    const body = await world.addBody({ pose: { position: [i, 9, 0] } });
    await world.addCollider(body, { shape: { sphere: { radius: 0.3 } } });
  }
  assert.equal(world.poses.count, 41);
  const hit = await world.rayCast([7, 20, 0], [7, 0, 0]);
  assert.equal(hit.body, await world.bodyAt(8));
  const grab = await world.grab(hit.body, [7, 9, 0]);
  assert.equal(await grab.move([7, 12, 0]), true);
  assert.equal(await world.exists(grab.joint), true);
  for (let i = 0; i < 30; ++i) await world.step();
  assert.ok(world.poses.positions[3 * 8 + 1] > 10);
  assert.equal(await grab.release(), true);
  assert.equal(await world.exists(grab.joint), false);
  await world.free();
  await assert.rejects(world.hash(), (error) => error instanceof remote.TumbleError && error.status === 'argument');
});

test('a recording of a world in a Worker seeks, and its poses come along', async () => {
  const world = await remote.load(ball({ height: 4 }), { name: 'ball.gltf' });
  const recording = await world.record({ every: 8 });
  const heights = [world.poses.positions[1]];
  for (let i = 0; i < 40; ++i) {
    await world.step();
    heights.push(world.poses.positions[1]);
  }
  assert.deepEqual([await recording.first, await recording.last], [0, 40]);
  for (const step of [13, 40, 2]) {
    await recording.seek(step);
    assert.equal(world.poses.positions[1], heights[step]);
    assert.equal(world.newest.stepCount, step);
  }
  assert.match(Buffer.from(await recording.trajectory()).toString(), /^\{.*\n/);
  await world.free();
});

test('play takes steps by itself and tells events', async () => {
  const world = await remote.load(ball({ height: 0.55 }), { contactEvents: true });
  const told = new Promise((resolve) => {
    world.onEvents = resolve;
  });
  await world.play(240);
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, 20000, []);
  });
  const events = await Promise.race([told, late]);
  clearTimeout(timer);
  assert.equal(events[0]?.kind, 'contact-start');
  await world.pause();
  const { stepCount } = world.newest;
  assert.ok(stepCount > 0);
  assert.equal(await world.stepCount, stepCount);
  await world.free();
});

test('reports, conversions and failures come as from the package itself', async () => {
  const file = ball();
  assert.deepEqual(await remote.validate(file, { uri: 'a.gltf' }), await tumble.validate(file, { uri: 'a.gltf' }));
  const [theirs, ours] = [await remote.convert(file, { to: 'omi' }), await tumble.convert(file, { to: 'omi' })];
  assert.deepEqual(Buffer.from(theirs.bytes), Buffer.from(ours.bytes));
  assert.deepEqual(await remote.info(file), await tumble.info(file));
  await assert.rejects(remote.load('{'), (error) => error.status === 'input' && error.findings.length > 0);
});

test('a Worker that was ended fails what waits, and another one begins', async () => {
  const world = await remote.load(ball());
  const waiting = world.step();
  await remote.terminate();
  await assert.rejects(waiting, (error) => error.status === 'dead');
  const another = await remote.load(ball());
  await another.step();
  assert.equal(another.newest.stepCount, 1);
  await another.free();
});

test('threads of a Worker give the same bits', async () => {
  const hashes = [];
  for (const options of [{ build: 'simd' }, { build: 'threads', threads: 2 }]) {
    await remote.init(options);
    const world = await remote.load(sample('pile.gltf'), { name: 'pile.gltf' });
    for (let i = 0; i < 20; ++i) await world.step(1 / 60);
    hashes.push(await world.hash());
    await world.free();
  }
  assert.equal(hashes[0], hashes[1]);
});
