// SPDX-License-Identifier: MIT
// gallery.mjs: the page of our samples, with pictures that the viewer draws: build/web/viewer/gallery.html.
//
//     tools/web.sh viewer && node web/viewer/gallery.mjs      # needs Chromium

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { noBrowser, openPage } from '../tests/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const site = `${root}build/web/viewer`;
const SECONDS = 1.2; // Into each sample: things have begun to move.
const SIZE = { width: 640, height: 360 };
const WIDE = { around: 'w=0&cam=2,3,9,0,1,0', heap4: 'w=0.2&cam=-3,5,13,2,2,0', slope4: 'w=0&cam=3,3,8,1,0,0', spinning: 'w=0&cam=1,3,8,0,0.8,0', rounded: 'cam=3,3,6,0,0.6,0' };

if (noBrowser) {
  console.error(`gallery: ${noBrowser}`);
  process.exit(77);
}

/** A PNG of 640 by 360 pixels as WebP, by the browser. */
async function pictureOf(page) {
  const text = await page.evaluate(async (size) => {
    const { stage } = globalThis.viewer;
    Object.assign(document.getElementById('view').style, { position: 'fixed', left: 0, top: 0, width: `${size.width}px`, height: `${size.height}px` });
    stage.resize();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return document.getElementById('canvas').toDataURL('image/webp', 0.85);
  }, SIZE);
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}

const escape = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** What a sample says of itself, else of what it has. */
function captionOf(json, facts) {
  return json.asset?.comment ?? json.asset?.extras?.comment ?? facts;
}

const names = (await readdir(`${site}/samples`)).filter((name) => name !== 'index.json').sort();
await mkdir(`${site}/gallery`, { recursive: true });
const { page, url, close, errors } = await openPage({ '/': site }, { context: { viewport: { width: 1100, height: 800 }, colorScheme: 'dark', reducedMotion: 'reduce' } });
const entries = [];
for (const name of names) {
  const stem = name.replace(/\.[^.]*$/, '');
  const query = `?file=samples/${name}&t=${SECONDS}${WIDE[stem] ? `&${WIDE[stem]}` : ''}`;
  await page.goto(`${url}/index.html${query}`);
  await page.waitForFunction(() => document.documentElement.dataset.ready && !globalThis.viewer.session.isSeeking);
  await writeFile(`${site}/gallery/${stem}.webp`, await pictureOf(page));
  const facts = await page.evaluate(() => {
    const { world } = globalThis.viewer.session;
    return `${world.poses.count} bodies in ${world.dimension} dimensions`;
  });
  const caption = captionOf(JSON.parse(await readFile(`${site}/samples/${name}`)), facts);
  entries.push(`      <li><a href="index.html?file=samples/${name}"><img src="gallery/${stem}.webp" width="640" height="360" alt="" loading="lazy" /><b>${escape(stem)}</b> ${escape(caption)}</a></li>`);
}
await close();
await writeFile(`${site}/gallery.html`, `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>tumble: samples</title>
    <link rel="icon" href="data:," />
    <style>
      :root { color-scheme: dark; }
      body { margin: 0 auto; max-width: 1240px; padding: 20px; background: #14181d; color: #e8edf2; font: 14px/1.45 system-ui, sans-serif; }
      ul { list-style: none; padding: 0; display: grid; gap: 18px; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); }
      a { color: #a9b6c2; text-decoration: none; display: block; }
      a:hover b, a:focus b { color: #56b4e9; }
      b { color: #e8edf2; margin-right: 6px; }
      img { width: 100%; height: auto; border-radius: 6px; display: block; margin-bottom: 5px; }
    </style>
  </head>
  <body>
    <main>
    <h1>Samples</h1>
    <p>Each opens in the viewer, where it plays.</p>
    <ul>
${entries.join('\n')}
    </ul>
    </main>
  </body>
</html>
`);
if (errors.length > 0) throw new Error(errors.join('\n'));
console.log(`gallery: ${entries.length} samples in ${site}/gallery.html`);
