// SPDX-License-Identifier: MIT
// Examples of tumble/scene run as they stand, beside the packages they name, and docs/web-engines.md shows them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { has, packages } from './packages.mjs';
import { packageFolder, root, sample } from './support.mjs';

const page = readFileSync(`${root}docs/web-engines.md`, 'utf8');
const project = mkdtempSync(join(tmpdir(), 'tumble-examples-'));
test.after(() => rmSync(project, { recursive: true }));
writeFileSync(join(project, 'package.json'), '{"type": "module", "private": true}');
mkdirSync(join(project, 'node_modules'));
symlinkSync(packageFolder, join(project, 'node_modules', 'tumble'));

for (const [name, engine] of Object.entries(packages)) {
  const file = `${root}web/examples/${name}.mjs`;
  const text = readFileSync(file, 'utf8');

  const skip = has(engine.package) ? false : `${engine.package} is not installed`;
  test(`the example of ${name} prints where bodies of a file are`, { skip }, () => {
    const folder = engine.package.split('/')[0];
    symlinkSync(`${root}web/node_modules/${folder}`, join(project, 'node_modules', folder));
    cpSync(file, join(project, `${name}.mjs`));
    const printed = execFileSync(process.execPath, [`${name}.mjs`, `${root}samples/bounce.gltf`], {
      cwd: project, encoding: 'utf8',
    });
    const { nodes } = JSON.parse(sample('bounce.gltf'));
    const bodies = nodes.filter((node) => node.extensions?.KHR_physics_rigid_bodies?.motion);
    assert.equal(bodies.length, 5);
    for (const body of bodies) {
      const [, y] = printed.match(new RegExp(`^${body.name}: \\S+ (\\S+) `, 'm')) ?? [];
      // Balls of 0.5 m that fell from above onto a floor at 0.
      assert.ok(Number(y) > 0.2 && Number(y) < body.translation[1], `${body.name} at ${y}`);
    }
    assert.match(printed, /\(ENGINE_PLANE\)/);
  });

  test(`the page shows the example of ${name} as it is`, () => {
    const shown = text.split('\n').slice(1).join('\n');
    assert.ok(page.includes(shown), `docs/web-engines.md has another text than web/examples/${name}.mjs`);
  });
}

test('the page names every loss that an adapter tells, and no other', () => {
  const told = new Set();
  for (const name of readdirSync(`${root}web/tumble/src/scene`)) {
    const source = readFileSync(`${root}web/tumble/src/scene/${name}`, 'utf8');
    for (const [code] of source.matchAll(/ENGINE_[A-Z_]+/g)) told.add(code);
  }
  const rows = [...page.matchAll(/^\| `(ENGINE_[A-Z_]+)` \|/gm)].map(([, code]) => code);
  assert.deepEqual(rows.sort(), [...told].sort());
});
