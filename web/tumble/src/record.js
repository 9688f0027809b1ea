// SPDX-License-Identifier: MIT
// record.js: what happened to a world: checkpoints now and then, and the changes and steps between them.

import { TumbleError, check } from './error.js';
import { indexOf } from './numbers.js';
import { Source } from './source.js';

const FORMATS = ['ndjson', 'npz'];
const CONTAINERS = [undefined, 'text', 'binary'];

/**
 * A recording of a world. A state is that before the next step: with the changes that came after its own step.
 */
export class Recording {
  #world;
  #internals;
  #every;
  #budget;
  #rate;
  #checkpoints = [];
  #bytes = 0;
  #seconds = []; // [last - first] Length of each step.
  #changes = []; // In order: step before which a change was made, method, values.
  #at; // Step that the world is in; it may have been restored to a state of another count.
  #isReplaying = false;

  /** @param internals  of the world: parts of it that programs do not see. */
  constructor(world, internals, options) {
    this.#world = world;
    this.#internals = internals;
    this.#every = Math.max(1, Math.floor(options.every ?? 60));
    this.#budget = options.budget ?? 256 * 2 ** 20;
    this.#rate = options.rate ?? 60;
    this.first = world.stepCount;
    this.#at = this.first;
    this.#keep();
  }

  get last() {
    return this.first + this.#seconds.length;
  }

  get checkpoints() {
    return this.#checkpoints.map(({ step }) => step);
  }

  get bytes() {
    return this.#bytes;
  }

  #keep() {
    const bytes = this.#world.checkpoint();
    this.#checkpoints.push({ step: this.#at, bytes });
    this.#bytes += bytes.length;
    // Every second checkpoint of the older half goes; the first, from which all can be replayed, stays.
    while (this.#bytes > this.#budget && this.#checkpoints.length > 2) {
      const half = Math.ceil(this.#checkpoints.length / 2);
      this.#checkpoints = this.#checkpoints.filter((_, i) => i >= half || i % 2 === 0 || i === 0);
      const before = this.#bytes;
      this.#bytes = this.#checkpoints.reduce((sum, each) => sum + each.bytes.length, 0);
      if (this.#bytes === before) break;
    }
  }

  // The future that was recorded ends where another one begins.
  #branch(step) {
    if (step >= this.last) return;
    this.#seconds.length = Math.max(0, step - this.first);
    this.#changes = this.#changes.filter((change) => change.step <= step);
    this.#checkpoints = this.#checkpoints.filter((checkpoint) => checkpoint.step <= step);
    this.#bytes = this.#checkpoints.reduce((sum, each) => sum + each.bytes.length, 0);
  }

  /** The world is about to take a step. */
  stepping() {
    if (!this.#isReplaying) this.#branch(this.#at);
  }

  /** The world has taken a step. */
  stepped(seconds) {
    if (this.#isReplaying) return;
    this.#seconds.push(seconds);
    this.#at += 1;
    if (this.#seconds.length % this.#every === 0) this.#keep();
  }

  /** The world has been changed, by a method with these values. */
  changed(method, values) {
    if (this.#isReplaying) return;
    this.#branch(this.#at);
    this.#changes.push({ step: this.#at, method, values: structuredClone(values) });
  }

  // Takes a world, in the state of `from` before its changes, to the state of `to`.
  #replay(world, from, to, stepped = () => {}) {
    let next = this.#changes.findIndex((change) => change.step >= from);
    if (next < 0) next = this.#changes.length;
    for (let step = from; ; ++step) {
      for (; next < this.#changes.length && this.#changes[next].step === step; ++next) {
        const { method, values } = this.#changes[next];
        world[method](...structuredClone(values));
      }
      if (step === to) return;
      world.step(this.#seconds[step - this.first]);
      stepped();
    }
  }

  #before(step) {
    return this.#checkpoints.findLast((checkpoint) => checkpoint.step <= step);
  }

  seek(step) {
    if (!(step >= this.first && step <= this.last) || !Number.isInteger(step)) {
      throw new TumbleError('argument', `step ${step} was not recorded: there are ${this.first} to ${this.last}`);
    }
    const checkpoint = this.#before(step);
    this.#isReplaying = true;
    try {
      this.#world.restore(checkpoint.bytes);
      this.#replay(this.#world, checkpoint.step, step);
      this.#at = step;
    } finally {
      this.#isReplaying = false;
    }
  }

  stop() {
    this.#internals.stopped(this);
    this.#checkpoints = this.#checkpoints.slice(0, 1);
  }

  // Replays all steps in a world of the full module. @param run  gets the world's module and address, and a function
  // that replays and calls `add` for the first state and after each step.
  async #again(run) {
    const { origin, number } = this.#internals;
    if (!origin) throw new TumbleError('unsupported', 'a world that no file describes has no nodes to write down');
    const { world, module, pointer } = await this.#internals.again(origin, number);
    try {
      return await run(module, pointer, (add) => {
        world.restore(this.#checkpoints[0].bytes);
        add();
        this.#replay(world, this.first, this.last, add);
      });
    } finally {
      world.free();
    }
  }

  trajectory(format = 'ndjson') {
    const number = indexOf(FORMATS, format, 'format');
    return this.#again((module, world, replay) => {
      const trajectory = module.call('tum_web_trajectory_begin', world, this.#rate, number, module.answer);
      if (trajectory === 0) check(module, module.words(1)[0]);
      let isEnded = false;
      try {
        replay(() => check(module, module.call('tum_web_trajectory_add', trajectory, world)));
        isEnded = true;
        check(module, module.call('tum_web_trajectory_end', trajectory, module.answer));
        return module.takeBlock();
      } finally {
        if (!isEnded && !module.isDead) {
          if (module.call('tum_web_trajectory_end', trajectory, module.answer) === 0) module.takeBlock();
        }
      }
    });
  }

  bake(options = {}) {
    const container = indexOf(CONTAINERS, options.container, 'container');
    const { origin } = this.#internals;
    return this.#again(async (module, world, replay) => {
      const numbers = [options.positionTolerance ?? -1, options.angleTolerance ?? -1, options.strip ? 1 : 0];
      const bake = module.withText(options.name ?? '', (name) =>
        module.call('tum_web_bake_begin', world, module.doubles(numbers), name, module.answer),
      );
      if (bake === 0) check(module, module.words(1)[0], [], 'a bake');
      let source = null;
      try {
        replay(() => check(module, module.call('tum_web_bake_add', bake, world)));
        source = await Source.begin('full', origin.options.name ?? '');
        check(source.module, await source.open(origin.file, origin.options.resource), source.findings());
        const status = source.call('bake', bake, container, module.answer);
        check(module, status, source.findings(), 'not baked');
        return module.takeBlock();
      } finally {
        source?.end();
        if (!module.isDead) module.call('tum_web_bake_destroy', bake);
      }
    });
  }
}
