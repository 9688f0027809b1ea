// SPDX-License-Identifier: MIT
// common.mjs: the contract of an adapter (docs/engines.md): a scene on standard input, a trajectory on standard output.

import { readFileSync } from 'node:fs';

import { animatedPointers, readSceneText } from './scene.mjs';

/** Losses that leave the motion as it is, within the tolerance of any check. All others make a pointer unsupported. */
const CLOSE = new Set([
  'ENGINE_HULL_POINTS', 'ENGINE_JOINT_LEFT_OUT', 'ENGINE_MESH_MOVES', 'ENGINE_PLANE', 'ENGINE_SHAPE_HULL',
]);

function settingsOf(words) {
  const settings = { duration: 10, rate: 60 };
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, '');
    const value = Number(words[i + 1]);
    if (!(name in settings) || !words[i].startsWith('--') || !Number.isFinite(value)) {
      throw new Error('usage: --duration S --rate HZ, a scene on standard input');
    }
    settings[name] = value;
  }
  if (!(settings.rate >= 1 && settings.rate <= 1e4 && settings.duration >= 0 && settings.duration <= 1e6)) {
    throw new Error('--rate is 1 to 10000, --duration 0 to 1000000');
  }
  return settings;
}

/** Pointers that mean others: those of a shared thing are those of each that has it. */
function usersOf(scene) {
  const users = new Map();
  const add = (pointer, user) => {
    if (!users.has(pointer)) users.set(pointer, []);
    users.get(pointer).push(user);
  };
  const { colliders, materials, filters, shapes, joints, limits, drives, gravityVolumes, triggers, bodies } = scene;
  colliders.pointers.forEach((pointer, i) => {
    add(shapes.pointers[colliders.shape[i]], pointer);
    if (colliders.material[i] >= 0) add(materials.pointers[colliders.material[i]], pointer);
    if (colliders.filter[i] >= 0) add(filters.pointers[colliders.filter[i]], pointer);
  });
  joints.pointers.forEach((pointer, i) => {
    const at = (first, count, table) => table.slice(first, first + count);
    const parts = [
      ...at(joints.limitFirst[i], joints.limitCount[i], limits.pointers),
      ...at(joints.driveFirst[i], joints.driveCount[i], drives.pointers),
    ];
    for (const part of parts) add(part, pointer);
  });
  // A volume of gravity pulls at whatever comes in.
  gravityVolumes.pointers.forEach((pointer, i) => {
    const trigger = gravityVolumes.trigger[i];
    if (trigger < 0) return;
    add(pointer, triggers.pointers[trigger]);
    bodies.pointers.filter((_, body) => bodies.kind[body] === 2).forEach((body) => add(pointer, body));
  });
  return users;
}

/** Pointers that an engine leaves out, from the losses of its adapter. Sorted, each once. */
export function unsupportedOf(scene, losses) {
  const users = usersOf(scene);
  const found = new Set();
  const add = (pointer) => {
    if (found.has(pointer)) return;
    // What has no place of its own is at those that have it, or anywhere.
    if (pointer !== '' || !users.has(pointer)) found.add(pointer);
    (users.get(pointer) ?? []).forEach(add);
  };
  for (const { code, pointer } of losses) {
    if (CLOSE.has(code)) continue;
    if (code === 'ENGINE_ANIMATION') animatedPointers(scene).forEach(add);
    else add(pointer);
  }
  return [...found].sort();
}

/** Events of triggers, from pairs of a trigger and a collider that overlap now. Exits come first. */
export class Overlaps {
  #pairs = new Map();

  constructor(scene) {
    this.scene = scene;
  }

  /** @param pairs  [trigger, collider], indices into the tables of the scene. */
  events(pairs) {
    const { triggers, colliders, bodies } = this.scene;
    const now = new Map(pairs.map((pair) => [pair.join(' '), pair]));
    const told = (type) => ([trigger, collider]) => ({
      type, trigger: triggers.node[trigger], collider: colliders.node[collider],
      motion: colliders.body[collider] < 0 ? -1 : bodies.node[colliders.body[collider]],
    });
    const only = (one, other) => [...one].filter(([key]) => !other.has(key)).map(([, pair]) => pair)
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const events = [
      ...only(this.#pairs, now).map(told('triggerExited')), ...only(now, this.#pairs).map(told('triggerEntered')),
    ];
    this.#pairs = now;
    return events;
  }
}

/** State of a body of a scene as it is written: for bodies that an engine has not moved. */
export function stateAtLoad({ written }, i) {
  const body = written.bodies[i];
  const moves = body.kind !== 'static';
  const none = (values) => values.map(() => 0);
  return {
    position: body.position, orientation: body.rotation,
    linearVelocity: moves ? body.linearVelocity : none(body.linearVelocity),
    angularVelocity: moves ? body.angularVelocity : none(body.angularVelocity), asleep: false,
  };
}

// A write waits where the reader is slow.
async function write(lines) {
  if (!process.stdout.write(`${lines.join('\n')}\n`)) await new Promise((done) => process.stdout.once('drain', done));
}

function headerOf(scene, { engine, version, rate, unsupported, changed }) {
  const { bodies, nodes } = scene.written;
  return JSON.stringify({
    format: 'tumble-trajectory', version: 1, source: scene.file, dimension: scene.dimension, rate,
    ...(scene.dimension === 3 ? { quaternion: 'xyzw' } : {}),
    nodes: bodies.map(({ node }) => ({ index: node, name: nodes[node].name })),
    engine, engineVersion: version, unsupported, changed,
  });
}

function lineOf(scene, world, t, events) {
  const bodies = scene.written.bodies.map(({ node }, i) => ({ node, ...world.state(i) }));
  return JSON.stringify({ t, bodies, events });
}

/** Bodies that stay where they are; of what an engine cannot say at all. */
export const stillWorld = (scene, losses = []) =>
  ({ losses, step() {}, state: (i) => stateAtLoad(scene, i), overlaps: () => [] });

// An engine of three dimensions says nothing of four.
function foreign(scene) {
  const pointers = ['', ...scene.written.bodies.map(({ pointer }) => pointer)];
  return { world: stillWorld(scene), unsupported: pointers, changed: [] };
}

function opened(scene, open, settings) {
  if (scene.dimension !== 3) return foreign(scene);
  const world = open(scene, settings);
  const changed = world.losses.filter(({ code }) => CLOSE.has(code))
    .map(({ code, pointer, message }) => ({ code, pointer, message }));
  return { world, unsupported: unsupportedOf(scene, world.losses), changed };
}

/**
 * Runs an adapter: reads the scene, writes the header, a line at the start and one after each step.
 *
 * @param engine   name of the engine
 * @param version  of the engine
 * @param open     makes of (scene, { duration, rate }) a world: `losses`, findings of what is left out;
 *                 `step(seconds)`; `state(i)`, the state of a body; `overlaps()`, pairs of a trigger and a collider.
 */
export async function adapt({ engine, version, open }) {
  try {
    process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 3));
    const settings = settingsOf(process.argv.slice(2));
    const scene = readSceneText(readFileSync(0, 'utf8'));
    const { world, unsupported, changed } = opened(scene, open, settings);
    const { rate, duration } = settings;
    const overlaps = scene.dimension === 3 ? new Overlaps(scene) : null;
    await write([headerOf(scene, { engine, version, rate, unsupported, changed }), lineOf(scene, world, 0, [])]);
    const steps = Math.round(duration * rate);
    for (let step = 1; step <= steps; ++step) {
      world.step(1 / rate);
      await write([lineOf(scene, world, step / rate, overlaps ? overlaps.events(world.overlaps()) : [])]);
    }
  } catch (error) {
    console.error(`${engine}: ${error.message}`);
    process.exitCode = error.message.startsWith('usage') || error.message.startsWith('--') ? 2 : 1;
  }
}

/** Version of a package of this folder. */
export function versionOf(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
}
