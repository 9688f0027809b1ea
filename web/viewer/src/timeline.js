// SPDX-License-Identifier: MIT
// timeline.js: the past of a world, from its changes and from checkpoints between them.
//
// A seek restores the checkpoint before, and replays the changes. The state is then that of a straight run, to the
// bit. Poses are stored to be looked at until it is there (track.js).

import { Course } from './course.js';
import { Track } from './track.js';

/** @typedef {import('tumble').World} World */
/** @typedef {import('./course.js').Change} Change */
/** @typedef {import('./course.js').Happening} Happening */
/** @typedef {import('./course.js').Told} Told */

const SAMPLES = /** @type {const} */ (['time', 'ms', 'awake', 'contacts', 'energy']);

export class Timeline {
  /**
   * @param {World} world
   * @param {{ rate?: number, budget?: number }} [options]  budget in bytes of checkpoints and poses.
   */
  constructor(world, { rate = 60, budget = 256 << 20 } = {}) {
    this.world = world;
    this.rate = rate;
    this.budget = budget;
    this.course = new Course(world, rate);
    /** @type {{ step: number, bytes: Uint8Array }[]} */
    this.checkpoints = [];
    this.track = new Track();
    /** The future that the last change has left. @type {Track | null} */
    this.ghost = null;
    /** @type {Happening[]} */
    this.events = [];
    /** @type {Record<string, number[]>} By step, from 0 on. */
    this.samples = Object.fromEntries(SAMPLES.map((name) => [name, []]));
    /** Step of the state that was told last, the first step that can be sought, and the last that was reached. */
    this.step = 0;
    this.first = 0;
    this.last = 0;
    this.ms = 0;
    this.restart();
  }

  /** Forgets the past: the world begins with the state that it has. */
  restart() {
    this.course.restart();
    const { step } = this.course;
    this.first = step;
    this.checkpoints = [];
    this.events = [];
    this.track = new Track();
    this.ghost = null;
    for (const name of SAMPLES) this.samples[name] = new Array(step).fill(NaN);
    this.samples.time = this.samples.time.map((_, at) => at / this.rate);
    this.take(this.course.tell(true));
  }

  get changes() {
    return this.course.changes;
  }

  /** Changes the world now. The future that was known is left: of it the ghost stays. @param {Change} change */
  change(change) {
    this.course.change(change);
    this.leave(this.course.step, change);
    return change;
  }

  /** One step on; within the known past, with the changes that were made there. */
  forward() {
    this.take(this.course.forward());
  }

  /** Keeps what is told of a step. @param {Told} told */
  take({ step, ms, isNew, sample, poses, events, checkpoint }) {
    this.step = step;
    this.ms = ms;
    if (!isNew) return;
    this.last = step;
    if (sample) for (const name of SAMPLES) this.samples[name][step] = sample[name];
    if (poses) this.track.keep(step, poses);
    for (const event of events) this.events.push(event);
    if (this.events.length > 20000) this.events.splice(0, 5000);
    if (checkpoint) this.#keep({ step, bytes: checkpoint });
  }

  /** Forgets what was known of the steps after that of a change. @param {number} step @param {Change} change */
  leave(step, { kind }) {
    // Drags and the release go on with the change that a grab has begun.
    if (kind !== 'drag' && kind !== 'release') this.ghost = null;
    if (this.last <= step) return;
    this.last = step;
    this.ghost = this.track.cut(step);
    this.checkpoints = this.checkpoints.filter((one) => one.step <= step);
    this.events = this.events.filter((one) => one.step <= step);
    for (const name of SAMPLES) this.samples[name].length = step + 1;
  }

  /** Goes to a step. @param {number} step */
  seek(step) {
    for (const place of this.seeking(step)) if (place < 0) return;
  }

  /**
   * The same in pieces, for a page that goes on drawing: answers the step after each.
   * @param {number} step @param {boolean} [isHere]  false: the world itself is no way to it.
   */
  *seeking(step, isHere = true) {
    step = Math.max(this.first, Math.round(step));
    const nearest = this.checkpoints.findLast((one) => one.step <= step);
    // From here on, unless a checkpoint is nearer or the way is back.
    if (nearest && (!isHere || step < this.course.step || nearest.step > this.course.step)) {
      this.course.restore(nearest.bytes);
      this.step = this.course.step;
      yield this.step;
    }
    while (this.step < step) {
      this.forward();
      yield this.step;
    }
    this.course.makeDue();
  }

  /** Bytes of all checkpoints and stored poses. */
  get bytes() {
    return this.checkpoints.reduce((sum, { bytes }) => sum + bytes.length, this.track.bytes);
  }

  // When the budget is spent, every second checkpoint of the older half goes, and every second pose.
  #keep(/** @type {{ step: number, bytes: Uint8Array }} */ checkpoint) {
    this.checkpoints.push(checkpoint);
    if (this.bytes <= this.budget) return;
    const half = this.checkpoints.length / 2;
    this.checkpoints = this.checkpoints.filter((_, i) => i === 0 || i >= half || i % 2 === 0);
    this.track.thin();
  }
}
