// SPDX-License-Identifier: MIT
// poses.js: views of the poses in a module's memory, made anew where they have moved.

/** Views of one of the two sets. */
class View {
  #module;
  #stamp = [];

  constructor(module) {
    this.#module = module;
  }

  /** Compares the addresses and the memory with those of the views. */
  refresh(pointer, isFour) {
    const words = this.#module.words(7, pointer);
    const { buffer } = this.#module.memory;
    const [positions, rotations, awake, nodes, changed, count, changedCount] = words;
    // Growth of the memory leaves views without a buffer; bodies that were added move the block.
    if (this.positions?.buffer !== buffer || this.#stamp[0] !== positions || this.#stamp[5] !== count) {
      this.count = count;
      this.positions = new Float32Array(buffer, positions, count * (isFour ? 4 : 3));
      this.rotations = new Float32Array(buffer, rotations, count * (isFour ? 16 : 4));
      this.awake = new Uint8Array(buffer, awake, count);
      this.nodes = new Int32Array(buffer, nodes, count);
      this.changed = undefined;
      this.#stamp = [...words];
    }
    if (this.changed?.length !== changedCount) this.changed = new Uint32Array(buffer, changed, changedCount);
    return this;
  }
}

export class Poses {
  #module;
  #world;
  #isFour;
  #views = new Map();

  constructor(module, world) {
    this.#module = module;
    this.#world = world;
    this.#isFour = module.call('tum_web_dimension', world) === 4;
  }

  #view(before) {
    const pointer = this.#module.call('tum_web_poses', this.#world, before);
    if (!this.#views.has(pointer)) this.#views.set(pointer, new View(this.#module));
    return this.#views.get(pointer).refresh(pointer, this.#isFour);
  }

  now() {
    return this.#view(0);
  }

  before() {
    return this.#view(1);
  }
}
