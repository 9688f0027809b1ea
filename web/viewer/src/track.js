// SPDX-License-Identifier: MIT
// track.js: poses of a world's past at every fourth step, which are shown at once where the state has to be computed.

const EVERY = 4; // Steps between stored poses.

/** @typedef {{ count: number, positions: Float32Array, rotations: Float32Array, awake: Uint8Array }} Poses */
/** Poses between two stored ones. @typedef {{ before: Poses, poses: Poses, part: number }} Between */
/** @typedef {{ step: number, poses: Poses }} Stored */

const bytesOf = (/** @type {Poses} */ { positions, rotations, awake }) =>
  positions.byteLength + rotations.byteLength + awake.byteLength;

/** Whether the poses of a step are stored. @param {number} step */
export const isKept = (step) => step % EVERY === 0;

/** Poses that stay. @param {Poses} poses @returns {Poses} */
export const copyOf = ({ count, positions, rotations, awake }) =>
  ({ count, positions: positions.slice(), rotations: rotations.slice(), awake: awake.slice() });

export class Track {
  /** @type {Stored[]} In the order of their steps. */
  #stored;

  /** @param {Stored[]} stored */
  constructor(stored = []) {
    this.#stored = stored;
  }

  get bytes() {
    return this.#stored.reduce((sum, { poses }) => sum + bytesOf(poses), 0);
  }

  /** Stores the poses of a step. @param {number} step @param {Poses} poses */
  keep(step, poses) {
    this.#stored.push({ step, poses });
  }

  /** Poses of a step; null outside of the steps that are stored. @param {number} step @returns {Between | null} */
  at(step) {
    const next = this.#stored.findIndex((one) => one.step >= step);
    const after = this.#stored[next], before = this.#stored[Math.max(0, next - 1)];
    if (next < 0 || before.step > step || before.poses.count !== after.poses.count) return null;
    const part = after === before ? 1 : (step - before.step) / (after.step - before.step);
    return { before: before.poses, poses: after.poses, part };
  }

  /** Forgets the steps after one; answers a track of them, null where there are none. @param {number} step */
  cut(step) {
    const end = this.#stored.findIndex((one) => one.step > step);
    if (end < 0) return null;
    // The step before the cut belongs to both.
    const cut = new Track(this.#stored.slice(Math.max(0, end - 1)));
    this.#stored.length = end;
    return cut;
  }

  /** Forgets every second pose of the older half. */
  thin() {
    const half = this.#stored.length / 2;
    this.#stored = this.#stored.filter((_, i) => i === 0 || i >= half || i % 2 === 0);
  }
}
