// SPDX-License-Identifier: MIT
// module.js: modules of WebAssembly: where they lie, what they import, and their memory.

import { TumbleError } from './error.js';
import { importsOf, processors } from './imports.js';
import { Crew } from './crew.js';

// A module of 30 bytes with one vector instruction: engines without SIMD refuse it.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const sources = {
  core: new URL('./core.wasm', import.meta.url),
  full: new URL('./full.wasm', import.meta.url),
  'core-scalar': new URL('./core-scalar.wasm', import.meta.url),
  'full-scalar': new URL('./full-scalar.wasm', import.meta.url),
  threads: new URL('./threads.wasm', import.meta.url),
};
const given = {};
let build = 'auto';
let threads = 1;
let maxMemory = 2 ** 31;
// By name: the promise of a compiled module, and the instance that worlds share while one lives.
const compiled = new Map();
const running = new Map();

/** Sets where modules come from. */
export function configure(options) {
  if (options.wasm !== undefined) given.core = options.wasm;
  if (options.full !== undefined) given.full = options.full;
  if (options.threadsWasm !== undefined) given.threads = options.threadsWasm;
  build = options.build ?? build;
  maxMemory = Math.min(options.maxMemory ?? maxMemory, 2 ** 31);
  if (build === 'threads') {
    if (noThreads()) throw new TumbleError('unsupported', noThreads());
    threads = options.threads ?? (threads > 1 ? threads : Math.min(processors(), 8));
  } else {
    threads = options.threads ?? 1;
  }
  compiled.clear();
}

const own = new Set();

/** Adds a module that has one build for every engine, or says where it lies. */
export function provide(name, source) {
  given[name] = source;
  own.add(name);
  compiled.delete(name);
}

// Why there are no threads here, or null.
function noThreads() {
  if (typeof document !== 'undefined') return 'a page may not wait for threads: tumble/worker has them';
  if (typeof SharedArrayBuffer === 'undefined' || globalThis.crossOriginIsolated === false) {
    return 'threads need a page with the headers of isolation (Cross-Origin-Opener-Policy, Cross-Origin-Embedder-Policy)';
  }
  return null;
}

const isThreaded = () => build === 'threads' || (build === 'auto' && threads > 1 && noThreads() === null);

/** Threads that worlds have where they do not say. */
export const threadCount = () => (isThreaded() ? threads : 1);

async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const url = new URL(source, typeof location === 'undefined' ? import.meta.url : location.href);
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (url.protocol === 'file:' && files) return files.readFile(url);
  let response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new TumbleError('file', `${url} could not be fetched: ${cause.message}`);
  }
  const type = response.headers.get('content-type') ?? 'no content type';
  const bytes = response.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
  // A server that answers with a page for every address says 200, too.
  if (!response.ok || bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    throw new TumbleError('file', `${url} is no WebAssembly: HTTP ${response.status}, ${type}`);
  }
  return bytes;
}

async function compile(name) {
  let source = given[name.replace('-scalar', '')] ?? sources[name];
  if (typeof source === 'function') source = await source();
  return source instanceof WebAssembly.Module ? source : WebAssembly.compile(await bytesOf(source));
}

// Beside a script that is a file itself, the larger module costs no download.
const isLocal = sources.core.protocol === 'file:' && globalThis.process?.getBuiltinModule !== undefined;

// The full module is compiled for speed, and has all of the core.
const isFast = () => build === 'fast' || (build === 'auto' && isLocal && given.core === undefined);
const partFor = (wanted) => (wanted === 'core' && isFast() ? 'full' : wanted);

/** Compiles the module that has a part, 'core' or 'full', in the build for this engine. */
export function compiledModule(wanted) {
  const isScalar = build === 'scalar' || (build === 'auto' && !WebAssembly.validate(SIMD));
  const part = partFor(wanted);
  const name = own.has(part) ? part : isScalar ? `${part}-scalar` : isThreaded() ? 'threads' : part;
  if (!compiled.has(name)) {
    const promise = compile(name);
    compiled.set(name, promise);
    promise.catch(() => compiled.delete(name));
  }
  return compiled.get(name);
}

const KEPT_BYTES = 2 ** 26;

/** Gives a running module, which worlds share. With the last one its memory goes, where that has become large. */
export async function acquire(wanted) {
  const code = await compiledModule(wanted);
  // The module of threads has both parts.
  const part = isThreaded() && code === (await compiled.get('threads')) ? 'threads' : partFor(wanted);
  let module = running.get(part);
  if (!module || module.isDead || module.code !== code) {
    module = new Module(code, part);
    running.set(part, module);
  }
  module.users += 1;
  await module.ready;
  return module;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** An instance with its memory. Functions of the module are called through `call`. */
export class Module {
  users = 0;
  isDead = false;
  worldNumber = 0;
  #exports;
  #crew = null;

  constructor(code, part) {
    this.code = code;
    this.part = part;
    const host = { part };
    if (part === 'threads') {
      host.memory = new WebAssembly.Memory({ initial: 128, maximum: Math.ceil(maxMemory / 65536), shared: true });
      host.start = (thread) => this.#crew.start(thread);
    }
    const { exports } = new WebAssembly.Instance(code, importsOf(code, host));
    host.exports = this.#exports = exports;
    this.memory = host.memory ??= exports.memory;
    exports.__wasm_call_ctors();
    if (part === 'threads') {
      this.#crew = new Crew(this, threads - 1);
      this.ready = this.#crew.ready;
    }
    // Where arguments and answers of a call lie: 2048 bytes each.
    this.scratch = exports.tum_web_allocate(4096);
    this.answer = this.scratch + 2048;
  }

  release() {
    this.users -= 1;
    if (this.users > 0) return;
    // A small one waits for the next world: to begin anew each time would take memory faster than it is collected.
    if (!this.#crew && this.memory.buffer.byteLength <= KEPT_BYTES) return;
    if (running.get(this.part) === this) running.delete(this.part);
    this.#crew?.end();
  }

  /** Calls an exported function. A trap ends the module: its memory may be half changed. */
  call(name, ...values) {
    if (this.isDead) throw new TumbleError('dead', 'this module of tumble has ended after a fault');
    try {
      return this.#exports[name](...values);
    } catch (cause) {
      this.isDead = true;
      const error = new TumbleError('dead', `tumble has ended after a fault: ${cause.message}`);
      error.cause = cause;
      throw error;
    }
  }

  /** Another number for each world, so that ids of one name nothing in another. */
  nextWorldNumber() {
    this.worldNumber = (this.worldNumber % 4095) + 1;
    return this.worldNumber;
  }

  allocate(bytes) {
    const pointer = this.call('tum_web_allocate', bytes) >>> 0;
    if (pointer === 0) throw new TumbleError('memory', `${bytes} bytes of memory are not to be had`);
    return pointer;
  }

  /** Copies bytes into memory of the module, which the caller frees. */
  copyIn(bytes) {
    const view = ArrayBuffer.isView(bytes)
      ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : new Uint8Array(bytes);
    const pointer = this.allocate(view.length);
    new Uint8Array(this.memory.buffer).set(view, pointer);
    return pointer;
  }

  /** Runs a function with bytes that lie in the module meanwhile. */
  with(bytes, run) {
    const pointer = this.copyIn(bytes);
    try {
      return run(pointer);
    } finally {
      if (!this.isDead) this.call('tum_web_release', pointer);
    }
  }

  withText(text, run) {
    return this.with(encoder.encode(`${text}\0`), run);
  }

  /** Writes doubles into the scratch block. @returns its address. */
  doubles(numbers, at = 0) {
    new Float64Array(this.memory.buffer, this.scratch + at, numbers.length).set(numbers);
    return this.scratch + at;
  }

  /** Doubles that a call has answered. */
  answers(count, at = this.answer) {
    return new Float64Array(this.memory.buffer, at, count);
  }

  /** Words that a call has answered. */
  words(count, at = this.answer) {
    return new Uint32Array(this.memory.buffer, at, count);
  }

  /** Text at an address; null at 0. */
  text(pointer) {
    const at = pointer >>> 0;
    if (at === 0) return null;
    const memory = new Uint8Array(this.memory.buffer);
    return decoder.decode(memory.slice(at, memory.indexOf(0, at))); // A copy: shared memory cannot be decoded.
  }

  /** Takes a block that a call has answered as pointer and size. */
  takeBlock(release = 'tum_web_release') {
    const [pointer, size] = this.words(2);
    const bytes = new Uint8Array(this.memory.buffer, pointer, size).slice();
    this.call(release, pointer, size);
    return bytes;
  }
}
