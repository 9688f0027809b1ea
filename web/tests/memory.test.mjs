// SPDX-License-Identifier: MIT
// Memory: it may grow in any call, and comes back.

import assert from 'node:assert/strict';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

import { ball, fileWithBuffer, packageFolder, run, sample, tumble } from './support.mjs';

const { Debug, convert, createWorld, load, validate } = tumble;
const { acquire } = await import(pathToFileURL(`${packageFolder}/src/module.js`));

/** Grows the memory of a part before and after each call into it, while `act` runs. */
async function whileGrowing(part, act) {
  const module = await acquire(part);
  const { call } = module;
  let calls = 0;
  module.call = function (...values) {
    calls += 1;
    this.memory.grow(1);
    const answer = call.apply(this, values);
    this.memory.grow(1);
    return answer;
  };
  try {
    return { answer: await act(), calls };
  } finally {
    delete module.call;
    module.release();
  }
}

// A visit of everything that reads or writes the memory of a module.
async function visit() {
  const { text, bytes } = fileWithBuffer('cube.bin');
  const world = await load(text, { name: 'cube.gltf', resource: () => bytes, contactEvents: true });
  const told = [];
  const recording = world.record({ every: 10 });
  const body = world.addBody({ pose: { position: [3, 2, 0] } });
  const box = world.addCollider(body, { shape: { hull: { points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] } } });
  world.addCollider(null, {
    shape: { mesh: { points: [-9, 0, -9, 9, 0, -9, 0, 0, 9], triangles: [0, 2, 1] } }, material: { restitution: 0.1 },
  });
  const joint = world.addJoint({
    a: world.bodyAt(0), b: body, limits: [{ space: 'linear', axes: [0, 1, 2], max: 4 }],
    drives: [{ space: 'angular', axis: 1, velocityTarget: 1, damping: 0.1 }],
  });
  for (let i = 0; i < 40; ++i) {
    world.step(1 / 60);
    told.push(...world.events.map(({ kind }) => kind));
    // Views that were taken anew are of the memory as it is now.
    assert.equal(world.poses.positions.length, 6);
    assert.equal(world.before.rotations.length, 8);
  }
  told.push([...world.poses.positions], [...world.poses.changed], world.pose(body), world.mass(body));
  told.push(world.limits(joint), world.drives(joint), world.material(box), world.counts, world.nodeName(0));
  told.push(world.rayCast([0, 9, 0], [0, -9, 0])?.fraction, [...world.rayCasts([0, 9, 0, 0, -9, 0]).distances]);
  told.push(world.overlap({ sphere: { radius: 9 } }, {}).map(({ node }) => node));
  told.push(world.shapeCast({ box: { size: [1, 1, 1] } }, { position: [0, 9, 0] }, [0, -9, 0])?.fraction);
  told.push([...world.debug(Debug.shapes | Debug.contacts).positions], world.debugLabels(Debug.names));
  const saved = world.checkpoint();
  recording.seek(15);
  told.push(world.hash());
  world.restore(saved);
  told.push(world.hash(), Buffer.from(saved).toString('hex'));
  world.free();
  return told;
}

test('the memory grows between every two calls, and nobody notices', async () => {
  const quiet = await visit();
  const { answer, calls } = await whileGrowing('core', visit);
  assert.ok(calls > 300, `${calls} calls`);
  assert.deepEqual(answer, quiet);
});

test('files are checked and converted while the memory grows', async () => {
  const act = async () => {
    const report = await validate(ball({ node: { scale: [1, 2, 3] } }), { deep: true });
    const { bytes, changes } = await convert(sample('chain.gltf'), { to: 'g4mf', resource: sample });
    return { report, changes, bytes: Buffer.from(bytes).toString('hex') };
  };
  const quiet = await act();
  assert.deepEqual((await whileGrowing('full', act)).answer, quiet);
});

const sizeOf = async (part) => {
  const module = await acquire(part);
  module.release();
  return module.memory.buffer.byteLength;
};

test('ten thousand worlds that are loaded and freed need no more memory than a few', async () => {
  const file = ball();
  const round = async (count) => {
    for (let i = 0; i < count; ++i) {
      const world = await load(file);
      world.step();
      world.free();
    }
  };
  const keeper = await createWorld();
  await round(500);
  const size = await sizeOf('core');
  await round(9500);
  assert.equal(await sizeOf('core'), size);
  keeper.free();
});

test('a thousand files that are refused, checked and converted leave nothing', async () => {
  const keeper = await createWorld();
  const round = async (count) => {
    for (let i = 0; i < count; ++i) {
      await load('{"asset":{"version":"2.0"},"nodes":[{"children":[7]}]}').then((world) => world.free(), () => {});
      await load('not a file').catch(() => {});
      await validate(ball());
      await convert(ball(), { to: 'omi' });
    }
  };
  await round(50);
  const sizes = [await sizeOf('core'), await sizeOf('full')];
  await round(450);
  assert.deepEqual([await sizeOf('core'), await sizeOf('full')], sizes);
  keeper.free();
});

test('a module is kept for the next world while it is small, and not when it is large', async () => {
  const small = await load(ball());
  small.free();
  const module = await acquire('core');
  module.release();
  const again = await load(ball());
  assert.equal(await acquire('core'), module);
  module.release();
  module.memory.grow(1024 + 16); // Pages: more than 64 MiB.
  again.free();
  const next = await acquire('core');
  assert.notEqual(next, module);
  assert.ok(next.memory.buffer.byteLength < 2 ** 26);
  next.release();
});

test('a fault ends a module and the worlds in it, and no others', async () => {
  const world = await load(ball());
  const module = await acquire('core');
  module.release();
  assert.throws(() => module.call('tum_web_time', 0x7ffffff0), (error) => error.status === 'dead');
  assert.throws(() => world.step(), (error) => error.status === 'dead');
  world.free();
  const next = await load(ball());
  run(next, 3);
  assert.equal(next.stepCount, 3);
  next.free();
});
