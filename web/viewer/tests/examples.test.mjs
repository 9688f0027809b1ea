// SPDX-License-Identifier: MIT
// The examples of tumble/three run: the page in Chromium, the component of react-three-fiber through Vite.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPage } from '../../tests/browser.mjs';
import { root, skip } from './support.mjs';

const packages = `${root}web/viewer/node_modules`;
const hasFiber = existsSync(`${packages}/@react-three/fiber`);

// The icon that browsers ask for is not there.
const withoutIcon = (errors) => errors.filter((text) => !text.includes('404'));

// Frames are drawn until the physics has moved something: pictures of two moments differ.
async function moves(page) {
  const picture = () => page.locator('canvas').screenshot();
  await page.locator('canvas').waitFor();
  const first = await picture();
  for (let i = 0; i < 40; ++i) {
    await page.waitForTimeout(100);
    if (!(await picture()).equals(first)) return true;
  }
  return false;
}

test('thirty lines show a moving file with three.js', { skip }, async () => {
  const view = await openPage(
    { '/': `${root}web/examples`, '/node_modules/three/': `${packages}/three`, '/node_modules/tumble/': `${root}build/web/tumble`, '/samples/': `${root}samples` },
    { path: '/three.html?file=samples/bounce.gltf', context: { viewport: { width: 320, height: 200 } } },
  );
  try {
    assert.equal(await moves(view.page), true);
    assert.deepEqual(withoutIcon(view.errors), []);
    const script = (await readFile(`${root}web/examples/three.html`, 'utf8')).split('<script type="module">')[1];
    assert.ok(script.split('\n').length <= 30);
  } finally {
    await view.close();
  }
});

test('the component of react-three-fiber does so too', { skip: skip || (hasFiber ? false : 'react-three-fiber is missing: npm ci --prefix web/viewer') }, async () => {
  const place = await mkdtemp(`${root}build/web/fiber-`);
  await cp(`${root}web/examples/react-three-fiber.jsx`, join(place, 'main.jsx'));
  await writeFile(join(place, 'index.html'), '<!doctype html><style>html, body, #root { margin: 0; height: 100% }</style><div id="root"></div><script type="module" src="./main.jsx"></script>');
  const { build } = await import('vite');
  const alias = [
    { find: /^tumble\/three$/, replacement: `${root}build/web/tumble/three/three.js` },
    { find: /^three$/, replacement: `${packages}/three/build/three.module.js` },
    { find: /^three\/addons\//, replacement: `${packages}/three/examples/jsm/` },
  ];
  await build({ root: place, base: './', logLevel: 'error', configFile: false, resolve: { alias }, build: { outDir: join(place, 'site'), assetsInlineLimit: 0, target: 'es2022' } });
  const view = await openPage({ '/': join(place, 'site'), '/samples/': `${root}samples` }, {
    path: '/index.html?file=samples/bounce.gltf', context: { viewport: { width: 320, height: 200 } },
  });
  try {
    assert.equal(await moves(view.page), true);
    assert.deepEqual(withoutIcon(view.errors), []);
  } finally {
    await view.close();
    await rm(place, { recursive: true });
  }
});
