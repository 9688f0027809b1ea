// SPDX-License-Identifier: MIT
// session.js: a file that is open: its world, its past, and the clock that moves it.

import { load } from 'tumble';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { LoadingManager } from 'three';
import { jsonOf } from './document.js';
import { Timeline } from './timeline.js';

/** @typedef {import('./document.js').Given} Given */

const SLICE_MS = 14; // Of a frame, for steps: beyond it the page would not answer.
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
  #due = 0;
  /** @type {Generator<number> | null} */
  #seeking = null;
  #sought = 0;
  /** @type {Error | null} Why the world moves no further. */
  failure = null;

  /**
   * Opens a file. Rejects as `load` does.
   * @param {Given} given @param {{ rate: number, substeps: number }} options
   */
  static async open(given, { rate, substeps }) {
    const json = jsonOf(given.bytes);
    const contactEvents = (json?.nodes?.length ?? 0) < MANY_NODES;
    const world = await load(given.bytes, { name: given.name, resource: given.resource, substeps, contactEvents });
    const gltf = world.dimension === 3 ? await parseModel(given, json) : null;
    return new Session(given, json, world, gltf, rate);
  }

  /** @param {Given} given @param {any} json @param {import('tumble').World} world @param {any} gltf @param {number} rate */
  constructor(given, json, world, gltf, rate) {
    this.given = given;
    this.json = json;
    this.world = world;
    this.gltf = gltf;
    this.timeline = new Timeline(world, { rate });
  }

  get time() {
    return this.timeline.step / this.timeline.rate;
  }

  get isSeeking() {
    return this.#seeking !== null;
  }

  /** Stored poses of the step that is sought, until the world is there; null: the world's own are shown. */
  get preview() {
    return this.#seeking ? this.timeline.track.at(this.#sought) : null;
  }

  /** Poses at this step in the future that the last change has left; null where there are none. */
  get ghost() {
    const { ghost, step } = this.timeline;
    return ghost ? ghost.at(this.#seeking ? this.#sought : step) : null;
  }

  /** @param {boolean} isPlaying */
  play(isPlaying) {
    this.isPlaying = isPlaying && !this.failure;
    this.#due = 0;
    if (!isPlaying) this.part = 1;
  }

  /** Goes to a step; at once where it is near, else over the next frames. @param {number} step */
  seek(step) {
    this.failure = null;
    this.#sought = step;
    this.#seeking = this.timeline.seeking(step);
    this.#due = 0;
    this.part = 1;
    this.#goOn(SLICE_MS);
  }

  /** Goes to a step before it returns. @param {number} step */
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
    if (this.#seeking) {
      this.#goOn(SLICE_MS);
      return true;
    }
    if (!this.isPlaying) return false;
    const { timeline } = this;
    this.#due += Math.min(delta, 0.1) * this.speed * timeline.rate;
    const end = performance.now() + SLICE_MS;
    try {
      while (this.#due >= 1) {
        timeline.forward();
        this.#due -= 1;
        // A machine that is too slow shows slow motion, and goes on answering.
        if (performance.now() > end) this.#due = Math.min(this.#due, 0.999);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.part = this.isPlaying ? this.#due : 1;
    return true;
  }

  /** Name of a node, or its number. @param {number} node */
  nameOf(node) {
    return node < 0 ? 'world' : this.world.nodeName(node) || this.json?.nodes?.[node]?.name || `node ${node}`;
  }

  close() {
    this.world.free();
  }
}
