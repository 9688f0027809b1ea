// SPDX-License-Identifier: MIT
// course.js: a world that takes steps, with the changes between them; tells of each step what the past keeps.
//
// It runs on the page and in a Worker (twin.js): the timeline is told the same, and the state is the same to the bit.

import { copyOf, isKept } from './track.js';

/** @typedef {import('tumble').World} World */
/** @typedef {{ kind: string, joint?: number, body?: number, [key: string]: unknown }} Change */
/** @typedef {{ step: number, change: Change }} Made */
/** @typedef {{ step: number, kind: string, a: number, b: number, text: string }} Happening */
/** @typedef {{ time: number, ms: number, awake: number, contacts: number, energy: number }} Sample */
/**
 * News of a step: `poses` where they are stored, `checkpoint` where one is taken.
 * @typedef {{ step: number, ms: number, isNew: boolean, sample: Sample | null, poses: import('./track.js').Poses | null,
 *   events: Happening[], checkpoint: Uint8Array | null }} Told
 */
/** Changes with their steps, the last step that was reached, and whether changes of this step are made. @typedef {{ changes: Made[], last: number, isMade: boolean }} CourseState */

export const EVERY = 60; // Steps between checkpoints.

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

export class Course {
  /** @type {Made[]} */
  changes = [];
  last = 0;
  // Changes of a step are made between it and the next; checkpoints are taken before them.
  #isMade = true;
  #ms = 0;

  /** @param {World} world @param {number} rate */
  constructor(world, rate) {
    this.world = world;
    this.rate = rate;
    this.restart();
  }

  /** The world begins with the state that it has. */
  restart() {
    this.changes = [];
    this.last = this.step;
    this.#isMade = true;
  }

  /** Step that the world is at. */
  get step() {
    return this.world.stepCount;
  }

  /** @returns {CourseState} */
  get state() {
    return { changes: this.changes, last: this.last, isMade: this.#isMade };
  }

  /** Goes on from a checkpoint. @param {Uint8Array} bytes @param {Partial<CourseState>} [state] */
  restore(bytes, { changes = this.changes, last = this.last, isMade = false } = {}) {
    this.world.restore(bytes);
    this.changes = changes;
    this.last = last;
    this.#isMade = isMade;
  }

  /** Changes the world now. Changes that were made at later steps are forgotten. @param {Change} change */
  change(change) {
    this.makeDue();
    const { step } = this;
    if (this.last > step) {
      this.last = step;
      this.changes = this.changes.filter((one) => one.step <= step);
      this.#letGo();
    }
    const before = this.changes.at(-1);
    const isSame = before?.step === step && before.change.kind === 'drag' && change.kind === 'drag';
    // The place that a hand had for less than a step is of no consequence.
    if (isSame && before.change.joint === change.joint) this.changes.pop();
    this.changes.push({ step, change });
    this.#make(change);
  }

  /** One step on; within the known past, with the changes that were made there. @returns {Told} */
  forward() {
    this.makeDue();
    const start = performance.now();
    this.world.step(1 / this.rate);
    this.#ms = performance.now() - start;
    this.#isMade = false;
    const { step } = this;
    if (step <= this.last) return { step, ms: this.#ms, isNew: false, sample: null, poses: null, events: [], checkpoint: null };
    this.last = step;
    return { ...this.tell(step % EVERY === 0), events: this.#events() };
  }

  /** The state that the world has, as it is told. @param {boolean} hasCheckpoint @returns {Told} */
  tell(hasCheckpoint) {
    const { world, step } = this;
    const { awake, contacts } = world.counts;
    // Sections of four dimensions are made by the world alone.
    const poses = world.dimension === 3 && isKept(step) ? copyOf(world.poses) : null;
    return {
      step, ms: this.#ms, isNew: true, sample: { time: step / this.rate, ms: this.#ms, awake, contacts, energy: energyOf(world) },
      poses, events: [], checkpoint: hasCheckpoint ? world.checkpoint() : null,
    };
  }

  /** Makes the changes of the step that the world is at. */
  makeDue() {
    if (this.#isMade) return;
    this.#isMade = true;
    for (const { step, change } of this.changes) if (step === this.step) this.#make(change);
  }

  #make(/** @type {Change} */ change) {
    /** @type {Record<string, (world: World, change: any) => void>} */ (makers)[change.kind](this.world, change);
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

  #events() {
    return this.world.events.map((event) => {
      const text = 'speed' in event ? `${event.speed.toFixed(2)} m/s` : '';
      return { step: this.step, kind: event.kind, a: event.a.node, b: event.b.node, text };
    });
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
