// SPDX-License-Identifier: MIT
// worker.js: the interface of tumble with its worlds in a Worker: answers are promises, poses are views.

import { TumbleError } from './error.js';
import { listen, nodeWorker } from './port.js';
import { SlotReader, readBuffer } from './slots.js';

export { TumbleError };

const startWorker = () =>
  nodeWorker('remote.js', import.meta.url) ??
  new Worker(new URL('./remote.js', import.meta.url), { type: 'module' });

// Members of worlds and recordings that are read; all others are called.
const READ = new Set([
  'number', 'time', 'stepCount', 'gravity', 'events', 'counts', 'times', 'first', 'last', 'checkpoints', 'bytes',
]);

/** The Worker, with the calls that it has not answered yet. */
class Line {
  #worker = startWorker();
  #waiting = new Map();
  #functions = new Map();
  #names = new WeakMap();
  #worlds = new Map();
  #count = 0;

  constructor() {
    this.#worker.unref?.();
    listen(this.#worker, (message) => this.#receive(message), (error) => this.#fail(error));
  }

  call(object, world, name, values, isRead = false) {
    const id = ++this.#count;
    this.#worker.ref?.(); // Node waits for answers, not for the Worker.
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, world }));
    this.#worker.postMessage({ id, object, world, name, isRead, values: values.map((value) => this.#sent(value)) });
    return answer;
  }

  // Functions, such as `resource`, stay here; the Worker has their numbers.
  #sent(value) {
    if (typeof value === 'function') {
      if (!this.#names.has(value)) {
        this.#names.set(value, ++this.#count);
        this.#functions.set(this.#names.get(value), value);
      }
      return { $asks: this.#names.get(value) };
    }
    if (value instanceof URL) return value.href;
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#sent(member)]));
  }

  #received(value, world) {
    if (value === null || typeof value !== 'object') return value;
    if (value.$world) return this.#world(value);
    if (value.$object) return remote(this, value.$object, world, value.values);
    return value;
  }

  #world({ $world: handle, dimension, findings }) {
    const state = this.#state(handle);
    state.dimension = dimension;
    state.world = new RemoteWorld(this, handle, state, dimension, findings);
    return methodsOf(this, handle, handle, state.world);
  }

  // Poses may come before the answer that has the world.
  #state(handle) {
    if (!this.#worlds.has(handle)) this.#worlds.set(handle, { messages: [] });
    return this.#worlds.get(handle);
  }

  forget(handle) {
    this.#worlds.delete(handle);
  }

  received(handle) {
    this.#worker.postMessage({ received: handle });
  }

  #receive(message) {
    if (message.ask) {
      this.#answer(message);
    } else if (message.object) {
      const state = this.#state(message.object);
      if (message.poses) this.received(message.object);
      if (state.world) state.world.take(message);
      else state.messages.push(message);
    } else {
      const waiting = this.#waiting.get(message.id);
      if (!waiting) return; // Answered while the Worker was ended.
      const { resolve, reject, world } = waiting;
      this.#waiting.delete(message.id);
      if (this.#waiting.size === 0) this.#worker.unref?.();
      if (message.error) reject(errorOf(message.error));
      else resolve(this.#received(message.value, world));
    }
  }

  async #answer({ ask, which, path }) {
    let bytes = null;
    try {
      bytes = await this.#functions.get(which)(path);
    } catch {
      // No bytes: the document has a finding then.
    }
    this.#worker.postMessage({ answer: ask, bytes });
  }

  #fail(cause) {
    const error = new TumbleError('dead', `the Worker of tumble has ended: ${cause.message ?? cause}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    if (line === this) line = null;
  }

  end() {
    this.#worker.terminate();
    this.#fail(new Error('terminate was called'));
  }
}

const errorOf = ({ status, message, findings }) => new TumbleError(status, message, findings);

/** An object of the Worker: members that are here already, promises of all others. */
function methodsOf(line, object, world, here) {
  return new Proxy(here, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || name === 'then') {
        const member = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      }
      if (READ.has(name)) return line.call(object, world, name, [], true);
      return (...values) => line.call(object, world, name, values);
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}

// Recordings and grabs: their world's poses come with what they change.
const remote = (line, object, world, values) => methodsOf(line, object, world, { ...values });

class RemoteWorld {
  #line;
  #handle;
  #reader = null;
  #last = null;
  #onEvents = null;
  onError = null;

  constructor(line, handle, state, dimension, findings) {
    this.#line = line;
    this.#handle = handle;
    this.dimension = dimension;
    this.findings = findings;
    for (const message of state.messages) this.take(message);
    state.messages = [];
  }

  take({ shared, poses, capacity, events, stepCount, failed }) {
    if (shared) this.#reader = new SlotReader(shared, capacity, this.dimension);
    if (poses) this.#last = readBuffer(poses, capacity, this.dimension);
    if (events) this.#onEvents?.(events, stepCount);
    if (failed) this.onError?.(errorOf(failed));
  }

  /** The newest poses, with their step and time. */
  get newest() {
    return this.#reader ? this.#reader.read() : this.#last;
  }

  get poses() {
    return this.newest.poses;
  }

  get before() {
    return this.newest.before;
  }

  get onEvents() {
    return this.#onEvents;
  }

  set onEvents(listener) {
    this.#onEvents = listener;
    this.#line.call(this.#handle, this.#handle, 'tellsEvents', [listener !== null]);
  }

  free() {
    this.#line.forget(this.#handle);
    return this.#line.call(this.#handle, this.#handle, 'free', []);
  }
}
RemoteWorld.prototype[Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')] = RemoteWorld.prototype.free;

let line = null;

function ask(name, ...values) {
  line ??= new Line();
  return line.call(0, 0, name, values);
}

// The Worker lies elsewhere than the page, to which an address is relative.
const placed = (source) => (typeof source === 'string' && globalThis.location ? new URL(source, location.href) : source);

export function init(options = {}) {
  const { wasm, full, threadsWasm } = options;
  const places = Object.entries({ wasm, full, threadsWasm }).filter(([, source]) => source !== undefined);
  return ask('init', { ...options, ...Object.fromEntries(places.map(([name, source]) => [name, placed(source)])) });
}
export const version = () => ask('version');
export const load = (file, options = {}) => ask('load', file, options);
export const createWorld = (options = {}) => ask('createWorld', options);
export const info = (file, options = {}) => ask('info', file, options);
export const validate = (file, options = {}) => ask('validate', file, options);
export const convert = (file, options) => ask('convert', file, options);

/** Ends the Worker and its worlds. The next call starts another. */
export async function terminate() {
  line?.end();
}
