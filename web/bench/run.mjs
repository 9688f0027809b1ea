// SPDX-License-Identifier: MIT
// run.mjs: engines of the web in turn on the same files, judged by one judge (make bench-web).
//
//     node web/bench/run.mjs [--rounds 5] [--scenes a,b] [--engines a,b] [--warm 60] [--frames 120]
//                            [--json build/bench-web.json] [--table build/bench-web.md] [--docs]
//
// A round runs every engine once on every scene, each in a process of its own, beginning with another engine each
// time. A row is the median over rounds of the median step by the clock, and of the mean step of processor time; a
// ratio is the median of the ratios within a round. --docs writes the table into docs/web-engines.md, --from takes
// the rows of an earlier run, --note adds a sentence.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    scenes: {
      type: 'string',
      default: 'pyramid,pile,terrain,rocks,ragdolls,family:heap:101,family:compounds:101,family:dolls:101',
    },
    engines: { type: 'string', default: 'tumble,havok,rapier,jolt,cannon' },
    warm: { type: 'string', default: '60' },
    frames: { type: 'string', default: '120' },
    seconds: { type: 'string', default: '120' },
    json: { type: 'string', default: 'build/bench-web.json' },
    table: { type: 'string', default: 'build/bench-web.md' },
    docs: { type: 'boolean', default: false },
    from: { type: 'string' },
    note: { type: 'string', default: '' },
  },
});
const folder = `${root}build/bench-web`;
const program = `${root}build/release/bin/tumble`;
const judge = `${root}build/release/bin/tumble-judge`;
const engines = options.engines.split(',');
// [s] Of a run, with its start.
const SLOW = 30;

/** [file, name of the scene for the judge] */
function writeScene(word) {
  const before = new Set(readdirSync(folder));
  const known = (name) => name.startsWith(word.replaceAll(':', '-')) && name.endsWith('.glb');
  let found = [...before].find(known);
  if (!found) {
    execFileSync(program, ['bench', '--write', folder, '--quiet', word]);
    found = readdirSync(folder).find((name) => !before.has(name) && name.endsWith('.glb'));
  }
  if (!found) throw new Error(`${word} was not written`);
  return [`${folder}/${found}`, found.replace(/\.glb$/, '')];
}

function runOnce(engine, [path, name]) {
  const out = `${folder}/poses.bin`;
  const began = performance.now();
  const words = [`${root}web/bench/engine.mjs`, engine, path, out, options.warm, options.frames];
  const run = spawnSync(process.execPath, words, {
    encoding: 'utf8', timeout: 1000 * Number(options.seconds), maxBuffer: 1 << 26,
  });
  if (run.status !== 0) {
    const error = run.stderr.split('\n').find((line) => /^\w*Error/.test(line));
    return { failed: run.error?.code === 'ETIMEDOUT' ? `over ${options.seconds} s` : error ?? `status ${run.status}` };
  }
  const result = JSON.parse(run.stdout.trim().split('\n').at(-1));
  const isSlow = performance.now() - began > 1000 * SLOW;
  return { ...result, isSlow, quality: JSON.parse(execFileSync(judge, [path, out, name], { encoding: 'utf8' })) };
}

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/** Rounds by scene and engine, with failures where an engine could not run a scene. */
function runAll() {
  const results = new Map();
  for (let round = 0; round < Number(options.rounds); ++round) {
    for (const word of options.scenes.split(',')) {
      const scene = writeScene(word);
      const order = engines.map((_, i) => engines[(i + round) % engines.length]);
      for (const engine of order) {
        const key = `${word} ${engine}`;
        const runs = results.get(key) ?? [];
        // An engine that cannot run a scene, or takes very long, is asked once.
        if (runs.some((run) => run.failed || run.isSlow)) continue;
        const run = runOnce(engine, scene);
        results.set(key, [...runs, run]);
        console.error(`round ${round + 1} ${word} ${engine}: ${run.failed ?? `${run.median.toFixed(2)} ms`}`);
      }
    }
  }
  return results;
}

/** How far a scene went otherwise than in a world: what makes a time no comparison. */
function faults(quality) {
  const found = [];
  if (quality.not_finite > 0) found.push(`${quality.not_finite} bodies not finite`);
  if (quality.lost > 0) found.push(`${quality.lost} bodies fell out`);
  return found;
}

function rowsOf(results) {
  const rows = [];
  for (const word of options.scenes.split(',')) {
    const ours = results.get(`${word} tumble`) ?? [];
    for (const engine of engines) {
      const runs = results.get(`${word} ${engine}`) ?? [];
      const done = runs.filter((run) => !run.failed);
      if (done.length === 0) {
        rows.push({ word, engine, failed: runs[0]?.failed ?? 'not run' });
        continue;
      }
      const ratio = (of) => median(done.map((run, i) => (ours[i]?.[of] ?? NaN) / run[of]));
      const last = done.at(-1);
      rows.push({
        word, engine, bodies: last.bodies, clock: median(done.map((run) => run.median)),
        processor: median(done.map((run) => run.processor)), p99: median(done.map((run) => run.p99)),
        ratioClock: ratio('median'), ratioProcessor: ratio('processor'), quality: last.quality,
        losses: [...last.losses, ...faults(last.quality)], hash: last.hash,
      });
    }
  }
  return rows;
}

const mm = (metres) => (1000 * metres).toFixed(metres < 0.01 ? 1 : 0);

function tableOf(rows) {
  const lines = [
    '| scene | engine | clock, processor [ms] | p99 [ms] | tumble takes | overlap, 99 % [mm] | drift [m] | joint [mm] | ' +
      'not the same |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
  ];
  for (const row of rows) {
    const name = `${row.word}${row.bodies ? ` (${row.bodies})` : ''}`;
    if (row.failed) {
      lines.push(`| ${name} | ${row.engine} | – | – | – | – | – | – | did not run: ${row.failed} |`);
      continue;
    }
    const q = row.quality;
    const ratio = row.engine === 'tumble' ? '' : `${row.ratioClock.toFixed(2)}, ${row.ratioProcessor.toFixed(2)}`;
    const codes = row.losses.map((code) => (code.startsWith('ENGINE_') ? `\`${code}\`` : code)).join(', ');
    const times = `${row.clock.toFixed(2)}, ${row.processor.toFixed(2)} | ${row.p99.toFixed(1)} | ${ratio}`;
    // Poses of bodies that fell out of the scene say nothing about contacts.
    const isOut = q.not_finite > 0 || 10 * q.lost > row.bodies;
    const joint = q.joint > 0 ? mm(q.joint) : '';
    const judged = isOut ? '– | – | ' : `${mm(q.deepest)}, ${mm(q.deep99)} | ${q.drift.toFixed(2)} | ${joint}`;
    lines.push(`| ${name} | ${row.engine} | ${times} | ${judged} | ${codes} |`);
  }
  return lines.join('\n');
}

// Puts the table between its marks in the page.
function writeDocs(table) {
  const page = `${root}docs/web-engines.md`;
  const text = readFileSync(page, 'utf8');
  const [begin, end] = ['<!-- bench-web -->', '<!-- /bench-web -->'];
  if (!text.includes(begin) || !text.includes(end)) throw new Error(`${page} has no marks for the table`);
  const head = text.slice(0, text.indexOf(begin) + begin.length);
  writeFileSync(page, `${head}\n${table}\n${text.slice(text.indexOf(end))}`);
}

for (const needed of options.from ? [] : [program, judge]) {
  if (!existsSync(needed)) throw new Error(`${needed} is not built: make bench-web builds it`);
}
mkdirSync(folder, { recursive: true });
const machine = `${cpus()[0].model}, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)} at the start`;
const measured = options.from
  ? JSON.parse(readFileSync(options.from, 'utf8'))
  : { machine, options, rows: rowsOf(runAll()) };
const { rounds, frames, warm } = measured.options;
const note = options.note && ` ${options.note}`;
const runs = `${rounds} rounds of ${frames} steps after ${warm} untimed ones; ${measured.machine}.${note}`;
const table = `${tableOf(measured.rows)}\n\n${runs}`;
writeFileSync(options.json, JSON.stringify(measured, null, 1));
writeFileSync(options.table, `${table}\n`);
if (options.docs) writeDocs(table);
console.log(table);
