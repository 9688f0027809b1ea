// SPDX-License-Identifier: MIT
// npm's archive of the package in an empty project: run by Node, built by Vite and by esbuild, alone in one file.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';

import { noBrowser, openPage } from './browser.mjs';
import { packageFolder, root, run, sample, tumble } from './support.mjs';

const execute = promisify(execFile);
const tool = (name) => `${root}web/node_modules/.bin/${name}`;
const noTools = existsSync(tool('vite')) ? false : 'vite and esbuild are missing: npm ci --prefix web';
const place = mkdtempSync(join(tmpdir(), 'tumble-pack-'));
const project = join(place, 'project');
let expected;

// A page that loads a file with the package and with its Worker, and tells both hashes.
const MAIN = `
import { init, load } from 'tumble';
import * as far from 'tumble/worker';
globalThis.hashes = async (places) => {
  if (places) { await init(places); await far.init(places); }
  const file = new Uint8Array(await (await fetch('/samples/pile.gltf')).arrayBuffer());
  const world = await load(file);
  for (let i = 0; i < 20; ++i) world.step(1 / 60);
  const other = await far.load(file);
  for (let i = 0; i < 20; ++i) await other.step(1 / 60);
  return [String(world.hash()), String(await other.hash())];
};
`;

before(async () => {
  const { stdout } = await execute('npm', ['pack', packageFolder, '--silent'], { cwd: place });
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"type": "module", "private": true}');
  const archive = `../${stdout.trim()}`;
  await execute('npm', ['install', '--silent', '--no-audit', '--no-fund', '--offline', archive], { cwd: project });
  writeFileSync(join(project, 'main.js'), MAIN);
  writeFileSync(join(project, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>');
  const world = await tumble.load(sample('pile.gltf'));
  run(world, 20);
  expected = String(world.hash());
  world.free();
});
after(() => rmSync(place, { recursive: true }));

async function hashesIn(folder, places) {
  const opened = await openPage({ '/': folder, '/samples/': `${root}samples` }, { path: '/index.html' });
  try {
    await opened.page.waitForFunction(() => 'hashes' in globalThis);
    const hashes = await opened.page.evaluate((given) => globalThis.hashes(given), places);
    assert.deepEqual(opened.errors, []);
    return hashes;
  } finally {
    await opened.close();
  }
}

test('Node runs it', async () => {
  cpSync(`${root}web/examples/node.mjs`, join(project, 'node.mjs'));
  const { stdout } = await execute(process.execPath, ['node.mjs', `${root}samples/bounce.gltf`], { cwd: project });
  assert.match(stdout, /\d/);
});

test('Vite builds a page with it, modules and Workers too', { skip: noTools || noBrowser }, async () => {
  await execute(tool('vite'), ['build', '--logLevel', 'error'], { cwd: project });
  assert.deepEqual(await hashesIn(join(project, 'dist')), [expected, expected]);
});

test('esbuild builds a page with it; modules and the Worker lie beside', { skip: noTools || noBrowser }, async () => {
  const out = join(project, 'out');
  const source = join(project, 'node_modules/tumble/src');
  const options = ['--bundle', '--format=esm', '--log-level=error'];
  await execute(tool('esbuild'), ['main.js', ...options, `--outfile=${out}/main.js`], { cwd: project });
  await execute(tool('esbuild'), [`${source}/remote.js`, ...options, `--outfile=${out}/remote.js`], { cwd: project });
  for (const name of ['core.wasm', 'full.wasm']) cpSync(join(source, name), join(out, 'assets', name));
  cpSync(join(project, 'index.html'), join(out, 'index.html'));
  const places = { wasm: '/assets/core.wasm', full: '/assets/full.wasm' };
  assert.deepEqual(await hashesIn(out, places), [expected, expected]);
});

test('one file alone does it all', { skip: noTools || noBrowser }, async () => {
  const folder = join(place, 'single');
  mkdirSync(folder);
  cpSync(join(project, 'node_modules/tumble/src/single.js'), join(folder, 'single.js'));
  const alone = await import(join(folder, 'single.js'));
  const world = await alone.load(sample('pile.gltf'));
  run(world, 20);
  assert.equal(String(world.hash()), expected);
  world.free();
  const opened = await openPage({ '/': folder, '/samples/': `${root}samples` }, { isolated: false });
  const asked = [];
  opened.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const hash = await opened.page.evaluate(async () => {
    const { load, validate } = await import('/single.js');
    const file = new Uint8Array(await (await fetch('/samples/pile.gltf')).arrayBuffer());
    const scene = await load(file);
    for (let i = 0; i < 20; ++i) scene.step(1 / 60);
    if ((await validate(file)).issues.numErrors !== 0) throw new Error('errors');
    return String(scene.hash());
  });
  assert.equal(hash, expected);
  assert.deepEqual(asked, ['/single.js', '/samples/pile.gltf']);
  await opened.close();
});
