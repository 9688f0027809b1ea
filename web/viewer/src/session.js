// SPDX-License-Identifier: MIT
// session.js: a file that is open: its world, its past, and the clock that moves it.
//
// Steps that take long are taken by a Worker while the file plays: the session is away. The page's world then rests,
// and `settle` brings it to where the Worker is. What is shown, what changes and what is known of the past is the same
// on both ways.

import { load } from 'tumble';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { LoadingManager } from 'three';
import { jsonOf } from './document.js';
import { lookAt } from './look.js';
import { Timeline } from './timeline.js';
import { Twin } from './twin.js';

/** @typedef {import('./document.js').Given} Given */
/** @typedef {import('./course.js').Change} Change */
/** @typedef {import('./twin.js').Run} Run */
/**
 * State that a Worker takes with it: runs that have come and are not shown yet, the run that is shown, changes that were
 * not sent yet, and the promise of its end.
 * @typedef {{ twin: Twin, isBusy: boolean, arrived: Run[], shown: Run | null, changes: Change[], ending: Promise<void> | null }} Away
 */

const SLICE_MS = 14; // Of a frame, for steps: beyond it the page would not answer.
const LONG_MS = 2; // A step that takes longer is one for a Worker.
const MANY_NODES = 1500; // Begins and ends of contacts are listed for files with fewer.

/** The objects that three.js makes of a glTF; null where it cannot. @param {Given} given @param {any} json */
async function parseModel(given, json) {
  const isGltf = Number.parseFloat(json?.asset?.version) >= 2 && json.asset.dimension === undefined;
  if (!isGltf || !Array.isArray(json.meshes)) return null;
  const manager = new LoadingManager();
  /** @type {string[]} */
  const addresses = [];
  manager.setURLModifier((url) => {
    const file = given.files.get(decodeURIComponent(url.replace(given.base, '')));
    if (!file) return url;
    addresses.push(URL.createObjectURL(file));
    return addresses[addresses.length - 1];
  });
  const loader = new GLTFLoader(manager);
  if (json.extensionsUsed?.some((/** @type {string} */ name) => name.endsWith('_meshopt_compression'))) {
    const { MeshoptDecoder } = await import('three/addons/libs/meshopt_decoder.module.js');
    loader.setMeshoptDecoder(MeshoptDecoder);
  }
  try {
    const { buffer, byteOffset, byteLength } = given.bytes;
    return await loader.parseAsync(/** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength)), given.base);
  } catch {
    return null;
  } finally {
    addresses.forEach((address) => URL.revokeObjectURL(address));
  }
}

export class Session {
  isPlaying = false;
  speed = 1;
  /** Part of the last step that is shown. */
  part = 1;
  /** [ms] Of a step, beyond which a Worker takes the next ones. */
  longest = LONG_MS;
  #due = 0;
  /** @type {Generator<number> | null} */
  #seeking = null;
  #sought = 0;
  /** Step to go to when the world has settled. @type {number | null} */
  #wish = null;
  /** @type {Error | null} Why the world moves no further. */
  failure = null;
  /** The Worker, where it is there. @type {Twin | null} */
  twin = null;
  #isTwinAsked = false;
  /** @type {Away | null} */
  #away = null;
  #hasMoved = false;
  #isClosed = false;
  /** @type {import('./look.js').Wanted} */
  #wanted = { lines: 0, labels: 0, w: 0, sections: [], hasEdges: false, node: -1, isHashed: false };

  /**
   * Opens a file. Rejects as `load` does.
   * @param {Given} given @param {{ rate: number, substeps: number }} options
   */
  static async open(given, { rate, substeps }) {
    const json = jsonOf(given.bytes);
    const contactEvents = (json?.nodes?.length ?? 0) < MANY_NODES;
    // A Worker gets what this world was made of, whatever becomes of the files.
    const resources = /** @type {Map<string, Uint8Array>} */ (new Map());
    const resource = async (/** @type {string} */ path) => {
      const bytes = await given.resource(path);
      resources.set(path, bytes);
      return bytes;
    };
    const options = { name: given.name, substeps, contactEvents };
    const world = await load(given.bytes, { ...options, resource });
    const gltf = world.dimension === 3 ? await parseModel(given, json) : null;
    const file = { bytes: given.bytes, resources, options: { ...options, number: world.number }, rate };
    return new Session(given, json, world, gltf, file);
  }

  /** @param {Given} given @param {any} json @param {import('tumble').World} world @param {any} gltf @param {Parameters<typeof Twin.start>[0]} file */
  constructor(given, json, world, gltf, file) {
    this.given = given;
    this.json = json;
    this.world = world;
    this.gltf = gltf;
    this.file = file;
    this.timeline = new Timeline(world, { rate: file.rate });
  }

  get time() {
    return this.timeline.step / this.timeline.rate;
  }

  get isSeeking() {
    return this.#seeking !== null || this.#wish !== null;
  }

  /** Whether a Worker takes the steps, and the page's world rests. */
  get isAway() {
    return this.#away !== null;
  }

  /** Stored poses of the step that is sought, until the world is there; null: those of now are shown. */
  get preview() {
    return this.isSeeking ? this.timeline.track.at(this.#sought) : null;
  }

  /** Poses that are shown. @returns {import('./track.js').Between} */
  get between() {
    const { poses, before } = this.#away?.shown ?? this.world;
    return this.preview ?? { poses, before, part: this.part };
  }

  /** Poses at this step in the future that the last change has left; null where there are none. */
  get ghost() {
    const { ghost, step } = this.timeline;
    return ghost ? ghost.at(this.isSeeking ? this.#sought : step) : null;
  }

  /** The sight besides poses; of a Worker that which was wanted a step ago. @param {import('./look.js').Wanted} wanted */
  look(wanted) {
    this.#wanted = wanted;
    return this.#away?.shown?.seen ?? lookAt(this.world, wanted);
  }

  /** @param {boolean} isPlaying */
  play(isPlaying) {
    this.isPlaying = isPlaying && !this.failure;
    this.#due = 0;
    if (isPlaying) return;
    this.part = 1;
    this.settle();
  }

  /** Changes the world at the step that it is at. @param {Change} change */
  change(change) {
    const away = this.#away;
    if (!away) {
      this.timeline.change(change);
    } else if (away.ending) {
      away.ending.then(() => this.change(change));
    } else {
      const before = away.changes.at(-1);
      if (before?.kind === 'drag' && change.kind === 'drag' && before.joint === change.joint) away.changes.pop();
      away.changes.push(change);
    }
  }

  /** Goes to a step; at once where it is near, else over the next frames. @param {number} step */
  seek(step) {
    this.failure = null;
    this.#sought = step;
    if (this.#away) {
      this.#wish = step;
      this.play(false);
      return;
    }
    this.#seeking = this.timeline.seeking(step);
    this.#due = 0;
    this.part = 1;
    this.#goOn(SLICE_MS);
  }

  /** Goes to a step before it returns. The world has settled. @param {number} step */
  seekNow(step) {
    this.seek(step);
    while (this.#seeking) this.#goOn(1000);
  }

  #goOn(/** @type {number} */ ms) {
    const end = performance.now() + ms;
    try {
      while (this.#seeking && performance.now() < end) if (this.#seeking.next().done) this.#seeking = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(/** @type {unknown} */ error) {
    this.#seeking = null;
    this.isPlaying = false;
    this.part = 1;
    this.failure = /** @type {Error} */ (error);
  }

  /** Moves the world as far as time has. @param {number} delta [s] @returns whether something is elsewhere. */
  frame(delta) {
    const hasMoved = this.#hasMoved;
    this.#hasMoved = false;
    if (this.#seeking) {
      this.#goOn(SLICE_MS);
      return true;
    }
    if (!this.isPlaying) return hasMoved;
    const steps = Math.min(delta, 0.1) * this.speed * this.timeline.rate;
    if (this.#away || this.#leave()) this.#frameAway(steps);
    else this.#frameHere(steps);
    return true;
  }

  #frameHere(/** @type {number} */ steps) {
    this.#due += steps;
    const end = performance.now() + SLICE_MS;
    try {
      while (this.#due >= 1) {
        this.timeline.forward();
        this.#due -= 1;
        // A machine that is too slow shows slow motion, and goes on answering.
        if (performance.now() > end) this.#due = Math.min(this.#due, 0.999);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.part = this.isPlaying ? this.#due : 1;
  }

  // Steps by the Worker.

  // Hands the state to the Worker where steps are long and it is there, and starts it where it is not.
  #leave() {
    const { timeline, world } = this;
    if (timeline.ms <= this.longest) return false;
    if (!this.#isTwinAsked) this.#startTwin();
    if (!this.twin) return false;
    const away = { twin: this.twin, isBusy: false, arrived: [], shown: null, changes: [], ending: null };
    this.#away = away;
    this.twin.begin(world.checkpoint(), timeline.course.state).catch((error) => this.#lose(away, error));
    return true;
  }

  async #startTwin() {
    this.#isTwinAsked = true;
    // Without Workers the page goes on by itself.
    this.twin = await Twin.start(this.file).catch(() => null);
    if (this.#isClosed) this.twin?.close();
  }

  // The Worker is a run ahead of what is shown, and never more.
  #frameAway(/** @type {number} */ steps) {
    const away = /** @type {Away} */ (this.#away);
    if (away.ending) return;
    this.#due += steps;
    const [run] = away.arrived;
    if (run && this.#due >= 1) {
      away.arrived.shift();
      this.#due = Math.min(this.#due - run.told.length, 0.999);
      this.#take(away, run);
      if (run.failure) return this.#lose(away, new Error(run.failure));
    }
    if (!away.isBusy && away.arrived.length === 0) {
      const most = Math.max(1, Math.floor(SLICE_MS / this.timeline.ms));
      this.#run(away, Math.max(1, Math.min(most, Math.floor(this.#due + steps))));
    }
    this.part = Math.max(0, Math.min(this.#due, 1));
  }

  async #run(/** @type {Away} */ away, /** @type {number} */ count) {
    away.isBusy = true;
    const changes = away.changes.splice(0);
    try {
      away.arrived.push(await away.twin.run({ changes, count, wanted: this.#wanted }));
    } catch (error) {
      this.#lose(away, /** @type {Error} */ (error));
    }
    away.isBusy = false;
  }

  #take(/** @type {Away} */ away, /** @type {Run} */ run) {
    const { timeline } = this;
    for (const { step, change } of run.made) timeline.leave(step, change);
    if (run.changes) timeline.course.changes = run.changes;
    for (const told of run.told) timeline.take(told);
    timeline.course.last = timeline.last;
    away.shown = run;
  }

  /** Resolves when the page's world is at the step that is shown. */
  settle() {
    const away = this.#away;
    return away ? (away.ending ??= this.#come(away)) : Promise.resolve();
  }

  async #come(/** @type {Away} */ away) {
    if (away.changes.length > 0) this.#run(away, 0);
    try {
      const { checkpoint, state } = await away.twin.end();
      if (this.#away !== away) return;
      for (const run of away.arrived.splice(0)) {
        this.#take(away, run);
        if (run.failure) throw new Error(run.failure);
      }
      this.timeline.course.restore(checkpoint, state);
      this.#return();
    } catch (error) {
      this.#lose(away, /** @type {Error} */ (error));
    }
  }

  // The page's world is found again from the past: the Worker's does not move, or there is no Worker any more.
  #lose(/** @type {Away} */ away, /** @type {Error} */ error) {
    if (this.#away !== away) return;
    away.twin.close();
    this.twin = null;
    this.#fail(error);
    this.#seeking = this.timeline.seeking(this.timeline.step, false);
    this.#return();
  }

  #return() {
    this.#away = null;
    this.#due = 0;
    this.part = 1;
    this.#hasMoved = true;
    const wish = this.#wish;
    this.#wish = null;
    if (wish !== null) this.seek(wish);
  }

  /** Name of a node, or its number. @param {number} node */
  nameOf(node) {
    return node < 0 ? 'world' : this.world.nodeName(node) || this.json?.nodes?.[node]?.name || `node ${node}`;
  }

  close() {
    this.#isClosed = true;
    this.#away = null;
    this.twin?.close();
    this.world.free();
  }
}
