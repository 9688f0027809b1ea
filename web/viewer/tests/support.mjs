// SPDX-License-Identifier: MIT
// support.mjs: pages of the built viewer, found by role and name.

import { existsSync } from 'node:fs';
import { after, afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, noBrowser, openPage } from '../../tests/browser.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = `${root}build/web/viewer`;

/** Why tests of the viewer are skipped, or false. */
export const skip = existsSync(`${folder}/index.html`) ? noBrowser : 'the viewer is not built: tools/web.sh viewer';

// Small, since WebGL is computed by the processor here.
const SIZE = { width: 760, height: 520 };

// One browser for the tests of a file; each page has a context of its own.
let browser;
after(async () => (await browser)?.close());

// Pages that a test has opened, which end with it, also where it fails.
const opened = [];
afterEach(async () => {
  for (const page of opened.splice(0)) await page.close();
});

/** Opens the viewer. @param query  '?file=…' @param files  more files, by path: of the server's second folder. */
export async function open(query = '', { viewport = SIZE, colorScheme = 'dark', folders = {}, ...context } = {}) {
  browser ??= launch();
  const made = await openPage({ '/': folder, ...folders }, {
    browser: await browser, path: `/index.html${query}`, context: { viewport, colorScheme, reducedMotion: 'reduce', ...context },
  });
  opened.push(made);
  if (query.includes('file=')) await ready(made.page);
  return { ...made, ...finders(made.page) };
}

/** Waits for the end of opening, and for the frame that shows it. */
export async function ready(page) {
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  await frames(page);
}

function finders(page) {
  const hash = () => page.getByLabel('State hash').textContent();
  return {
    hash,
    button: (name) => page.getByRole('button', { name, exact: true }),
    slider: page.getByRole('slider', { name: 'Time' }),
    clock: () => page.getByLabel('Simulated time').textContent(),
    message: page.locator('#message'),
    /** Goes to a step, and waits until the world is there. */
    async seek(step) {
      await page.getByRole('slider', { name: 'Time' }).evaluate((slider, value) => {
        slider.value = String(value);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }, step);
      await page.waitForFunction((value) => {
        const { session } = globalThis.viewer;
        return !session.isSeeking && session.timeline.step === value;
      }, step);
      await frames(page);
      return hash();
    },
  };
}

/** Waits for two frames: what was changed is then drawn. */
export const frames = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))));
