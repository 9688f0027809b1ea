// SPDX-License-Identifier: MIT
// The viewer in Chromium, used as people use it: by names and roles, keys and pointers.
import assert from 'node:assert/strict';
import { readFile, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { frames, open, ready, root, skip } from './support.mjs';

const hex = (number) => number.toString(16).padStart(16, '0');

/** The hash of a sample after steps of 1/60 s, by the package in Node: what the page has to show. */
async function hashOf(name, steps, change = () => {}) {
  const { load } = await import(`${root}build/web/tumble/src/tumble.js`);
  // The page asks for contacts, too; the state does not depend on it.
  const world = await load(await readFile(`${root}samples/${name}`), { name, contactEvents: true });
  change(world);
  for (let i = 0; i < steps; ++i) world.step(1 / 60);
  const hash = hex(world.hash());
  world.free();
  return hash;
}

test('a file is shown with its nodes, bodies and the hash of its first state', { skip }, async () => {
  const view = await open('?file=samples/bounce.gltf');
  assert.equal(await view.page.title(), 'bounce.gltf – tumble viewer');
  assert.equal(await view.hash(), await hashOf('bounce.gltf', 0));
  assert.match(await view.page.getByLabel('Bodies', { exact: true }).textContent(), /^5 bodies/);
  assert.equal(await view.page.getByRole('treeitem').count(), 8);
  assert.deepEqual(view.errors, []);
});

test('it plays until it is paused, and each state is that of a straight run', { skip }, async () => {
  const view = await open('?file=samples/bounce.gltf');
  await view.button('Play').click();
  await view.page.waitForFunction(() => globalThis.viewer.session.timeline.step > 10);
  await view.button('Pause').click();
  await frames(view.page);
  const step = await view.page.evaluate(() => globalThis.viewer.session.timeline.step);
  assert.equal(await view.hash(), await hashOf('bounce.gltf', step));
  assert.deepEqual(view.errors, []);
});

test('scrubbing back and forth gives the hash of a straight run', { skip }, async () => {
  const view = await open('?file=samples/dominoes.gltf');
  const expected = { 30: await hashOf('dominoes.gltf', 30), 150: await hashOf('dominoes.gltf', 150), 60: await hashOf('dominoes.gltf', 60) };
  for (const step of [150, 30, 60, 150, 0, 60, 30]) {
    const hash = await view.seek(step);
    if (step > 0) assert.equal(hash, expected[step], `step ${step}`);
  }
  assert.equal(await view.clock(), '0.50 s');
});

test('a body that is pulled moves, the pull is replayed, and another future forgets it', { skip }, async () => {
  const view = await open('?file=samples/bounce.gltf&t=0.5&show=model');
  const { page } = view;
  await page.waitForFunction(() => !globalThis.viewer.session.isSeeking);
  const box = await page.locator('#canvas').boundingBox();
  // Where the middle of the third body is on the page.
  const at = await page.evaluate(() => {
    const { session, stage } = globalThis.viewer;
    return stage.screen([...session.world.poses.positions.subarray(6, 9)]);
  });
  const [x, y] = [box.x + at.x, box.y + at.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 15, y - 30, { steps: 3 });
  await page.mouse.move(x + 30, y - 60, { steps: 3 });
  await page.waitForFunction(() => globalThis.viewer.session.timeline.step > 60);
  await page.mouse.up();
  await frames(page);
  assert.equal(await page.getByRole('treeitem', { selected: true }).locator('.row').textContent(), 'Restitution 0.5 dynamic');
  const end = await page.evaluate(() => globalThis.viewer.session.timeline.step);
  const pulled = await view.hash();
  assert.notEqual(pulled, await hashOf('bounce.gltf', end));
  // A body in free fall would be far below by now.
  const height = await page.evaluate(() => globalThis.viewer.session.world.poses.positions[7]);
  const other = await page.evaluate(() => globalThis.viewer.session.world.poses.positions[4]);
  assert.ok(height > other + 0.2, `${height} ${other}`);
  await view.seek(10);
  assert.equal(await view.seek(end), pulled);
  // Gravity is changed before the pull: all that came later is forgotten.
  await view.seek(20);
  await page.getByLabel('Gravity Y').fill('-5');
  await page.getByLabel('Gravity Y').press('Enter');
  await frames(page);
  assert.equal(await page.evaluate(() => globalThis.viewer.session.timeline.last), 20);
  const changed = await view.seek(end);
  assert.notEqual(changed, pulled);
  await view.seek(5);
  assert.equal(await view.seek(end), changed);
  assert.deepEqual(view.errors, []);
});

test('the future that was left is shown as wires, and stored poses while a far step is computed', { skip }, async () => {
  const view = await open('?file=samples/dominoes.gltf&show=ground');
  const { page } = view;
  await view.seek(100);
  await view.seek(20);
  await page.getByLabel('Gravity Y').fill('-2');
  await page.getByLabel('Gravity Y').press('Enter');
  await view.seek(60);
  await frames(page);
  const wires = () => page.evaluate(() => {
    let count = 0;
    globalThis.viewer.actors.group.traverse((object) => {
      if (!object.material?.wireframe || !object.parent.visible) return;
      for (let i = 0; i < object.count; ++i) count += object.instanceMatrix.array[16 * i + 15] * object.instanceMatrix.array[16 * i] !== 0;
    });
    return count;
  });
  assert.ok((await wires()) > 0);
  await view.seek(20);
  await frames(page);
  assert.equal(await wires(), 0, 'where the futures part nothing is elsewhere');
  // A clock that runs fast: each frame of the page has time for a step or two of the search.
  const found = await page.evaluate(async () => {
    const { session, actors } = globalThis.viewer;
    session.seekNow(0);
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => now() + (ahead += 10);
    session.seek(56);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    performance.now = now;
    const [x, y, z] = session.preview.poses.positions;
    let isShown = false;
    actors.group.traverse(({ isInstancedMesh, material, count, instanceMatrix }) => {
      for (let i = 0; i < (isInstancedMesh && !material.wireframe ? count : 0); ++i) {
        const [px, py, pz] = instanceMatrix.array.slice(16 * i + 12);
        isShown ||= Math.hypot(px - x, py - y, pz - z) < 1e-4;
      }
    });
    return { isShown, isSeeking: session.isSeeking, step: session.timeline.step };
  });
  assert.ok(found.isSeeking && found.step < 50);
  assert.ok(found.isShown, 'a body stands where the step that is sought has it');
  assert.deepEqual(view.errors, []);
});

/** Plays with the steps in the Worker, until the step, which the page's world has not taken. */
async function playAway(view, step) {
  await view.page.evaluate(() => (globalThis.viewer.session.longest = -1));
  await view.button('Play').click();
  await view.page.waitForFunction((least) => {
    const { isAway, timeline, world } = globalThis.viewer.session;
    return isAway && timeline.step > Math.max(least, world.stepCount + 10);
  }, step);
}

/** Pauses, and waits until the page's world is where the Worker was. */
async function pause(view) {
  await view.button('Pause').click();
  await view.page.waitForFunction(() => !globalThis.viewer.session.isAway);
  await frames(view.page);
  return view.page.evaluate(() => globalThis.viewer.session.timeline.step);
}

test('a Worker takes steps while the page\'s world rests, and the states are those of a straight run', { skip }, async () => {
  const view = await open('?file=samples/dominoes.gltf&sel=5&show=model,contacts,names');
  const { page } = view;
  await playAway(view, 65);
  const away = await page.evaluate(() => {
    const { session, overlay } = globalThis.viewer;
    return { step: session.timeline.step, rests: session.world.stepCount, lines: overlay.group.visible, labels: overlay.shown.length };
  });
  assert.ok(away.rests < away.step);
  assert.ok(away.lines && away.labels > 0);
  // Panels follow what the Worker sees.
  const position = () => page.getByRole('region', { name: 'Body' }).getByRole('row').filter({ hasText: 'Position' }).textContent();
  const before = await position();
  await page.waitForFunction((least) => globalThis.viewer.session.timeline.step > least, away.step + 40);
  assert.notEqual(await position(), before);
  const step = await pause(view);
  assert.equal(await view.hash(), await hashOf('dominoes.gltf', step));
  assert.equal(await page.evaluate(() => globalThis.viewer.session.world.stepCount), step);
  for (const one of [30, step, 60, 10]) assert.equal(await view.seek(one), await hashOf('dominoes.gltf', one), `step ${one}`);
  const known = await page.evaluate(() => {
    const { checkpoints, samples, last, track } = globalThis.viewer.session.timeline;
    return { steps: checkpoints.map((one) => one.step), samples: samples.awake.filter(Number.isFinite).length, last, stored: track.at(8) !== null };
  });
  assert.deepEqual(known, { steps: Array.from({ length: Math.floor(step / 60) + 1 }, (_, i) => 60 * i), samples: step + 1, last: step, stored: true });
  // From the past, through what is known, and beyond.
  await playAway(view, step + 5);
  await page.getByRole('slider', { name: 'Time' }).evaluate((slider) => {
    slider.value = '40';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForFunction(() => !globalThis.viewer.session.isSeeking && globalThis.viewer.session.timeline.step === 40);
  await frames(page);
  assert.equal(await view.hash(), await hashOf('dominoes.gltf', 40));
  assert.deepEqual(view.errors, []);
});

test('changes and pulls while a Worker takes the steps are replayed to the bit', { skip }, async () => {
  const view = await open('?file=samples/bounce.gltf&show=model');
  const { page } = view;
  await playAway(view, 5);
  await page.getByLabel('Gravity Y').fill('-0.5');
  await page.getByLabel('Gravity Y').press('Enter');
  await page.waitForFunction(() => globalThis.viewer.session.timeline.changes.length === 1);
  assert.equal(await page.getByLabel('Gravity Y').inputValue(), '-0.5');
  const box = await page.locator('#canvas').boundingBox();
  const at = await page.evaluate(() => {
    const { session, stage } = globalThis.viewer;
    // Slow enough for the pointer.
    session.speed = 0.05;
    return stage.screen([...session.between.poses.positions.subarray(6, 9)]);
  });
  await page.mouse.move(box.x + at.x, box.y + at.y);
  await page.mouse.down();
  await page.waitForFunction(() => globalThis.viewer.hands.joint !== 0);
  await page.evaluate(() => (globalThis.viewer.session.speed = 1));
  await page.mouse.move(box.x + at.x + 20, box.y + at.y - 40, { steps: 4 });
  const grabbed = await page.evaluate(() => globalThis.viewer.session.timeline.step);
  await page.waitForFunction((least) => globalThis.viewer.session.isAway && globalThis.viewer.session.timeline.step > least + 30, grabbed);
  await page.mouse.up();
  await page.waitForFunction(() => globalThis.viewer.session.timeline.changes.at(-1).change.kind === 'release');
  assert.equal(await page.getByRole('treeitem', { selected: true }).locator('.row').textContent(), 'Restitution 0.5 dynamic');
  const end = await pause(view);
  const pulled = await view.hash();
  const kinds = await page.evaluate(() => [...new Set(globalThis.viewer.session.timeline.changes.map(({ change }) => change.kind))]);
  assert.deepEqual(kinds, ['gravity', 'grab', 'drag', 'release']);
  await view.seek(3);
  assert.equal(await view.seek(end), pulled);
  // A change in the known past, by the Worker: all that came later is forgotten.
  await view.seek(2);
  await playAway(view, 3);
  await page.getByLabel('Gravity Y').fill('-3');
  await page.getByLabel('Gravity Y').press('Enter');
  await page.waitForFunction(() => globalThis.viewer.session.timeline.changes.at(-1)?.change.value?.[1] === -3);
  assert.ok(await page.evaluate(() => globalThis.viewer.session.timeline.ghost !== null));
  const last = await pause(view);
  const changed = await view.hash();
  await view.seek(1);
  assert.equal(await view.seek(last), changed);
  assert.deepEqual(view.errors, []);
});

test('where the Worker ends, the page goes on from the last step that it told', { skip }, async () => {
  const view = await open('?file=samples/dominoes.gltf');
  const { page } = view;
  await playAway(view, 30);
  await page.evaluate(() => globalThis.viewer.session.twin.close());
  await view.message.getByRole('heading', { name: 'The simulation has ended' }).waitFor();
  await page.waitForFunction(() => !globalThis.viewer.session.isAway && !globalThis.viewer.session.isSeeking);
  await frames(page);
  const { step, last, checkpoints, poses } = await page.evaluate(() => {
    const { timeline, world } = globalThis.viewer.session;
    const { step, last, checkpoints, track } = timeline;
    return { step, last, checkpoints: checkpoints.length, poses: track.bytes / (world.poses.count * (12 + 16 + 1)) };
  });
  assert.ok(step > 30 && step === last);
  // The way back there was no new one: each state is stored once.
  assert.deepEqual([checkpoints, poses], [Math.floor(step / 60) + 1, Math.floor(step / 4) + 1]);
  assert.equal(await view.hash(), await hashOf('dominoes.gltf', step));
  assert.equal(await view.seek(step + 20), await hashOf('dominoes.gltf', step + 20));
});

test('without Workers the page takes long steps itself', { skip }, async () => {
  const view = await open();
  await view.page.addInitScript(() => delete globalThis.Worker);
  await view.page.goto(`${view.url}/index.html?file=samples/dominoes.gltf`);
  await ready(view.page);
  await view.page.evaluate(() => (globalThis.viewer.session.longest = -1));
  await view.button('Play').click();
  await view.page.waitForFunction(() => globalThis.viewer.session.timeline.step > 20);
  assert.equal(await view.page.evaluate(() => globalThis.viewer.session.isAway), false);
  const step = await pause(view);
  assert.equal(await view.hash(), await hashOf('dominoes.gltf', step));
  assert.deepEqual(view.errors, []);
});

test('a node of the tree shows its values, with pointers and where they are from', { skip }, async () => {
  const view = await open('?file=samples/combine.gltf', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = view;
  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('mini');
  await page.getByRole('treeitem', { name: /Minimum/ }).click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('heading', { name: 'Minimum', exact: true }).waitFor();
  const body = inspector.getByRole('region', { name: 'Body' });
  await body.getByRole('button', { name: 'Copy pointer /nodes/3/extensions/KHR_physics_rigid_bodies/motion/mass' }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '/nodes/3/extensions/KHR_physics_rigid_bodies/motion/mass');
  const row = (name) => body.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  assert.match(await row('Gravity factor').textContent(), /default/);
  // The kind of the body, not that of its shape.
  assert.match(await row('Kind').textContent(), /default/);
  assert.equal(await row('Velocity').getByRole('button', { name: /linearVelocity in the file/ }).count(), 1);
  await page.keyboard.press('.');
  await frames(page);
  assert.match(await row('Velocity').textContent(), /simulated/);
  // The material is behind two references.
  const collider = inspector.getByRole('region', { name: 'Collider Minimum' });
  assert.equal(await collider.getByRole('button', { name: 'Copy pointer /extensions/KHR_physics_rigid_bodies/physicsMaterials/2/staticFriction' }).count(), 1);
  await body.getByRole('spinbutton', { name: 'Mass [kg]' }).fill('5');
  await body.getByRole('spinbutton', { name: 'Mass [kg]' }).press('Enter');
  await frames(page);
  assert.match(await row('Mass').textContent(), /changed here/);
  assert.equal(await page.evaluate(() => { const { world } = globalThis.viewer.session; return world.mass(world.bodyOfNode(3)).mass; }), 5);
  assert.match(page.url(), /file=samples\/combine.gltf/);
  await page.waitForFunction(() => location.search.includes('sel=3'));
});

test('events tell which bodies met, and lead to their step and node', { skip }, async () => {
  const view = await open('?file=samples/triggers.gltf');
  await view.seek(90);
  const rows = view.page.getByRole('tabpanel', { name: 'Events' }).getByRole('row').filter({ hasText: 'trigger-' });
  assert.ok((await rows.count()) >= 5);
  const first = rows.last();
  await first.getByRole('button', { name: /to step/ }).click();
  await view.page.waitForFunction(() => globalThis.viewer.session.timeline.step < 90);
  await rows.last().getByRole('button', { name: 'All', exact: true }).click();
  assert.equal(await view.page.getByRole('treeitem', { selected: true }).locator('> .row').textContent(), '▾All physics');
});

test('validation lists findings, marks their nodes, and selects them', { skip }, async () => {
  const place = await mkdtemp(join(tmpdir(), 'viewer-'));
  const file = JSON.parse(await readFile(`${root}samples/combine.gltf`));
  file.nodes[3].extensions.KHR_physics_rigid_bodies.motion.gravityFactor = 'much';
  await writeFile(join(place, 'much.gltf'), JSON.stringify(file));
  const view = await open('', { folders: { '/more/': place } });
  await view.page.goto(`${view.url}/index.html?file=more/much.gltf`);
  await ready(view.page);
  await view.button('Validate').click();
  const panel = view.page.getByRole('tabpanel', { name: 'Findings' });
  await panel.getByRole('row').nth(1).waitFor();
  const pointer = '/nodes/3/extensions/KHR_physics_rigid_bodies/motion/gravityFactor';
  await panel.getByRole('button', { name: `Select ${pointer}` }).first().click();
  assert.match(await view.page.getByRole('treeitem', { selected: true }).locator('.row').textContent(), /^Minimum1 findings/);
  assert.match(await view.page.locator('#validate').textContent(), /^Validate \([1-9]/);
});

test('a file in another dialect is exported and opened again', { skip }, async () => {
  const view = await open('?file=samples/bounce.gltf');
  const { page } = view;
  const take = async (name) => {
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    const path = join(await mkdtemp(join(tmpdir(), 'viewer-')), (await download).suggestedFilename());
    await (await download).saveAs(path);
    return path;
  };
  await view.seek(35);
  const here = await page.evaluate(() => [...globalThis.viewer.session.world.poses.positions]);
  await view.seek(45);
  await view.button('Export…').click();
  await page.getByLabel('Dialect').selectOption('omi');
  const converted = await take('Convert');
  assert.match(converted, /bounce-omi\.gltf$/);
  const baked = await take('Baked glTF');
  const checkpoint = await take('Checkpoint');
  const trajectory = await take('Trajectory');
  await page.getByRole('button', { name: 'Close' }).click();
  // Rewinding for the bake has left the world where it was.
  assert.equal(await view.hash(), await hashOf('bounce.gltf', 45));
  const lines = (await readFile(trajectory, 'utf8')).trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines[0].format, 'tumble-trajectory');
  assert.equal(lines.length, 1 + 46);
  const glb = await readFile(baked);
  const json = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)));
  assert.equal(json.animations.length, 1);
  // The file in the other dialect, dropped into the page, falls as well.
  const opened = async (paths, title) => {
    await page.getByLabel('Files to open').setInputFiles(paths);
    await page.waitForFunction((name) => document.documentElement.dataset.ready === name, title);
    await frames(page);
  };
  await opened([converted], 'bounce-omi.gltf');
  assert.match(await page.getByLabel('Bodies', { exact: true }).textContent(), /^5 bodies/);
  await view.seek(35);
  // What the dialect says otherwise does not matter before the first contact.
  const there = await page.evaluate(() => [...globalThis.viewer.session.world.poses.positions]);
  assert.deepEqual(there, here);
  // The checkpoint goes on with its file, to the bit.
  await opened([`${root}samples/bounce.gltf`, checkpoint], 'bounce.gltf');
  await page.waitForFunction(() => globalThis.viewer.session.timeline.step === 45);
  await frames(page);
  assert.equal(await view.hash(), await hashOf('bounce.gltf', 45));
  assert.equal(await view.seek(70), await hashOf('bounce.gltf', 70));
  assert.deepEqual(view.errors, []);
});

test('sections of four dimensions are solids that change along W', { skip }, async () => {
  const view = await open('?file=samples/around.g4tf&w=1.5&show=ghosts');
  const { page } = view;
  assert.equal(await page.getByRole('slider', { name: 'Place along W' }).getAttribute('aria-valuetext'), '1.50 metres');
  const drawn = () => page.evaluate(() => globalThis.viewer.sections.group.children[0].geometry.attributes.position.count);
  const beside = await drawn();
  assert.ok(beside > 100);
  // At 1.5 m there is one ball; two are in the section at 0.
  await page.locator('#canvas').focus();
  for (let i = 0; i < 15; ++i) await page.keyboard.press('[');
  await frames(page);
  assert.equal(await page.getByLabel('W in metres').inputValue(), '0.00');
  assert.ok((await drawn()) > beside + 500);
  await page.getByLabel('Ghosts').uncheck();
  await page.getByLabel('Projection').check();
  await frames(page);
  // A wall of 32 edges, and three balls of six outlines of 24 sides.
  const edges = await page.evaluate(() => globalThis.viewer.sections.group.children.find((one) => one.isLineSegments).geometry.drawRange.count / 2);
  assert.equal(edges, 32 + 3 * 6 * 24);
  await page.getByLabel('Projection').uncheck();
  await page.waitForFunction(() => !location.search.includes('ghosts'));
  assert.equal(await view.seek(30), await hashOf('around.g4tf', 30));
  await page.getByRole('treeitem', { name: /Beside/ }).first().click();
  await page.getByLabel('Follow selection').check();
  await frames(page);
  assert.equal(await page.getByLabel('W in metres').inputValue(), '1.50');
  assert.deepEqual(view.errors, []);
});

test('a Worker takes steps of four dimensions, and the sections follow it', { skip }, async () => {
  const view = await open('?file=samples/around.g4tf&w=0&show=ghosts,projection');
  const { page } = view;
  await playAway(view, 20);
  // Corners of the filled section, of the page's world at rest, and whether ghosts and edges are drawn.
  const drawn = () => page.evaluate(() => {
    const { session, sections, state } = globalThis.viewer;
    const [mesh, , , ghost] = sections.group.children;
    const ofWorld = new Set([...session.world.solids({ w: state.w }).positions].map((x) => x.toFixed(4)));
    const corners = [...mesh.geometry.attributes.position.array];
    const isOfWorld = corners.every((x) => ofWorld.has(x.toFixed(4)));
    const { visible, geometry } = sections.group.children.find((one) => one.isLineSegments);
    return { count: corners.length / 3, isOfWorld, hasGhosts: ghost.visible, edges: visible ? geometry.drawRange.count / 2 : 0,
      rests: session.isAway && session.world.stepCount < session.timeline.step };
  });
  const away = await drawn();
  assert.ok(away.rests && away.hasGhosts && away.count > 600);
  assert.equal(away.isOfWorld, false, 'the section is that of the Worker');
  assert.equal(away.edges, 32 + 3 * 6 * 24);
  await page.getByLabel('Ghosts').uncheck();
  await page.getByLabel('Projection').uncheck();
  // Beyond the balls there is the ground alone.
  const setW = async (w) => {
    await page.getByLabel('W in metres').fill(w);
    await page.getByLabel('W in metres').press('Enter');
  };
  await setW('3');
  await page.waitForFunction(() => globalThis.viewer.sections.group.children[0].geometry.attributes.position.count === 6);
  const { rests, hasGhosts, edges } = await drawn();
  assert.deepEqual({ rests, hasGhosts, edges }, { rests: true, hasGhosts: false, edges: 0 });
  const step = await pause(view);
  assert.equal(await view.hash(), await hashOf('around.g4tf', step));
  await setW('0');
  await frames(page);
  const here = await drawn();
  assert.ok(here.isOfWorld && here.count > 600);
  assert.equal(await view.seek(30), await hashOf('around.g4tf', 30));
  assert.deepEqual(view.errors, []);
});

test('broken files say what is wrong, and the page goes on', { skip }, async () => {
  const place = await mkdtemp(join(tmpdir(), 'viewer-'));
  await writeFile(join(place, 'broken.gltf'), '{"asset": {"version": "2.0"}, "nodes": [');
  await writeFile(join(place, 'empty.gltf'), '');
  await writeFile(join(place, 'still.gltf'), '{"asset": {"version": "2.0"}, "nodes": [{"name": "Only"}], "scenes": [{"nodes": [0]}], "scene": 0}');
  const view = await open('?file=more/broken.gltf', { folders: { '/more/': place } });
  await view.page.getByRole('heading', { name: 'This file cannot be shown' }).waitFor();
  assert.ok((await view.page.getByRole('tabpanel', { name: 'Findings' }).getByRole('row').count()) >= 2);
  for (const [name, heading] of [['empty', 'This file cannot be shown'], ['missing', 'This file cannot be shown'], ['still', 'No bodies']]) {
    await view.page.goto(`${view.url}/index.html?file=more/${name}.gltf`);
    await view.page.getByRole('heading', { name: heading }).waitFor();
    assert.equal(await view.page.evaluate(() => globalThis.viewer.session === null), name !== 'still');
  }
  // From here a sample opens as ever.
  await view.page.getByLabel('Sample', { exact: true }).selectOption('samples/bounce.gltf');
  await view.page.waitForFunction(() => document.documentElement.dataset.ready === 'bounce.gltf');
  assert.equal(await view.message.isHidden(), true);
  assert.equal(await view.hash(), await hashOf('bounce.gltf', 0));
});

test('the keyboard alone plays, steps, selects and shows', { skip }, async () => {
  const view = await open('?file=samples/bounce.gltf');
  const { page } = view;
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    await frames(page);
  };
  await press('.', '.', '.', ',');
  assert.equal(await view.hash(), await hashOf('bounce.gltf', 2));
  await press('Home');
  assert.equal(await view.hash(), await hashOf('bounce.gltf', 0));
  await press('End');
  assert.equal(await view.clock(), '0.05 s');
  await press('1', '3', 'g');
  await page.waitForFunction(() => location.search.includes('show=model,shapes,contacts'));
  await press(' ');
  await page.waitForFunction(() => globalThis.viewer.session.timeline.step > 5);
  await press(' ');
  assert.equal(await page.evaluate(() => globalThis.viewer.session.isPlaying), false);
  // From the search with Tab into the tree, down, and Enter.
  await page.getByRole('searchbox').focus();
  await press('Tab', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  assert.match(await page.getByRole('treeitem', { selected: true }).textContent(), /^Restitution 0.25/);
  await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft');
  assert.equal(await page.getByRole('treeitem', { name: /Floor/ }).getAttribute('aria-expanded'), 'false');
  await press('Escape');
  assert.equal(await page.getByRole('treeitem', { selected: true }).count(), 0);
  await press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await press('Escape');
  await press('t');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
});

test('on a narrow screen panels are drawers', { skip }, async () => {
  const view = await open('?file=samples/bounce.gltf', { viewport: { width: 390, height: 700 }, hasTouch: true });
  const { page } = view;
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width}`);
  const tree = page.getByRole('navigation', { name: 'Nodes' });
  assert.equal(await tree.isVisible(), false);
  await page.getByRole('button', { name: 'Tree' }).tap();
  assert.equal(await tree.isVisible(), true);
  await page.getByRole('treeitem', { name: /Restitution 0.5/ }).tap();
  await page.getByRole('button', { name: 'Inspector' }).tap();
  assert.equal(await tree.isVisible(), false);
  assert.equal(await page.getByRole('heading', { name: 'Restitution 0.5', exact: true }).isVisible(), true);
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('complementary').isVisible(), false);
  assert.equal(await view.button('Play').isVisible(), true);
});

test('all of the state is in the address', { skip }, async () => {
  const query = '?file=samples/around.g4tf&t=0.5&w=0.4&sel=4&show=model,centers,ghosts&theme=light&tab=plots&cam=1,2,9,0,1,0';
  const view = await open(query);
  await view.page.waitForFunction(() => !globalThis.viewer.session.isSeeking);
  await frames(view.page);
  assert.equal(await view.hash(), await hashOf('around.g4tf', 30));
  await view.page.keyboard.press('.');
  await view.page.waitForFunction(() => location.search.includes('t=0.516667'));
  const address = new URL(view.page.url()).search;
  const expected = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(address)) assert.equal(value, name === 't' ? '0.516667' : expected.get(name), name);
  assert.equal(address.split('&').length, 8);
});

test('a document that changes is read again, and the page stays as it was', { skip }, async () => {
  const place = await mkdtemp(join(tmpdir(), 'viewer-'));
  const file = JSON.parse(await readFile(`${root}samples/bounce.gltf`));
  await writeFile(join(place, 'live.gltf'), JSON.stringify(file));
  const view = await open('', { folders: { '/doc/': place } });
  // The server's events: one change, when the test says so.
  let change;
  const changed = new Promise((resolve) => (change = resolve));
  await view.page.route('**/events', async (route) => {
    await changed;
    await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 600000\nevent: change\ndata: live.gltf\n\n' });
  });
  await view.page.goto(`${view.url}/index.html?file=doc/live.gltf&t=0.25&sel=4&show=model,shapes`);
  await ready(view.page);
  await view.page.waitForFunction(() => !globalThis.viewer.session.isSeeking);
  file.nodes[4].name = 'Another name';
  await writeFile(join(place, 'live.gltf'), JSON.stringify(file));
  change();
  const item = view.page.getByRole('treeitem', { name: /Another name/, selected: true });
  await item.waitFor();
  await view.page.waitForFunction(() => globalThis.viewer.session.timeline.step === 15 && !globalThis.viewer.session.isSeeking);
  await frames(view.page);
  assert.equal(await view.clock(), '0.25 s');
  assert.deepEqual(await view.page.evaluate(() => [...globalThis.viewer.state.show]), ['model', 'shapes']);
});

test('five thousand bodies are shown in a few batches', { skip }, async () => {
  const boxes = 5000;
  const place = await mkdtemp(join(tmpdir(), 'viewer-'));
  const file = JSON.parse(await readFile(`${root}samples/dominoes.gltf`));
  const kind = file.nodes.find((node) => node.mesh !== undefined && node.extensions?.KHR_physics_rigid_bodies?.motion);
  file.nodes = Array.from({ length: boxes }, (_, i) => ({ ...kind, name: `Box ${i}`, rotation: undefined, translation: [i % 50, 1 + 2 * Math.floor(i / 2500), Math.floor(i / 50) % 50] }));
  file.scenes = [{ nodes: file.nodes.map((_, i) => i) }];
  file.scene = 0;
  await writeFile(join(place, 'many.gltf'), JSON.stringify(file));
  const view = await open('?file=more/many.gltf', { folders: { '/more/': place }, viewport: { width: 800, height: 450 } });
  assert.match(await view.page.getByLabel('Bodies', { exact: true }).textContent(), /^5000 bodies/);
  assert.ok((await view.page.evaluate(() => globalThis.viewer.stage.renderer.info.render.calls)) < 40);
  assert.equal(await view.page.getByRole('treeitem').count(), 200);
  await view.page.keyboard.press('.');
  await frames(view.page);
  assert.equal(await view.clock(), '0.02 s');
  assert.deepEqual(view.errors, []);
});
