// SPDX-License-Identifier: MIT
// Declarations: each is used by the program that tsc compiles, and each function of a world is there.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { packageFolder, root, tumble } from './support.mjs';

const declarations = readFileSync(`${packageFolder}/src/tumble.d.ts`, 'utf8');
const program = readFileSync(`${root}web/tests/types/every-declaration.ts`, 'utf8');
const names = (pattern) => [...declarations.matchAll(pattern)].map((match) => match[1]);

test('the program uses every exported name', () => {
  const exported = names(/^export (?:declare )?(?:type|interface|class|function|const) (\w+)/gm);
  assert.ok(exported.length > 40);
  for (const name of exported) assert.match(program, new RegExp(`\\b${name}\\b`), name);
});

test('the program uses every member of a world', () => {
  const members = names(/^ {2}(?:readonly )?(\w+)(?:\(|:)/gm).filter((name) => name !== 'constructor');
  for (const name of members) assert.match(program, new RegExp(`\\b${name}\\b`), name);
});

test('every function and value that is declared is there, and no other', async () => {
  const declared = names(/^export (?:class|function|const) (\w+)/gm).sort();
  assert.deepEqual(Object.keys(tumble).sort(), declared);
  const world = await tumble.createWorld();
  const body = declarations.slice(declarations.indexOf('export class World'));
  const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)(?:\(|:)/gm)].map((match) => match[1]);
  for (const name of members.filter((member) => member !== 'constructor')) assert.ok(name in world, name);
  const own = Object.getOwnPropertyNames(tumble.World.prototype);
  for (const name of own.filter((member) => member !== 'constructor')) assert.ok(members.includes(name), name);
  world.free();
});
