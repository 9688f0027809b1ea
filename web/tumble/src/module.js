// SPDX-License-Identifier: MIT
// module.js: modules of WebAssembly: where they lie, what they import, and their memory.

import { TumbleError } from './error.js';

// A module of 30 bytes with one vector instruction: engines without SIMD refuse it.
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const sources = {
  core: new URL('./core.wasm', import.meta.url),
  full: new URL('./full.wasm', import.meta.url),
  'core-scalar': new URL('./core-scalar.wasm', import.meta.url),
  'full-scalar': new URL('./full-scalar.wasm', import.meta.url),
};
const given = {};
let build = 'auto';
// By name: the promise of a compiled module, and the instance that worlds share while one lives.
const compiled = new Map();
const running = new Map();

/** Sets where modules come from. */
export function configure(options) {
  if (options.wasm !== undefined) given.core = options.wasm;
  if (options.full !== undefined) given.full = options.full;
  build = options.build ?? build;
  compiled.clear();
}

/** Adds a module of its own, one for every engine, or says where it lies. */
export function provide(name, source) {
  given[name] = source;
  compiled.delete(name);
  compiled.delete(`${name}-scalar`);
}

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
  const source = given[name.replace('-scalar', '')] ?? sources[name];
  return source instanceof WebAssembly.Module ? source : WebAssembly.compile(await bytesOf(source));
}

/** Compiles a module, 'core' or 'full', in the build for this engine. */
export function compiledModule(part) {
  const isScalar = build === 'scalar' || (build === 'auto' && !WebAssembly.validate(SIMD));
  const name = isScalar ? `${part}-scalar` : part;
  if (!compiled.has(name)) {
    const promise = compile(name);
    compiled.set(name, promise);
    promise.catch(() => compiled.delete(name));
  }
  return compiled.get(name);
}

/** Gives a running module. Worlds share it while one of them lives; with the last one its memory goes. */
export async function acquire(part) {
  const code = await compiledModule(part);
  let module = running.get(part);
  if (!module || module.isDead || module.code !== code) {
    module = new Module(code, part);
    running.set(part, module);
  }
  module.users += 1;
  return module;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const ENOSYS = 52;

/** An instance with its memory. Functions of the module are called through `call`. */
export class Module {
  users = 0;
  isDead = false;
  worldNumber = 0;
  #exports;

  constructor(code, part) {
    this.code = code;
    this.part = part;
    const instance = new WebAssembly.Instance(code, this.#imports(code));
    this.#exports = instance.exports;
    this.memory = instance.exports.memory;
    instance.exports.__wasm_call_ctors();
    // Where arguments and answers of a call lie: 2048 bytes each.
    this.scratch = instance.exports.tum_web_allocate(4096);
    this.answer = this.scratch + 2048;
  }

  release() {
    this.users -= 1;
    if (this.users === 0 && running.get(this.part) === this) running.delete(this.part);
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
    return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  /** Takes a block that a call has answered as pointer and size. */
  takeBlock(release = 'tum_web_release') {
    const [pointer, size] = this.words(2);
    const bytes = new Uint8Array(this.memory.buffer, pointer, size).slice();
    this.call(release, pointer, size);
    return bytes;
  }

  /** Imports of Emscripten's C library: a clock, growth, longjmp, and no files. */
  #imports(code) {
    const now = () => performance.now();
    const seconds = () => Math.floor(Date.now() / 1000);
    const known = {
      clock_gettime: (clock, at) => {
        const milliseconds = clock === 0 ? Date.now() : now();
        const view = new DataView(this.memory.buffer);
        view.setUint32(at, Math.floor(milliseconds / 1000), true);
        view.setUint32(at + 4, (milliseconds % 1000) * 1e6, true);
        return 0;
      },
      time: (at) => {
        if (at !== 0) new DataView(this.memory.buffer).setUint32(at, seconds(), true);
        return seconds();
      },
      clock: () => Math.floor(now() * 1000),
      emscripten_memcpy_big: (to, from, count) => {
        new Uint8Array(this.memory.buffer).copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (count >>> 0));
      },
      emscripten_resize_heap: (bytes) => this.#grow(bytes >>> 0),
      setTempRet0: (value) => {
        this.high = value;
      },
      getTempRet0: () => this.high | 0,
      _emscripten_throw_longjmp: () => {
        throw LONG_JUMP;
      },
      exit: (status) => {
        throw new Error(`exit ${status}`);
      },
    };
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(code)) {
      imports[module] ??= {};
      imports[module][name] = known[name] ?? this.#import(name);
    }
    return imports;
  }

  #import(name) {
    if (name.startsWith('invoke_')) return (index, ...values) => this.#invoke(index, values);
    if (name.startsWith('__syscall_')) return () => -ENOSYS;
    if (name.startsWith('fd_')) return () => ENOSYS;
    // Layers that this module was linked without; callers check before.
    return () => {
      throw new Error(`${name} is not in the module ${this.part}`);
    };
  }

  // A call out of which longjmp may leap (qhull's way to report an error).
  #invoke(index, values) {
    const stack = this.#exports.stackSave();
    try {
      return this.#exports.__indirect_function_table.get(index)(...values);
    } catch (thrown) {
      if (thrown !== LONG_JUMP) throw thrown;
      this.#exports.stackRestore(stack);
      this.#exports.setThrew(1, 0);
      return 0;
    }
  }

  #grow(bytes) {
    const pages = Math.ceil((bytes - this.memory.buffer.byteLength) / 65536);
    // Some more than is asked for, since growth detaches every view.
    for (const wanted of [Math.max(pages, this.memory.buffer.byteLength >>> 18), pages]) {
      try {
        this.memory.grow(wanted);
        return 1;
      } catch {
        // Fewer pages, then; then the allocation fails.
      }
    }
    return 0;
  }
}

const LONG_JUMP = Symbol('longjmp');
