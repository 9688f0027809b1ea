// SPDX-License-Identifier: MIT
// Files become worlds: bytes and texts, the files they name, findings, modules.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';

import { ball, fileWithBuffer, run, sample, tumble } from './support.mjs';

const { TumbleError, createWorld, info, init, load, version } = tumble;

test('a body stands where its node does', async () => {
  const world = await load(ball({ height: 3 }));
  assert.equal(world.dimension, 3);
  assert.equal(world.poses.count, 1);
  assert.deepEqual([...world.poses.positions], [0, 3, 0]);
  assert.deepEqual([...world.poses.rotations], [0, 0, 0, 1]);
  assert.deepEqual([...world.poses.nodes], [0]);
  assert.deepEqual([...world.poses.awake], [1]);
  assert.deepEqual(world.findings, []);
  world.free();
});

test('text, bytes and a buffer of the same file give the same world', async () => {
  const bytes = new TextEncoder().encode(ball());
  const hashes = [];
  for (const file of [ball(), bytes, bytes.buffer]) {
    const world = await load(file);
    run(world, 30);
    hashes.push(world.hash());
    world.free();
  }
  assert.equal(hashes[0], hashes[1]);
  assert.equal(hashes[0], hashes[2]);
});

test('files that a document names are asked for by their path, once, and are the hull', async () => {
  const { text, bytes } = fileWithBuffer('parts/the%20cube.bin');
  const asked = [];
  const world = await load(text, {
    name: 'cube.gltf',
    resource: async (path) => {
      asked.push(path);
      return bytes;
    },
  });
  assert.deepEqual(asked, ['parts/the cube.bin']);
  assert.deepEqual(world.findings, []);
  // The top of a cube of 1 m at a height of 3 m.
  const hit = world.rayCast([0.2, 10, 0.2], [0.2, 0, 0.2]);
  assert.ok(Math.abs(hit.point[1] - 3.5) < 1e-4, `${hit.point[1]}`);
  world.free();
});

test('a file that is not there is a finding at its uri', async () => {
  const { text } = fileWithBuffer('cube.bin');
  for (const resource of [undefined, () => null, () => Promise.reject(new Error('404'))]) {
    const { findings } = await info(text, { name: 'cube.gltf', resource });
    assert.equal(findings[0].code, 'IO_ERROR');
    assert.equal(findings[0].severity, 'error');
    assert.equal(findings[0].pointer, '/buffers/0/uri');
    assert.equal(findings[0].file, 'cube.gltf');
  }
});

test('what is no document rejects with its findings', async () => {
  for (const file of ['', '{', 'glTF', new Uint8Array(40), '[]']) {
    await assert.rejects(load(file), (error) => {
      assert.ok(error instanceof TumbleError);
      assert.equal(error.status, 'input');
      assert.equal(error.findings[0].severity, 'error');
      return true;
    });
  }
  await assert.rejects(load(42), { status: 'argument' });
  await assert.rejects(load(ball(), { dialect: 'havok' }), { status: 'argument' });
  await assert.rejects(load(ball(), { substeps: 1000 }), { status: 'argument' });
});

test('gravity, substeps, sleep and dialect are those of the options', async () => {
  const moon = await load(ball(), { gravity: [0, -1.62, 0], substeps: 2 });
  assert.deepEqual(moon.gravity.map((g) => Math.fround(g)), [0, -1.62, 0].map(Math.fround));
  assert.equal(moon.setGravity([0, 0, 0]), true);
  run(moon, 60);
  assert.equal(moon.poses.positions[1], 3);
  const other = await load(ball(), { dialect: 'omi' });
  assert.equal(other.poses.count, 0);
  assert.equal(other.findings[0].code, 'PHYSICS_DIALECT_FORCED');
  moon.free();
  other.free();
});

test('a scene of four dimensions runs in the full module', async () => {
  const world = await load(sample('slope4.g4tf'));
  assert.equal(world.dimension, 4);
  assert.equal(world.gravity.length, 4);
  const { count, positions, rotations } = world.poses;
  assert.equal(positions.length, 4 * count);
  assert.equal(rotations.length, 16 * count);
  run(world, 10);
  assert.throws(() => world.pose(world.bodyAt(0)), { status: 'unsupported' });
  assert.ok(world.debug(1, { w: 0 }).count > 0);
  world.free();
});

test('an empty world takes bodies', async () => {
  const world = await createWorld({ gravity: [0, -10, 0] });
  assert.equal(world.poses.count, 0);
  assert.equal(world.findings.length, 0);
  world.addBody();
  assert.equal(world.poses.count, 1);
  world.free();
});

test('info counts what is in a file', async () => {
  const found = await info(ball());
  assert.deepEqual(found.dialects, ['khr']);
  assert.equal(found.dimension, 3);
  assert.equal(found.nodes, 2);
  assert.equal(found.bodies, 1);
  assert.deepEqual(found.kinds, { static: 0, kinematic: 0, dynamic: 1 });
  assert.deepEqual(found.colliders, { sphere: 1, box: 1 });
  assert.equal(found.joints, 0);
  assert.equal(found.materials, 1);
  const four = await info(sample('slope4.g4tf'));
  assert.equal(four.dimension, 4);
  assert.deepEqual(four.dialects, ['g4mf']);
});

test('the version is that of the library', async () => {
  assert.match(await version(), /^\d+\.\d+\.\d+$/);
});

test('a module that is none is named with its address, status and type', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/page.wasm' ? 200 : 404, { 'content-type': 'text/html' });
    response.end('<!doctype html>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  await assert.rejects(init({ wasm: `${base}/page.wasm` }), (error) => {
    assert.equal(error.status, 'file');
    assert.match(error.message, /page\.wasm is no WebAssembly: HTTP 200, text\/html/);
    return true;
  });
  await assert.rejects(init({ wasm: `${base}/none.wasm` }), /none\.wasm is no WebAssembly: HTTP 404/);
  server.close();
  await assert.rejects(init({ wasm: `${base}/gone.wasm` }), /gone\.wasm could not be fetched/);
});
