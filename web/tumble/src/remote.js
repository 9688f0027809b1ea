// SPDX-License-Identifier: MIT
// remote.js: the Worker behind tumble/worker: it has the worlds, and answers questions of the page.

import { listen, parentPort } from './port.js';
import { SlotWriter, sharedBytes, writeBuffer } from './slots.js';
import * as tumble from './tumble.js';

const port = parentPort();
const canShare = typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false;
// Questions, after which no pose is another.
const QUESTIONS = new Set([
  'hash', 'checkpoint', 'bodyAt', 'indexOf', 'bodyOfNode', 'nodeName', 'exists', 'node', 'kind', 'isAwake', 'isEnabled',
  'pose', 'linearVelocity', 'angularVelocity', 'centerOfMass', 'mass', 'gravityFactor', 'colliders', 'joints', 'bodyOf',
  'material', 'jointBodies', 'limits', 'drives', 'jointPosition', 'rayCast', 'rayCasts', 'shapeCast', 'overlap',
  'nearest', 'debug', 'debugLabels', 'solids', 'edges', 'record', 'trajectory', 'bake', 'stop',
]);
const objects = new Map();
let lastObject = 0;
let lastAsk = 0;
const asked = new Map();

function keep(object) {
  objects.set(++lastObject, object);
  return lastObject;
}

/** A world of the page, with the poses that go there. */
class Served {
  #capacity = 0;
  #slots = null;
  #timer = null;
  #inFlight = 0;
  tellsEvents = false;

  constructor(world) {
    this.world = world;
    this.handle = keep(this);
  }

  publish() {
    const { world, handle } = this;
    const { count } = world.poses;
    if (count > this.#capacity || (canShare && this.#slots === null)) {
      this.#capacity = Math.max(count + (count >> 1), 16);
      if (canShare) {
        const buffer = new SharedArrayBuffer(sharedBytes(this.#capacity, world.dimension));
        this.#slots = new SlotWriter(buffer, this.#capacity, world.dimension);
        port.postMessage({ object: handle, shared: buffer, capacity: this.#capacity });
      }
    }
    if (this.#slots) {
      this.#slots.write(world);
      return;
    }
    const buffer = writeBuffer(world, this.#capacity);
    this.#inFlight += 1;
    port.postMessage({ object: handle, poses: buffer, capacity: this.#capacity }, [buffer]);
  }

  received() {
    this.#inFlight -= 1;
  }

  /** Takes steps by the clock of the Worker. */
  play(rate = 60, speed = 1) {
    this.pause();
    let last = performance.now();
    let due = 0; // Steps, of which 4 at once are the most: a Worker that was held up does not catch up for minutes.
    const tick = () => {
      const now = performance.now();
      due = Math.min(due + ((now - last) / 1000) * speed * rate, 4);
      last = now;
      if (due < 1) return;
      try {
        for (; due >= 1; --due) this.#step(1 / rate);
      } catch (error) {
        this.pause();
        port.postMessage({ object: this.handle, failed: errorOf(error) });
        return;
      }
      // A page that does not keep up gets fewer poses.
      if (this.#slots || this.#inFlight < 2) this.publish();
    };
    this.#timer = setInterval(tick, 1000 / rate / 2);
  }

  #step(seconds) {
    const { world, handle } = this;
    world.step(seconds);
    if (this.tellsEvents && world.events.length > 0) {
      port.postMessage({ object: handle, events: world.events, stepCount: world.stepCount });
    }
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  free() {
    this.pause();
    this.world.free();
    objects.delete(this.handle);
  }
}

const errorOf = (error) => ({
  status: error.status ?? 'internal', message: error.message, findings: error.findings ?? [],
});

// Functions of the page, which are asked by message.
function received(value) {
  if (Array.isArray(value) || ArrayBuffer.isView(value) || value === null || typeof value !== 'object') return value;
  if (value.$asks) return (path) => ask(value.$asks, path);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, received(member)]));
}

function ask(which, path) {
  const id = ++lastAsk;
  port.postMessage({ ask: id, which, path });
  return new Promise((answer) => asked.set(id, answer));
}

// An answer as it can be sent: copies in place of views of the module's memory, handles in place of objects.
function sent(value, transfer) {
  if (ArrayBuffer.isView(value)) {
    const copy = value.slice();
    transfer.push(copy.buffer);
    return copy;
  }
  if (value instanceof tumble.World) {
    const served = new Served(value);
    served.publish();
    return { $world: served.handle, dimension: value.dimension, findings: value.findings };
  }
  if (Array.isArray(value)) return value.map((member) => sent(member, transfer));
  if (value === null || typeof value !== 'object') return value;
  const plain = Object.getPrototypeOf(value) === Object.prototype;
  if (!plain || Object.values(value).some((member) => typeof member === 'function')) {
    const values = plain ? Object.entries(value).filter(([, member]) => typeof member !== 'function') : [];
    return { $object: keep(value), values: Object.fromEntries(values) };
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sent(member, transfer)]));
}

// Calls a method, or reads a member, of the package (object 0), a world or one of its recordings and grabs.
function run({ object, world, name, isRead, values }) {
  const target = object === 0 ? tumble : objects.get(object);
  if (target === undefined) throw new tumble.TumbleError('argument', 'this object is freed');
  const served = target instanceof Served ? target : objects.get(world);
  if (target instanceof Served && name in Served.prototype) return target[name](...values);
  if (target instanceof Served && name === 'tellsEvents') return (target.tellsEvents = values[0]);
  const owner = target instanceof Served ? target.world : target;
  if (isRead) return owner[name];
  const answer = owner[name](...values.map(received));
  if (served && !QUESTIONS.has(name)) served.publish();
  return answer;
}

async function handle(message) {
  if (message.answer) {
    asked.get(message.answer)?.(message.bytes);
    asked.delete(message.answer);
    return;
  }
  if (message.received) {
    objects.get(message.received)?.received();
    return;
  }
  const transfer = [];
  try {
    const value = sent(await run(message), transfer);
    port.postMessage({ id: message.id, value }, transfer);
  } catch (error) {
    port.postMessage({ id: message.id, error: errorOf(error) });
  }
}

listen(port, handle);
