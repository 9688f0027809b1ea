// SPDX-License-Identifier: MIT
// Worlds move: steps, poses as views, events, checkpoints, the end of a world.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

import { ball, native, noProgram, packageFolder, root, run, sample, tumble } from './support.mjs';

const { createWorld, init, load } = tumble;
const packageUrl = pathToFileURL(packageFolder);
const { acquire } = await import(`${packageUrl}/src/module.js`);

test('a ball falls as Galileo says', async () => {
  const world = await load(ball({ height: 100 }));
  run(world, 60);
  assert.equal(world.stepCount, 60);
  assert.ok(Math.abs(world.time - 1) < 1e-6);
  // h - g t^2 / 2; the step is exact for constant gravity but for roundings of floats near 100 m.
  assert.ok(Math.abs(world.poses.positions[1] - (100 - 9.81 / 2)) < 1e-3);
  world.free();
});

test('views stay true while the memory grows between any two calls', async () => {
  const world = await load(ball({ height: 100 }));
  const others = [];
  for (let i = 0; i < 8; ++i) {
    const { positions } = world.poses;
    const before = positions[1];
    // Another world in the same module takes memory until it has grown.
    for (const { buffer } = positions; buffer.byteLength > 0 && buffer === world.poses.positions.buffer; ) {
      const other = await createWorld();
      for (let k = 0; k < 2000; ++k) other.addBody();
      others.push(other);
    }
    assert.equal(positions.length, 0, 'the old view has lost its memory');
    assert.equal(world.poses.positions[1], before);
    assert.equal(world.poses.awake[0], 1);
    assert.equal(world.before.positions.length, 3);
    world.step();
    assert.ok(world.poses.positions[1] < before);
  }
  for (const other of others) other.free();
  world.free();
});

test('bodies that are added have poses at once, before and now', async () => {
  const world = await load(ball());
  run(world, 3);
  const body = world.addBody({ pose: { position: [5, 6, 7] }, kind: 'kinematic' });
  assert.equal(world.poses.count, 2);
  assert.deepEqual([...world.poses.positions.subarray(3)], [5, 6, 7]);
  assert.deepEqual([...world.before.positions.subarray(3)], [5, 6, 7]);
  assert.equal(world.poses.nodes[1], -1);
  assert.equal(world.indexOf(body), 1);
  assert.equal(world.bodyAt(1), body);
  world.free();
});

test('before and now are the two ends of a step, and changed names what moved', async () => {
  const world = await load(ball());
  const still = world.addBody({ kind: 'static' });
  const start = world.poses.positions[1];
  world.step();
  assert.equal(world.before.positions[1], start);
  assert.ok(world.poses.positions[1] < start);
  assert.deepEqual([...world.poses.changed], [0]);
  assert.equal(world.indexOf(still), 1);
  world.free();
});

test('a body that is put elsewhere did not move there', async () => {
  const world = await load(ball());
  run(world, 2);
  assert.equal(world.setPose(world.bodyOfNode(0), { position: [1, 50, 0] }), true);
  assert.deepEqual([...world.poses.positions], [1, 50, 0]);
  assert.deepEqual([...world.before.positions], [1, 50, 0]);
  world.free();
});

test('advance takes the steps that are due, and at most four', async () => {
  const world = await load(ball({ height: 100 }));
  assert.ok(Math.abs(world.advance(1 / 120) - 0.5) < 1e-6);
  assert.equal(world.stepCount, 0);
  const rest = world.advance(1 / 60);
  assert.equal(world.stepCount, 1);
  assert.ok(Math.abs(rest - 0.5) < 1e-6);
  world.advance(60);
  assert.equal(world.stepCount, 5);
  // Sixty sixtieths of a second are sixty steps, however they are rounded.
  const other = await load(ball({ height: 100 }));
  for (let i = 0; i < 60; ++i) other.advance(1 / 60);
  assert.equal(other.stepCount, 60);
  world.free();
  other.free();
});

test('contacts start with their impulse, and triggers are entered', async () => {
  const world = await load(ball({ height: 0.6 }), { contactEvents: true });
  const events = [];
  for (let i = 0; i < 30; ++i) {
    world.step();
    events.push(...world.events);
  }
  const start = events.find((event) => event.kind === 'contact-start');
  assert.equal(start.a.node, 0);
  assert.equal(start.b.node, 1);
  assert.equal(start.a.body, world.bodyOfNode(0));
  assert.equal(start.b.body, 0);
  // A fall of 0.1 m: v = sqrt(2 g h) = 1.4 m/s, and 2 kg of it; gravity adds m g / 60 a step.
  assert.ok(Math.abs(start.speed - 1.4007) < 0.1, `${start.speed}`);
  assert.ok(Math.abs(start.impulse - 2.8) < 0.4, `${start.impulse}`);
  assert.ok(Math.abs(start.normal[1] + 1) < 1e-5, `${start.normal}`);
  world.free();
  const room = await load(sample('triggers.gltf'));
  let entered = 0;
  for (let i = 0; i < 120; ++i) {
    room.step();
    entered += room.events.filter(({ kind, trigger }) => kind === 'trigger-enter' && trigger >= 0).length;
  }
  assert.ok(entered > 0);
  room.free();
});

test('counts and times are of the last step', async () => {
  const world = await load(sample('tumbling-tower.gltf'), { phaseTimes: true });
  run(world, 5);
  const { counts, times } = world;
  assert.equal(counts.bodies, world.poses.count);
  assert.ok(counts.contacts > 0 && counts.points >= counts.contacts && counts.pairs >= counts.contacts);
  assert.ok(Object.values(times).some((seconds) => seconds > 0));
  assert.ok('collide' in times && 'warm start' in times);
  world.free();
});

test('a world goes on from a checkpoint to the bit', async () => {
  const world = await load(sample('tumbling-tower.gltf'));
  run(world, 40);
  const middle = world.checkpoint();
  const hash = world.hash();
  run(world, 40);
  const end = world.hash();
  world.restore(middle);
  assert.equal(world.hash(), hash);
  assert.equal(world.stepCount, 40);
  assert.deepEqual([...world.before.positions], [...world.poses.positions]);
  run(world, 40);
  assert.equal(world.hash(), end);
  assert.throws(() => world.restore(middle.subarray(0, 100)), (error) => {
    assert.equal(error.status, 'input');
    assert.ok(error.findings.length > 0);
    return true;
  });
  assert.equal(world.hash(), end, 'the world stays as it was');
  world.free();
});

test('every sample comes to the state of the native program', { skip: noProgram }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tumble-web-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const names = readdirSync(`${root}samples`).filter((name) => /\.(gltf|g4tf)$/.test(name));
  assert.ok(names.length >= 22);
  for (const name of names) {
    native('simulate', name, '--duration', '1', '--checkpoint', join(folder, 'native.tck'), '--quiet');
    for (const build of ['simd', 'fast']) {
      await init({ build });
      const world = await load(sample(name));
      run(world, 60);
      const isSame = Buffer.compare(world.checkpoint(), readFileSync(join(folder, 'native.tck'))) === 0;
      assert.ok(isSame, `${name}, ${build}`);
      world.free();
    }
  }
  await init({ build: 'auto' });
});

test('families come to the state of the native program in every build', { skip: noProgram }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tumble-web-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const families = ['dolls', 'logs', 'heap', 'compounds', 'bridges', 'wrecking', 'rain', 'shots'];
  native('bench', '--write', folder, '--quiet', ...families.map((family) => `family:${family}:9:150`));
  for (const family of families) {
    const path = join(folder, `family-${family}-9-150.glb`);
    native('simulate', path, '--duration', '2', '--checkpoint', join(folder, 'native.tck'), '--quiet');
    for (const build of ['simd', 'fast', 'scalar', 'threads']) {
      await init({ build, ...(build === 'threads' ? { threads: 2 } : {}) });
      const world = await load(readFileSync(path));
      run(world, 120);
      const isSame = Buffer.compare(world.checkpoint(), readFileSync(join(folder, 'native.tck'))) === 0;
      assert.ok(isSame, `${family}, ${build}`);
      world.free();
    }
  }
  await init({ build: 'auto', threads: 1 });
});

test('checkpoints are those of the native program, and each goes on from the other', { skip: noProgram }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tumble-web-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['pile.gltf', 'chain.gltf', 'around.g4tf']) {
    const one = join(folder, 'one.tck');
    const two = join(folder, 'two.tck');
    const ours = join(folder, 'ours.tck');
    native('simulate', name, '--duration', '1', '--checkpoint', one, '--quiet');
    const world = await load(sample(name));
    run(world, 60);
    assert.deepEqual(Buffer.from(world.checkpoint()), readFileSync(one), name);
    writeFileSync(ours, world.checkpoint());
    native('simulate', name, '--resume', ours, '--duration', '2', '--checkpoint', two, '--quiet');
    world.restore(readFileSync(one));
    run(world, 60);
    assert.deepEqual(Buffer.from(world.checkpoint()), readFileSync(two), `${name}, resumed`);
    world.free();
  }
});

test('worlds are in the full module in Node and where speed is asked for, and in the core else', async () => {
  for (const [options, hasFour] of [
    [{ build: 'auto' }, true],
    [{ build: 'fast' }, true],
    [{ build: 'simd' }, false],
    [{ build: 'auto', wasm: new URL('core.wasm', `${packageUrl}/src/`) }, false],
  ]) {
    await init(options);
    const module = await acquire('core');
    assert.equal(module.part === 'full', hasFour, JSON.stringify(options));
    module.release();
  }
});

test('a body that leaves the finite numbers is named', async () => {
  const world = await load(ball({ height: 100 }));
  world.setLinearVelocity(world.bodyAt(0), [3e38, 0, 0]);
  assert.throws(() => run(world, 600), (error) => {
    assert.equal(error.status, 'diverged');
    assert.match(error.message, /"Ball"/);
    return true;
  });
  world.free();
});

test('a freed world says so, and freeing twice is fine', async () => {
  const world = await load(ball());
  world.free();
  world.free();
  world[Symbol.dispose]();
  assert.throws(() => world.step(), /freed/);
  assert.throws(() => world.poses, /freed/);
});

test('a module that lacks layers lacks those of four dimensions alone', async () => {
  const code = new WebAssembly.Module(readFileSync(`${packageFolder}/src/core.wasm`));
  const names = WebAssembly.Module.imports(code).map(({ name }) => name).filter((name) => name.startsWith('tum_'));
  assert.ok(names.length > 10);
  for (const name of names) assert.match(name, /4(_|$)/, name);
});

test('a thousand worlds leave no memory behind', async () => {
  const keep = await createWorld();
  keep.addBody();
  const size = async () => {
    const world = await load(ball());
    run(world, 2);
    world.free();
    return keep.poses.positions.buffer.byteLength;
  };
  const first = await size();
  for (let i = 0; i < 1000; ++i) await size();
  assert.equal(await size(), first);
  keep.free();
});
