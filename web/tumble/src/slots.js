// SPDX-License-Identifier: MIT
// slots.js: poses on their way from a Worker to a page: in memory that both see, else in buffers that are handed over.
//
// Shared memory has three slots: one that the Worker writes, one that the page reads, and one between them. A word
// says which is between, and whether it is newer than what the page has. Each side exchanges its own slot for it.

const HEAD = 32; // [bytes] Counts, step and time of a slot.
const NEWER = 4;

/** Numbers a body has in a position and in a rotation. */
const widths = (dimension) => (dimension === 4 ? [4, 16] : [3, 4]);

export function slotBytes(capacity, dimension) {
  const [position, rotation] = widths(dimension);
  return HEAD + Math.ceil((capacity * (4 * (2 * position + 2 * rotation + 2) + 1)) / 8) * 8;
}

/** [bytes] Of shared memory with three slots. */
export const sharedBytes = (capacity, dimension) => 8 + 3 * slotBytes(capacity, dimension);

function arrays(buffer, start, capacity, dimension) {
  const [position, rotation] = widths(dimension);
  let at = start + HEAD;
  const take = (Type, width) => {
    const array = new Type(buffer, at, capacity * width);
    at += array.byteLength;
    return array;
  };
  return {
    counts: new Uint32Array(buffer, start, 2),
    times: new Float64Array(buffer, start + 8, 2), // Step count and time.
    positions: take(Float32Array, position),
    rotations: take(Float32Array, rotation),
    positionsBefore: take(Float32Array, position),
    rotationsBefore: take(Float32Array, rotation),
    nodes: take(Int32Array, 1),
    changed: take(Uint32Array, 1),
    awake: take(Uint8Array, 1),
  };
}

function write(slot, world) {
  const { poses } = world;
  slot.counts[0] = poses.count;
  slot.counts[1] = poses.changed.length;
  slot.times[0] = world.stepCount;
  slot.times[1] = world.time;
  for (const name of ['positions', 'rotations', 'nodes', 'changed', 'awake']) slot[name].set(poses[name]);
  const { before } = world;
  slot.positionsBefore.set(before.positions);
  slot.rotationsBefore.set(before.rotations);
}

/** Poses of a slot, as those of a world. */
function read(slot, dimension) {
  const [count, changed] = slot.counts;
  const [position, rotation] = widths(dimension);
  const common = { count, awake: slot.awake.subarray(0, count), nodes: slot.nodes.subarray(0, count) };
  return {
    stepCount: slot.times[0],
    time: slot.times[1],
    poses: {
      ...common,
      positions: slot.positions.subarray(0, count * position),
      rotations: slot.rotations.subarray(0, count * rotation),
      changed: slot.changed.subarray(0, changed),
    },
    before: {
      ...common,
      positions: slot.positionsBefore.subarray(0, count * position),
      rotations: slot.rotationsBefore.subarray(0, count * rotation),
      changed: new Uint32Array(),
    },
  };
}

/** Poses of a buffer that was handed over. */
export const readBuffer = (buffer, capacity, dimension) => read(arrays(buffer, 0, capacity, dimension), dimension);

/** Writes the poses of a world into a new buffer. */
export function writeBuffer(world, capacity) {
  const buffer = new ArrayBuffer(slotBytes(capacity, world.dimension));
  write(arrays(buffer, 0, capacity, world.dimension), world);
  return buffer;
}

class Slots {
  constructor(buffer, capacity, dimension, own) {
    this.state = new Int32Array(buffer, 0, 1);
    this.dimension = dimension;
    this.own = own;
    this.slots = [0, 1, 2].map((i) => arrays(buffer, 8 + i * slotBytes(capacity, dimension), capacity, dimension));
  }
}

/** The Worker's side. */
export class SlotWriter extends Slots {
  constructor(buffer, capacity, dimension) {
    super(buffer, capacity, dimension, 1);
  }

  write(world) {
    write(this.slots[this.own], world);
    this.own = Atomics.exchange(this.state, 0, this.own | NEWER) & 3;
  }
}

/** The page's side. */
export class SlotReader extends Slots {
  #last = null;

  constructor(buffer, capacity, dimension) {
    super(buffer, capacity, dimension, 2);
  }

  read() {
    if (Atomics.load(this.state, 0) & NEWER || this.#last === null) {
      this.own = Atomics.exchange(this.state, 0, this.own) & 3;
      this.#last = read(this.slots[this.own], this.dimension);
    }
    return this.#last;
  }
}
