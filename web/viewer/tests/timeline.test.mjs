// SPDX-License-Identifier: MIT
// The past of a world, the state in an address, and pointers of a file: parts of the viewer that need no page.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hierarchyOf, jsonOf, nodeOfPointer, physicsOfNode, valueAt } from '../src/document.js';
import { readState, writeState } from '../src/state.js';
import { energyOf } from '../src/course.js';
import { Timeline } from '../src/timeline.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const script = `${root}build/web/tumble/src/tumble.js`;
const skip = existsSync(script) ? false : 'the package is not built: tools/web.sh build';
const { load } = skip ? {} : await import(script);
const sample = (name) => readFileSync(`${root}samples/${name}`);
const open = async (name, options) => new Timeline(await load(sample(name)), options);

function run(timeline, count) {
  for (let i = 0; i < count; ++i) timeline.forward();
  return timeline.world.hash();
}

test('each step that is sought has the hash of the straight run', { skip }, async () => {
  const straight = await load(sample('pile.gltf'));
  const hashes = [straight.hash()];
  for (let i = 0; i < 150; ++i) {
    straight.step(1 / 60);
    hashes.push(straight.hash());
  }
  const timeline = await open('pile.gltf');
  for (const step of [150, 149, 61, 60, 59, 0, 1, 120, 119, 150]) {
    timeline.seek(step);
    assert.equal(timeline.step, step);
    assert.equal(timeline.world.hash(), hashes[step], `step ${step}`);
  }
  assert.deepEqual(timeline.checkpoints.map(({ step }) => step), [0, 60, 120]);
});

test('changes are made again where they were made', { skip }, async () => {
  const timeline = await open('bounce.gltf');
  run(timeline, 20);
  const body = timeline.world.bodyAt(0);
  const { joint } = timeline.change({ kind: 'grab', body, at: timeline.world.pose(body).position });
  run(timeline, 10);
  timeline.change({ kind: 'drag', joint, to: [1, 4, 0] });
  run(timeline, 30); // Step 60: a checkpoint is taken while the body is held.
  timeline.change({ kind: 'mass', body: timeline.world.bodyAt(1), value: 3 });
  run(timeline, 15);
  timeline.change({ kind: 'release', joint });
  const end = run(timeline, 30);
  const held = (timeline.seek(50), timeline.world.hash());
  timeline.seek(0);
  timeline.seek(105);
  assert.equal(timeline.world.hash(), end);
  timeline.seek(62);
  assert.ok(Math.abs(timeline.world.mass(timeline.world.bodyAt(1)).mass - 3) < 1e-6);
  timeline.seek(105);
  assert.equal(timeline.world.hash(), end);
  timeline.seek(50);
  assert.equal(timeline.world.hash(), held);
});

test('a step that is sought has the changes that were made at it', { skip }, async () => {
  const timeline = await open('bounce.gltf');
  run(timeline, 20);
  timeline.change({ kind: 'gravity', value: [0, -1, 0] });
  run(timeline, 10);
  timeline.seek(5);
  assert.deepEqual([...timeline.world.gravity], [0, Math.fround(-9.81), 0].map(Number));
  timeline.seek(20);
  assert.deepEqual([...timeline.world.gravity], [0, -1, 0]);
});

test('poses of every fourth step are stored, and those between lie on the way', { skip }, async () => {
  const timeline = await open('bounce.gltf');
  const heights = [timeline.world.poses.positions[1]];
  for (let step = 1; step <= 10; ++step) {
    timeline.forward();
    heights.push(timeline.world.poses.positions[1]);
  }
  const heightAt = (step) => {
    const { before, poses, part } = timeline.track.at(step);
    return before.positions[1] * (1 - part) + poses.positions[1] * part;
  };
  for (const step of [0, 4, 8]) assert.equal(heightAt(step), heights[step]);
  // A chord of free fall: within g h^2 / 8 over four steps.
  assert.ok(Math.abs(heightAt(6) - heights[6]) <= (9.81 * (4 / 60) ** 2) / 8 + 1e-6);
  assert.equal(timeline.track.at(9), null);
});

test('the future that a change has left is kept as a ghost until the next change', { skip }, async () => {
  const timeline = await open('bounce.gltf');
  run(timeline, 40);
  const [, left] = (timeline.seek(32), timeline.world.poses.positions);
  timeline.seek(10);
  assert.equal(timeline.ghost, null);
  timeline.change({ kind: 'gravity', value: [0, -1, 0] });
  assert.equal(timeline.ghost.at(32).poses.positions[1], left);
  assert.equal(timeline.track.at(12), null);
  run(timeline, 22);
  assert.notEqual(timeline.track.at(32).poses.positions[1], left);
  assert.equal(timeline.ghost.at(32).poses.positions[1], left);
  timeline.change({ kind: 'gravity', value: [0, -2, 0] });
  assert.equal(timeline.ghost, null);
});

test('a change in the past forgets what came later, and lets go of what was held then', { skip }, async () => {
  const timeline = await open('bounce.gltf');
  run(timeline, 5);
  const body = timeline.world.bodyAt(0);
  const { joint } = timeline.change({ kind: 'grab', body, at: timeline.world.pose(body).position });
  run(timeline, 70);
  timeline.change({ kind: 'release', joint });
  run(timeline, 5);
  timeline.seek(30);
  assert.equal(timeline.world.exists(joint), true);
  timeline.change({ kind: 'gravity', value: [0, -1, 0] });
  assert.equal(timeline.world.exists(joint), false);
  assert.equal(timeline.last, 30);
  assert.equal(timeline.samples.time.length, 31);
  const end = run(timeline, 40);
  timeline.seek(3);
  timeline.seek(70);
  assert.equal(timeline.world.hash(), end);
});

test('beyond their budget older checkpoints are thinned out, and all steps can still be sought', { skip }, async () => {
  const timeline = await open('bounce.gltf', { budget: 1 });
  const hash = run(timeline, 200);
  run(timeline, 100);
  assert.ok(timeline.checkpoints.length < 6);
  assert.equal(timeline.checkpoints[0].step, 0);
  timeline.seek(200);
  assert.equal(timeline.world.hash(), hash);
});

test('energy is kept in flight: 65 kg fall 2.25 m', { skip }, async () => {
  const timeline = await open('bounce.gltf');
  const first = energyOf(timeline.world);
  run(timeline, 20);
  assert.ok(Math.abs(energyOf(timeline.world) / first - 1) < 0.01);
  assert.equal(timeline.samples.energy.length, 21);
  assert.ok(Number.isNaN(energyOf(await load(sample('around.g4tf')))));
});

test('an address says all of the state, and nothing of what is as by default', () => {
  const query = '?file=a/b.glb&t=1.25&w=-0.5&sel=7&show=shapes,contacts&rate=120&substeps=8&speed=0.25&theme=light&tab=plots&cam=1,2,3,0,0,0';
  assert.equal(new URLSearchParams(writeState(readState(query))).toString(), new URLSearchParams('?file=a/b.glb&t=1.25&w=-0.5&sel=7&rate=120&substeps=8&speed=0.25&theme=light&tab=plots&show=shapes,contacts&cam=1,2,3,0,0,0').toString());
  assert.equal(writeState(readState('')), '?');
  assert.equal(writeState(readState('?file=x.gltf'), '?watch=1'), '?watch=1&file=x.gltf');
});

test('members of an address that are out of range, or no numbers, are as by default', () => {
  const state = readState('?t=-3&rate=1e9&substeps=x&sel=2.4&show=shapes,everything&theme=pink&cam=1,2&speed=&tab=all&w=Infinity');
  assert.equal(state.t, 0);
  assert.equal(state.rate, 240);
  assert.equal(state.substeps, 4);
  assert.equal(state.sel, 2);
  assert.deepEqual([...state.show], ['shapes']);
  assert.deepEqual(state.cam, []);
  assert.equal(state.speed, 1);
  assert.equal(state.tab, 'events');
  assert.equal(state.w, 0);
});

test('values of a node come with their pointers, through references too', () => {
  const json = jsonOf(sample('combine.gltf'));
  const leaves = physicsOfNode(json, 3);
  for (const { pointer, value } of leaves) assert.deepEqual(valueAt(json, pointer), value, pointer);
  const pointers = leaves.map(({ pointer }) => pointer);
  assert.ok(pointers.includes('/nodes/3/extensions/KHR_physics_rigid_bodies/motion/mass'));
  assert.ok(pointers.includes('/extensions/KHR_physics_rigid_bodies/physicsMaterials/2/staticFriction'));
  assert.ok(pointers.includes('/extensions/KHR_implicit_shapes/shapes/1/box/size'));
  assert.equal(nodeOfPointer('/nodes/12/extensions/x'), 12);
  assert.equal(nodeOfPointer('/meshes/1'), -1);
});

test('hostile files have no nodes, and end nothing', () => {
  assert.equal(jsonOf(new Uint8Array(0)), null);
  assert.equal(jsonOf(new TextEncoder().encode('[')), null);
  assert.equal(jsonOf(new Uint8Array([0x67, 0x6c, 0x54, 0x46, ...new Array(16).fill(255)])), null);
  assert.deepEqual(hierarchyOf({ nodes: 'many' }), { nodes: [], roots: [] });
  assert.deepEqual(hierarchyOf({ nodes: [{ children: 4 }, null, { children: [9, 0] }] }).roots, [1, 2]);
  assert.deepEqual(physicsOfNode({ nodes: [null] }, 0), []);
});
