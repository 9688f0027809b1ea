// SPDX-License-Identifier: MIT
// How the viewer looks: pictures within a tolerance of those that a person has looked at, and no barrier that axe finds.
//
//     TUMBLE_PICTURES=record node --test web/viewer/tests/looks.test.mjs   # takes the pictures anew
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { frames, open, root, skip } from './support.mjs';

const pictures = `${root}web/viewer/tests/pictures`;
const axe = `${root}web/viewer/node_modules/axe-core/axe.min.js`;
const noAxe = skip || (existsSync(axe) ? false : 'axe-core is missing: npm ci --prefix web/viewer');

async function violations(page) {
  await page.addScriptTag({ path: axe });
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`);
}

for (const theme of ['dark', 'light']) {
  test(`axe finds no barrier in the ${theme} theme`, { skip: noAxe }, async () => {
    const view = await open(`?file=samples/triggers.gltf&t=1&sel=13&theme=${theme}&show=model,shapes,names`);
    const { page } = view;
    await page.waitForFunction(() => !globalThis.viewer.session.isSeeking);
    await frames(page);
    assert.deepEqual(await violations(page), []);
    await page.getByRole('tab', { name: 'Plots' }).click();
    await frames(page);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.getByRole('button', { name: 'Keys and help' }).click();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export…' }).click();
    assert.deepEqual(await violations(page), []);
  });
}

test('axe finds no barrier on an empty page, of a broken file, in 4D and on a narrow screen', { skip: noAxe }, async () => {
  for (const [query, viewport] of [['', undefined], ['?file=samples/none.gltf', undefined], ['?file=samples/around.g4tf&sel=4', undefined], ['?file=samples/bounce.gltf&sel=3', { width: 390, height: 700 }]]) {
    const view = await open(query, viewport ? { viewport } : {});
    await frames(view.page);
    assert.deepEqual(await violations(view.page), [], query);
    if (viewport) {
      await view.page.getByRole('button', { name: 'Inspector' }).click();
      await frames(view.page);
      assert.deepEqual(await violations(view.page), []);
    }
  }
});

// Pictures of the canvas alone: letters differ between machines. Heaps are shown early in
// their fall: later poses change with every change of arithmetic.
const SHOTS = {
  'model': 'file=samples/tumbling-tower.gltf&t=0.4&show=model,ground',
  'shapes over the model': 'file=samples/pile.gltf&t=0.3&show=model,shapes,contacts&sel=9',
  'solids': 'file=samples/shapes.gltf&t=0.5&show=ground,shapes&theme=light',
  'triggers and velocities': 'file=samples/triggers.gltf&t=1.2&show=triggers,velocities,boxes,ground&theme=light',
  'joints': 'file=samples/four-bar.gltf&t=0.5&show=model,joints,limits,centers',
  'sections': 'file=samples/heap4.g4tf&t=0.5&w=0.2&show=ground,ghosts&sel=10',
};

// Red, green and blue of a picture, by the browser's own decoder: shares of a picture that differ by more than 32 of 255.
async function shareOfDifference(page, one, other) {
  return page.evaluate(async ([a, b]) => {
    const read = async (text) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const [p, q] = [await read(a), await read(b)];
    if (p.width !== q.width || p.height !== q.height) return 1;
    let count = 0;
    for (let i = 0; i < p.data.length; i += 4) {
      if (Math.max(...[0, 1, 2].map((k) => Math.abs(p.data[i + k] - q.data[i + k]))) > 32) ++count;
    }
    return count / (p.width * p.height);
  }, [one, other].map((bytes) => bytes.toString('base64')));
}

test('scenes look as they did when a person looked at them', { skip }, async () => {
  await mkdir(pictures, { recursive: true });
  const view = await open('', { viewport: { width: 960, height: 640 } });
  const { page } = view;
  const shares = {};
  for (const [name, query] of Object.entries(SHOTS)) {
    await page.goto(`${view.url}/index.html?${query}`);
    await page.waitForFunction(() => document.documentElement.dataset.ready && !globalThis.viewer.session.isSeeking);
    // The canvas alone, 480 by 270.
    await page.evaluate(() => {
      Object.assign(document.getElementById('view').style, { position: 'fixed', left: 0, top: 0, width: '480px', height: '270px' });
      for (const id of ['overlay-panel', 'slice-panel', 'overlay-toggle']) document.getElementById(id).style.display = 'none';
      globalThis.viewer.stage.resize();
      globalThis.viewer.frameSelection = () => {};
    });
    await frames(page);
    await frames(page);
    const taken = Buffer.from((await page.evaluate(() => document.getElementById('canvas').toDataURL('image/png'))).split(',')[1], 'base64');
    const file = `${pictures}/${name.replaceAll(' ', '-')}.png`;
    if (process.env.TUMBLE_PICTURES === 'record' || !existsSync(file)) await writeFile(file, taken);
    shares[name] = await shareOfDifference(page, taken, await readFile(file));
  }
  // Another rasterizer moves edges by a pixel: a fiftieth of these pictures is edges.
  for (const [name, share] of Object.entries(shares)) assert.ok(share < 0.02, `${name}: ${(share * 100).toFixed(2)} % differ`);
});
