// SPDX-License-Identifier: MIT
// measure.mjs: time of scripts on the page's thread in each frame, while the built viewer plays a file in Chromium.
//
//     build/release/bin/tumble bench --write build --quiet pyramids
//     node web/viewer/measure.mjs build/pyramids.glb [FRAMES [FOLDER]]
//
// FOLDER is a built viewer. Steps are those of 240 Hz: boxes that stand sleep after half a second. Without a graphics
// card Chromium draws by the processor: times of frames say nothing, processor times of scripts do, on a machine with
// other work too.

import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage } from '../tests/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [file, count = '40', folder = `${root}build/web/viewer`] = process.argv.slice(2);

const { page, close } = await openPage({ '/': folder, '/more/': dirname(resolve(file)) }, {
  context: { viewport: { width: 760, height: 520 }, reducedMotion: 'reduce' },
});
const client = await page.context().newCDPSession(page);
await client.send('Performance.enable', { timeDomain: 'threadTicks' });
const scripted = async () => {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration').value * 1000;
};
await page.addInitScript(() => {
  const frames = (globalThis.frameTimes = []);
  const ask = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (then) => ask((now) => {
    const start = performance.now();
    then(now);
    frames.push(performance.now() - start);
  });
});
await page.goto(`${new URL(page.url()).origin}/index.html?file=more/${basename(file)}&rate=240`);
await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
// Played once for what is compiled and started on the way, and again from the start.
await page.evaluate(() => globalThis.viewer.run('play'));
await page.waitForFunction(() => globalThis.viewer.session.isAway, undefined, { timeout: 10000 }).catch(() => {});
await page.evaluate(() => globalThis.viewer.run('first'));
await page.waitForFunction(() => !globalThis.viewer.session.isSeeking && globalThis.viewer.session.timeline.step === 0);
await page.evaluate(() => globalThis.viewer.run('play'));
await page.waitForFunction(() => globalThis.viewer.session.timeline.step >= 5);
const before = { script: await scripted(), frames: await page.evaluate(() => globalThis.frameTimes.length) };
await page.waitForFunction((least) => globalThis.frameTimes.length >= least, before.frames + Number(count), { timeout: 0, polling: 100 });
const script = (await scripted()) - before.script;
const { times, step, ms, counts, isAway } = await page.evaluate(() => {
  const { session } = globalThis.viewer;
  const counts = document.getElementById('counts').textContent;
  return { times: globalThis.frameTimes, step: session.timeline.step, ms: session.timeline.ms, counts, isAway: session.isAway };
});
const frames = times.slice(before.frames).sort((a, b) => a - b);
const at = (share) => frames[Math.floor((frames.length - 1) * share)].toFixed(1);
console.log(`${basename(file)}: ${counts}, step ${step}, ${isAway ? 'by a Worker' : 'by the page'}, ${ms.toFixed(1)} ms a step`);
console.log(`scripts, processor time: ${(script / frames.length).toFixed(1)} ms a frame, mean of ${frames.length}; by the clock: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`);
await close();
