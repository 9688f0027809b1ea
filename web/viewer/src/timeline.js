// SPDX-License-Identifier: MIT
// timeline.js: the past of a world, from its changes and from checkpoints between them.
//
// A seek restores the checkpoint before, and replays the changes. The state is then that of a straight run, to the
// bit. Poses are stored to be looked at until it is there (track.js).

import { Track } from './track.js';

/** @typedef {import('tumble').World} World */
/** @typedef {{ kind: string, joint?: number, body?: number, [key: string]: unknown }} Change */
/** @typedef {{ step: number, kind: string, a: number, b: number, text: string }} Happening */

const EVERY = 60; // Steps between checkpoints.
const SAMPLES = ['time', 'ms', 'awake', 'contacts', 'energy'];

/** How each kind of change is made. Ids of joints are the same in every replay. */
const makers = {
  gravity: (/** @type {World} */ world, /** @type {any} */ change) => world.setGravity(change.value),
  grab(/** @type {World} */ world, /** @type {any} */ change) {
    change.joint = world.grab(change.body, change.at).joint;
  },
  drag: (/** @type {World} */ world, /** @type {any} */ change) =>
    world.setJointFrame(change.joint, 'a', { position: change.to }),
  release: (/** @type {World} */ world, /** @type {any} */ change) => world.remove(change.joint),
  mass(/** @type {World} */ world, /** @type {any} */ change) {
    const mass = world.mass(change.body);
    if (!mass) return;
    // The moments of a body of the same form and another density.
    const inertia = /** @type {[number, number, number]} */ (mass.inertia.map((x) => (x * change.value) / mass.mass));
    world.setMass(change.body, { ...mass, mass: change.value, inertia });
  },
  'gravity-factor': (/** @type {World} */ world, /** @type {any} */ change) =>
    world.setGravityFactor(change.body, change.value),
  material: (/** @type {World} */ world, /** @type {any} */ change) => world.setMaterial(change.collider, change.value),
  impulse: (/** @type {World} */ world, /** @type {any} */ change) => world.applyImpulse(change.body, change.value),
};

export class Timeline {
  /**
   * @param {World} world
   * @param {{ rate?: number, budget?: number, names?: (node: number) => string }} [options]  budget in bytes of checkpoints and poses.
   */
  constructor(world, { rate = 60, budget = 256 << 20, names = (node) => `node ${node}` } = {}) {
    this.world = world;
    this.rate = rate;
    this.budget = budget;
    this.names = names;
    /** @type {{ step: number, bytes: Uint8Array }[]} */
    this.checkpoints = [];
    /** @type {{ step: number, change: Change }[]} */
    this.changes = [];
    this.track = new Track();
    /** The future that the last change has left. @type {Track | null} */
    this.ghost = null;
    /** @type {Happening[]} */
    this.events = [];
    /** @type {Record<string, number[]>} By step, from 0 on. */
    this.samples = Object.fromEntries(SAMPLES.map((name) => [name, []]));
    /** The first step that can be sought, and the last that was reached. */
    this.first = 0;
    this.last = 0;
    this.ms = 0;
    this.restart();
  }

  /** Forgets the past: the world begins with the state that it has. */
  restart() {
    this.first = this.last = this.step;
    this.changes = [];
    this.checkpoints = [];
    this.events = [];
    this.track = new Track();
    this.ghost = null;
    for (const name of SAMPLES) this.samples[name] = new Array(this.step).fill(NaN);
    this.samples.time = this.samples.time.map((_, step) => step / this.rate);
    this.#isMade = true;
    this.#keep();
    this.#sample(this.step);
  }

  /** Step that the world is at. */
  get step() {
    return this.world.stepCount;
  }

  /** Changes the world now. The future that was known is left: of it the ghost stays. @param {Change} change */
  change(change) {
    this.#makeDue();
    // Drags and the release go on with the change that a grab has begun.
    if (change.kind !== 'drag' && change.kind !== 'release') this.ghost = null;
    this.#forget(this.step);
    const before = this.changes.at(-1);
    const isSame = before?.step === this.step && before.change.kind === 'drag' && change.kind === 'drag';
    // The place that a hand had for less than a step is of no consequence.
    if (isSame && before.change.joint === change.joint) this.changes.pop();
    this.changes.push({ step: this.step, change });
    this.#make(change);
    return change;
  }

  /** One step on; within the known past, with the changes that were made there. */
  forward() {
    this.#makeDue();
    const start = performance.now();
    this.world.step(1 / this.rate);
    this.ms = performance.now() - start;
    this.#isMade = false;
    if (this.step > this.last) {
      this.last = this.step;
      this.#sample(this.step);
      this.#note();
      if (this.step % EVERY === 0) this.#keep();
    }
  }

  /** Goes to a step. @param {number} step */
  seek(step) {
    for (const place of this.seeking(step)) if (place < 0) return;
  }

  /**
   * The same in pieces, for a page that goes on drawing: answers the step after each.
   * @param {number} step
   */
  *seeking(step) {
    step = Math.max(this.first, Math.round(step));
    const nearest = this.checkpoints.findLast((one) => one.step <= step);
    // From here on, unless a checkpoint is nearer or the way is back.
    if (nearest && (step < this.step || nearest.step > this.step)) {
      this.world.restore(nearest.bytes);
      this.#isMade = false;
      yield this.step;
    }
    while (this.step < step) {
      this.forward();
      yield this.step;
    }
    this.#makeDue();
  }

  /** Bytes of all checkpoints and stored poses. */
  get bytes() {
    return this.checkpoints.reduce((sum, { bytes }) => sum + bytes.length, this.track.bytes);
  }

  // Changes of a step are made between it and the next; checkpoints are taken before them.
  #isMade = true;

  #makeDue() {
    if (this.#isMade) return;
    this.#isMade = true;
    for (const { step, change } of this.changes) if (step === this.step) this.#make(change);
  }

  #make(/** @type {Change} */ change) {
    /** @type {Record<string, (world: World, change: any) => void>} */ (makers)[change.kind](this.world, change);
  }

  #forget(/** @type {number} */ step) {
    if (this.last <= step) return;
    this.last = step;
    this.ghost = this.track.cut(step);
    this.changes = this.changes.filter((one) => one.step <= step);
    this.checkpoints = this.checkpoints.filter((one) => one.step <= step);
    this.events = this.events.filter((one) => one.step <= step);
    for (const name of SAMPLES) this.samples[name].length = step + 1;
    this.#letGo();
  }

  // A body that was held when the future was forgotten would be held for ever.
  #letGo() {
    const held = new Set(this.changes.filter((one) => one.change.kind === 'grab').map((one) => one.change.joint));
    for (const { change } of this.changes) if (change.kind === 'release') held.delete(change.joint);
    for (const joint of held) {
      const change = { kind: 'release', joint };
      this.changes.push({ step: this.step, change });
      this.#make(change);
    }
  }

  // When the budget is spent, every second checkpoint of the older half goes, and every second pose.
  #keep() {
    this.checkpoints.push({ step: this.step, bytes: this.world.checkpoint() });
    if (this.bytes <= this.budget) return;
    const half = this.checkpoints.length / 2;
    this.checkpoints = this.checkpoints.filter((_, i) => i === 0 || i >= half || i % 2 === 0);
    this.track.thin();
  }

  #sample(/** @type {number} */ step) {
    const { awake, contacts } = this.world.counts;
    const sample = { time: step / this.rate, ms: this.ms, awake, contacts, energy: energyOf(this.world) };
    for (const name of SAMPLES) this.samples[name][step] = /** @type {any} */ (sample)[name];
    // Sections of four dimensions are made by the world alone.
    if (this.world.dimension === 3) this.track.keep(step, this.world.poses);
  }

  #note() {
    for (const event of this.world.events) {
      const { kind, a, b } = event;
      const speed = 'speed' in event ? `${event.speed.toFixed(2)} m/s` : '';
      this.events.push({ step: this.step, kind, a: a.node, b: b.node, text: speed });
    }
    if (this.events.length > 20000) this.events.splice(0, 5000);
  }
}

const MOST_BODIES = 300; // Beyond, the sum of energies costs more than the step.

/** Kinetic and potential energy [J] of the bodies that move, NaN where it is not computed. @param {World} world */
export function energyOf(world) {
  const { count, positions } = world.poses;
  if (world.dimension !== 3 || count > MOST_BODIES) return NaN;
  const [gx, gy, gz] = world.gravity;
  let energy = 0;
  for (let i = 0; i < count; ++i) {
    const body = world.bodyAt(i);
    const mass = world.kind(body) === 'dynamic' ? world.mass(body) : null;
    if (!mass || !Number.isFinite(mass.mass)) continue;
    const [vx, vy, vz] = world.linearVelocity(body);
    const factor = world.gravityFactor(body) * mass.mass;
    energy += 0.5 * mass.mass * (vx * vx + vy * vy + vz * vz) + spinEnergy(world, body, mass);
    energy -= factor * (gx * positions[3 * i] + gy * positions[3 * i + 1] + gz * positions[3 * i + 2]);
  }
  return energy;
}

// The angular velocity along the principal axes, each with its moment.
function spinEnergy(/** @type {World} */ world, /** @type {number} */ body, /** @type {any} */ { inertia, orientation }) {
  const omega = world.angularVelocity(body);
  const inBody = turnBack(world.pose(body).rotation, omega);
  const along = turnBack(orientation, inBody);
  return 0.5 * along.reduce((sum, w, i) => sum + (Number.isFinite(inertia[i]) ? inertia[i] * w * w : 0), 0);
}

function turnBack(/** @type {readonly number[]} */ [x, y, z, w], /** @type {readonly number[]} */ [px, py, pz]) {
  const tx = 2 * (py * z - pz * y), ty = 2 * (pz * x - px * z), tz = 2 * (px * y - py * x);
  return [px + w * tx + (ty * z - tz * y), py + w * ty + (tz * x - tx * z), pz + w * tz + (tx * y - ty * x)];
}
