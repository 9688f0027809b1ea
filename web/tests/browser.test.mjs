// SPDX-License-Identifier: MIT
// The package in headless Chromium: the same bits as everywhere, with SIMD and without.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';

import { launch, noBrowser, openPage } from './browser.mjs';
import { native, noProgram, packageFolder, program, root, run, trajectories, tumble } from './support.mjs';

const skip = noBrowser;
const scenes = mkdtempSync(join(tmpdir(), 'tumble-web-'));
let browser;
let opened;

before(async () => {
  if (noBrowser) return;
  browser = await launch();
  opened = await openPage({ '/': packageFolder, '/samples/': `${root}samples`, '/scenes/': scenes }, { browser });
});
after(async () => {
  await opened?.close();
  await browser?.close();
  rmSync(scenes, { recursive: true });
});

/** Runs a function in the page, with the package, `read` of a path and `sha256` of bytes. */
async function inPage(run, ...values) {
  const answer = await opened.page.evaluate(
    async ([source, all]) => {
      const read = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
      const sha256 = async (bytes) =>
        [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join('');
      const tumble = await import('/src/tumble.js');
      return new Function(`return ${source}`)()({ ...tumble, tumble, read, sha256 }, ...all);
    },
    [run.toString(), values],
  );
  assert.deepEqual(opened.errors.filter((error) => !error.includes('status of 404')), []);
  return answer;
}

for (const build of ['simd', 'scalar']) {
  test(`trajectories of samples are the recorded ones, ${build}`, { skip }, async () => {
    const found = await inPage(
      async ({ init, load, read, sha256 }, names, kind) => {
        await init({ build: kind });
        const hashes = {};
        for (const name of names) {
          const resource = (path) => read(`/samples/${path}`);
          const world = await load(await resource(name), { name, resource });
          const recording = world.record();
          for (let i = 0; i < 120; ++i) world.step(1 / 60);
          const end = world.hash();
          recording.seek(60);
          recording.seek(120);
          if (world.hash() !== end) throw new Error(`${name} goes on differently`);
          hashes[name] = await sha256(await recording.trajectory());
          world.free();
        }
        return hashes;
      },
      trajectories.map(({ name }) => name),
      build,
    );
    for (const { name, sha256 } of trajectories) assert.equal(found[name], sha256, name);
  });
}

test('a checkpoint goes from the native program to a page and back', { skip: skip || noProgram }, async () => {
  for (const name of ['chain.gltf', 'around.g4tf']) {
    const files = ['one.tck', 'page.tck', 'two.tck', 'straight.tck'].map((file) => join(scenes, file));
    const [one, page, two, straight] = files;
    native('simulate', name, '--duration', '1', '--checkpoint', one, '--quiet');
    const bytes = await inPage(
      async ({ init, load, read }, file) => {
        await init({ build: 'auto' });
        const resource = (path) => read(`/samples/${path}`);
        const world = await load(await resource(file), { name: file, resource });
        world.restore(await read('/scenes/one.tck'));
        for (let i = 0; i < 60; ++i) world.step(1 / 60);
        const saved = [...world.checkpoint()];
        world.free();
        return saved;
      },
      name,
    );
    writeFileSync(page, Uint8Array.from(bytes));
    native('simulate', name, '--resume', page, '--duration', '3', '--checkpoint', two, '--quiet');
    native('simulate', name, '--duration', '3', '--checkpoint', straight, '--quiet');
    assert.deepEqual(readFileSync(two), readFileSync(straight), name);
  }
});

test('a scene of 5500 bodies is loaded; how long it takes is printed', { skip: skip || noProgram }, async (t) => {
  execFileSync(program, ['bench', 'pyramids', '--write', scenes, '--quiet']);
  const name = 'pyramids.glb';
  const { times, bodies, hash, compiling } = await inPage(
    async ({ tumble, read }, file) => {
      const bytes = await read(`/scenes/${file}`);
      const begin = performance.now();
      await tumble.init({ build: 'auto' });
      const ready = performance.now() - begin;
      const all = [];
      let world;
      for (let i = 0; i < 5; ++i) {
        world?.free();
        const from = performance.now();
        world = await tumble.load(bytes, { name: file });
        all.push(performance.now() - from);
      }
      for (let i = 0; i < 12; ++i) world.step(1 / 60);
      const answer = { times: all, bodies: world.poses.count, hash: String(world.hash()), compiling: ready };
      world.free();
      return answer;
    },
    name,
  );
  const rounded = times.map((time) => time.toFixed(0)).join(', ');
  t.diagnostic(`compiling ${compiling.toFixed(0)} ms; load of ${bodies} bodies: ${rounded} ms (first and later ones)`);
  assert.equal(bodies, 5500);
  const world = await tumble.load(readFileSync(join(scenes, name)), { name });
  run(world, 12);
  assert.equal(hash, String(world.hash()));
  world.free();
});

for (const isolated of [true, false]) {
  const how = isolated ? 'in an isolated page, on one thread and two' : 'without isolation';
  test(`worlds in a Worker have the bits of the page, ${how}`, { skip }, async () => {
    const folders = { '/': packageFolder, '/samples/': `${root}samples` };
    const { page, errors, close } = await openPage(folders, { browser, isolated });
    const found = await page.evaluate(async () => {
      const near = await import('/src/tumble.js');
      const far = await import('/src/worker.js');
      const file = new Uint8Array(await (await fetch('/samples/pile.gltf')).arrayBuffer());
      const world = await near.load(file);
      for (let i = 0; i < 40; ++i) world.step(1 / 60);
      const answer = { hash: String(world.hash()), heights: [...world.poses.positions], far: [], isShared: [] };
      const builds = crossOriginIsolated ? [1, 2] : [1];
      for (const threads of builds) {
        await far.init({ build: threads > 1 ? 'threads' : 'auto', threads });
        const remote = await far.load(file);
        for (let i = 0; i < 40; ++i) await remote.step(1 / 60);
        answer.far.push({ hash: String(await remote.hash()), heights: [...remote.poses.positions] });
        answer.isShared.push(remote.poses.positions.buffer instanceof (globalThis.SharedArrayBuffer ?? Array));
        await remote.free();
      }
      const refused = await near.init({ build: 'threads' }).catch((error) => error.status);
      await far.terminate();
      return { ...answer, refused };
    });
    assert.deepEqual(errors, []);
    await close();
    assert.deepEqual(found.isShared, isolated ? [true, true] : [false]);
    for (const { hash, heights } of found.far) {
      assert.equal(hash, found.hash);
      assert.deepEqual(heights, found.heights);
    }
    assert.equal(found.refused, 'unsupported');
  });
}

test('a module that a server does not have is named with its answer', { skip }, async () => {
  const message = await inPage(async ({ init }) => {
    const failed = await init({ wasm: '/nowhere.wasm' }).catch((error) => error.message);
    await init({ wasm: '/src/core.wasm' });
    return failed;
  });
  assert.match(message, /nowhere\.wasm is no WebAssembly: HTTP 404/);
});
