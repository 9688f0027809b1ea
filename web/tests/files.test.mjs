// SPDX-License-Identifier: MIT
// Files are validated and converted.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';

import { ball, fileWithBuffer, native, noProgram, root, run, sample, tumble } from './support.mjs';

const { convert, info, load, validate } = tumble;

const negative = ball().replace('"radius":0.5', '"radius":-0.5').replace('"mass":2', '"mass":-2');

test('a file that follows the rules has no errors', async () => {
  const report = await validate(ball(), { uri: 'ball.gltf' });
  assert.equal(report.uri, 'ball.gltf');
  assert.equal(report.mimeType, 'model/gltf+json');
  assert.match(report.validatorVersion, /^tumble \d/);
  assert.equal(report.issues.numErrors, 0);
  assert.equal(report.issues.truncated, false);
  assert.equal(typeof report.info, 'object');
});

test('each fault has code, severity and pointer', async () => {
  const { issues } = await validate(negative);
  assert.equal(issues.numErrors, 2);
  assert.deepEqual(
    issues.messages.filter(({ severity }) => severity === 0).map(({ pointer }) => pointer).sort(),
    ['/extensions/KHR_implicit_shapes/shapes/0/sphere/radius', '/nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass'],
  );
});

test("options mean what Khronos' validator means by them", async () => {
  const all = (await validate(negative)).issues;
  const code = all.messages.find(({ severity }) => severity === 0).code;
  const errors = all.messages.filter((message) => message.code === code).length;
  const ignored = (await validate(negative, { ignoredIssues: [code] })).issues;
  assert.equal(ignored.numErrors, all.numErrors - errors);
  const only = (await validate(negative, { onlyIssues: [code] })).issues;
  assert.equal(only.messages.length, errors);
  const weighed = (await validate(negative, { severityOverrides: { [code]: 3 } })).issues;
  assert.equal(weighed.numErrors, all.numErrors - errors);
  assert.equal(weighed.numHints, all.numHints + errors);
  const first = (await validate(negative, { maxIssues: 1 })).issues;
  assert.equal(first.messages.length, 1);
  assert.equal(first.messages[0].severity, 0);
  assert.equal(first.truncated, true);
  assert.equal(first.numErrors, all.numErrors, 'counts are of all');
});

test('external buffers come from the function, and one that is missing is an error', async () => {
  const { text, bytes } = fileWithBuffer('cube.bin');
  const with_ = await validate(text, { externalResourceFunction: async () => bytes });
  assert.equal(with_.issues.numErrors, 0);
  const without = await validate(text, { externalResourceFunction: () => Promise.reject(new Error('none')) });
  assert.equal(without.issues.messages[0].code, 'IO_ERROR');
});

test('deep judges the scene by simulating it', async () => {
  const falling = ball({ height: 3 }).replace('[0,1]', '[0]');
  const shallow = (await validate(falling)).issues.messages.map(({ code }) => code);
  const deep = (await validate(falling, { deep: true })).issues.messages.map(({ code }) => code);
  assert.ok(!shallow.includes('CHECK_BODY_FALLS'));
  assert.ok(deep.includes('CHECK_BODY_FALLS'), deep.join());
});

test('bytes of any kind give a report', async () => {
  for (const file of ['', 'glTF', '{}', new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 255, 255, 255, 255])]) {
    const report = await validate(file);
    assert.ok(report.issues.numErrors > 0);
    assert.equal(report.mimeType === undefined, report.info === undefined);
  }
});

test('reports are those of the native program, for every sample', { skip: noProgram }, async () => {
  for (const name of readdirSync(`${root}samples`).filter((file) => /\.(gltf|g4tf)$/.test(file))) {
    const report = await validate(sample(name), { uri: name });
    const theirs = JSON.parse(native('validate', '--json', '--max-of-code', '-1', name));
    assert.deepEqual(report.issues.messages, theirs.issues.messages.map(keep), name);
    assert.deepEqual(report.info, theirs.info, name);
    assert.equal(report.mimeType, theirs.mimeType);
  }
});

// The members that Khronos' reports have.
function keep({ code, message, severity, pointer, offset }) {
  return { code, message, severity, ...(pointer === undefined ? { offset } : { pointer }) };
}

test('a converted file says the same in another dialect', async () => {
  const { bytes, changes } = await convert(ball(), { to: 'omi' });
  assert.ok(Array.isArray(changes));
  const found = await info(bytes);
  assert.deepEqual(found.dialects, ['omi']);
  assert.equal(found.bodies, 1);
  const [before, after] = [await load(ball()), await load(bytes)];
  run(before, 30);
  run(after, 30);
  assert.deepEqual([...after.poses.positions], [...before.poses.positions]);
  before.free();
  after.free();
});

test('text and binary are the containers, with every buffer within', async () => {
  const { text, bytes } = fileWithBuffer('cube.bin');
  const resource = () => bytes;
  const binary = await convert(text, { to: 'khr', container: 'binary', resource });
  assert.equal(new TextDecoder().decode(binary.bytes.subarray(0, 4)), 'glTF');
  const plain = await convert(text, { to: 'khr', container: 'text', resource });
  assert.match(JSON.parse(new TextDecoder().decode(plain.bytes)).buffers[0].uri, /^data:/);
  const world = await load(binary.bytes);
  assert.equal(world.findings.length, 0);
  world.free();
});

test('what a dialect cannot say is a change, and strict refuses it', async () => {
  const { changes } = await convert(sample('drives.gltf'), { to: 'omi-collider' });
  assert.ok(changes.some(({ code }) => code.startsWith('L-')));
  await assert.rejects(convert(sample('drives.gltf'), { to: 'omi-collider', strict: true }), (error) => {
    assert.equal(error.status, 'unsupported');
    assert.match(error.findings[0].code, /^L-/);
    return true;
  });
});

test('four dimensions are converted only when three of them are asked for', async () => {
  await assert.rejects(convert(sample('slope4.g4tf'), { to: 'khr' }), { status: 'unsupported' });
  const { bytes } = await convert(sample('slope4.g4tf'), { to: 'khr', project: true });
  assert.equal((await info(bytes)).dimension, 3);
});

test('a file with errors is converted only when it is asked for', async () => {
  await assert.rejects(convert(negative, { to: 'omi' }), { status: 'input' });
  const { findings } = await convert(negative, { to: 'omi', lenient: true });
  assert.ok(findings.length > 0);
  await assert.rejects(convert(ball(), { to: 'unity' }), { status: 'argument' });
  await assert.rejects(convert(ball(), { to: 'khr', container: 'zip' }), { status: 'argument' });
});
