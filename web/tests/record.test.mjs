// SPDX-License-Identifier: MIT
// Recordings: any state again to the bit, changes replayed, trajectories and bakes as the native program writes them.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { ball, native, noProgram, run, sample, trajectories, tumble } from './support.mjs';

const { TumbleError, createWorld, load } = tumble;

// What a visitor does to a world: changes of every sort between its steps.
function disturb(world, step) {
  const body = world.bodyAt(0);
  if (step === 7) world.applyImpulse(body, [0.5, 0, 0.25]);
  if (step === 11) world.setGravity([0, -3, 0]);
  if (step === 20) {
    const box = world.addBody({ pose: { position: [0.1, 6, 0] } });
    world.addCollider(box, { shape: { box: { size: [1, 1, 1] } } });
    world.setDensity(box, 500);
  }
  if (step === 33) world.addForce(body, [0, 40, 0]);
  if (step === 45) world.setGravity([0, -9.81, 0]);
  if (step === 60) world.remove(world.bodyAt(1));
}

async function disturbed(steps, record) {
  const world = await load(ball({ height: 4, restitution: 0.4 }));
  const recording = record ? world.record({ every: 16 }) : null;
  const hashes = [];
  for (let step = 0; step < steps; ++step) {
    disturb(world, step);
    hashes.push(world.hash());
    world.step(1 / 60);
  }
  hashes.push(world.hash());
  return { world, recording, hashes };
}

test('scrubbing back and forth gives the states of a straight run, with every change', async () => {
  const straight = await disturbed(90, false);
  const { world, recording, hashes } = await disturbed(90, true);
  assert.deepEqual(hashes, straight.hashes);
  assert.deepEqual([recording.first, recording.last], [0, 90]);
  assert.deepEqual(recording.checkpoints, [0, 16, 32, 48, 64, 80]);
  for (const step of [90, 0, 61, 20, 19, 46, 8, 7, 60, 12, 90, 33, 34, 90]) {
    recording.seek(step);
    assert.equal(world.hash(), hashes[step], `step ${step}`);
    assert.equal(world.stepCount, step);
  }
  world.free();
  straight.world.free();
});

test('a grabbed body is pulled again along the same way', async () => {
  const world = await load(ball({ height: 4 }));
  const recording = world.record({ every: 10 });
  const hashes = [];
  let grab;
  for (let step = 0; step < 60; ++step) {
    if (step === 5) grab = world.grab(world.bodyAt(0), [0, 4, 0]);
    if (step > 5 && step < 40) grab.move([step / 20, 4 + step / 40, 0]);
    if (step === 40) grab.release();
    hashes.push(world.hash());
    world.step(1 / 60);
  }
  for (const step of [3, 39, 6, 5, 41, 22]) {
    recording.seek(step);
    assert.equal(world.hash(), hashes[step], `step ${step}`);
  }
  world.free();
});

test('a step or a change after going back begins another future', async () => {
  const { world, recording, hashes } = await disturbed(70, true);
  recording.seek(40);
  world.applyImpulse(world.bodyAt(0), [1, 0, 0]);
  assert.equal(recording.last, 40);
  run(world, 10);
  assert.equal(recording.last, 50);
  assert.notEqual(world.hash(), hashes[50]);
  const other = world.hash();
  recording.seek(39);
  assert.equal(world.hash(), hashes[39]);
  recording.seek(50);
  assert.equal(world.hash(), other);
  assert.throws(() => recording.seek(51), (error) => error instanceof TumbleError && error.status === 'argument');
  world.free();
});

test('checkpoints stay within their budget, and every state can still be had', async () => {
  const world = await load(sample('bounce.gltf'));
  const size = world.checkpoint().length;
  const recording = world.record({ every: 4, budget: 6 * size });
  const hashes = [world.hash()];
  for (let step = 0; step < 80; ++step) {
    world.step(1 / 60);
    hashes.push(world.hash());
    assert.ok(recording.bytes <= 8 * size, `${recording.bytes / size} checkpoints`);
  }
  assert.ok(recording.checkpoints.length <= 7);
  assert.equal(recording.checkpoints[0], 0);
  for (const step of [3, 77, 41]) {
    recording.seek(step);
    assert.equal(world.hash(), hashes[step]);
  }
  world.free();
});

test('trajectories of samples are those that are recorded for the native program', async () => {
  assert.ok(trajectories.length >= 22);
  for (const { sha256, name } of trajectories) {
    const world = await load(sample(name), { name, resource: sample });
    const recording = world.record();
    run(world, 120);
    const hash = world.hash();
    const bytes = await recording.trajectory();
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256, name);
    assert.equal(world.hash(), hash);
    world.free();
  }
});

test('a bake and NumPy arrays are those of the native program', { skip: noProgram }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tumble-web-'));
  const [baked, arrays] = [join(folder, 'bounce.gltf'), join(folder, 'bounce.npz')];
  native('simulate', 'bounce.gltf', '--duration', '2', '--bake', baked, '--trajectory', arrays, '--quiet');
  const world = await load(sample('bounce.gltf'), { name: 'bounce.gltf', resource: sample });
  const recording = world.record();
  run(world, 120);
  assert.deepEqual(Buffer.from(await recording.trajectory('npz')), readFileSync(arrays));
  const ours = JSON.parse(Buffer.from(await recording.bake({ container: 'text' })));
  const theirs = JSON.parse(readFileSync(baked));
  assert.deepEqual(ours.animations, theirs.animations);
  assert.deepEqual(ours.nodes, theirs.nodes);
  assert.deepEqual(ours.accessors, theirs.accessors);
  rmSync(folder, { recursive: true });
  world.free();
});

test('worlds without a file have no trajectory, and worlds of 4D no bake', async () => {
  const empty = await createWorld();
  await assert.rejects(empty.record().trajectory(), (error) => error.status === 'unsupported');
  empty.free();
  const four = await load(sample('around.g4tf'), { resource: sample });
  const recording = four.record();
  four.step();
  await assert.rejects(recording.bake(), (error) => error.status === 'unsupported');
  four.free();
});
