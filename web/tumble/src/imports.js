// SPDX-License-Identifier: MIT
// imports.js: the functions that a module of WebAssembly imports: Emscripten's C library asks for a clock and growth
// of the memory, and gets no files; the module of threads asks for threads.

const ENOSYS = 52;

/** Processors of this machine, as far as a script can tell. */
export function processors() {
  const node = globalThis.process?.getBuiltinModule?.('node:os');
  return node ? node.availableParallelism() : (globalThis.navigator?.hardwareConcurrency ?? 1);
}

function grow(memory, bytes) {
  const size = memory.buffer.byteLength;
  const pages = Math.ceil((bytes - size) / 65536);
  if (pages <= 0) return 1; // Another thread was first.
  // Some more than is asked for, since growth detaches every view.
  for (const wanted of [Math.max(pages, size >>> 18), pages]) {
    try {
      memory.grow(wanted);
      return 1;
    } catch {
      // Fewer pages, then; then the allocation fails.
    }
  }
  return 0;
}

function clock(host) {
  return (which, at) => {
    const milliseconds = which === 0 ? Date.now() : performance.now();
    const view = new DataView(host.memory.buffer);
    view.setUint32(at, Math.floor(milliseconds / 1000), true);
    view.setUint32(at + 4, (milliseconds % 1000) * 1e6, true);
    return 0;
  };
}

function known(host) {
  return {
    clock_gettime: clock(host),
    __clock_gettime: clock(host),
    time: (at) => {
      const seconds = Math.floor(Date.now() / 1000);
      if (at !== 0) new DataView(host.memory.buffer).setUint32(at, seconds, true);
      return seconds;
    },
    clock: () => Math.floor(performance.now() * 1000),
    emscripten_get_now: () => performance.now(),
    emscripten_memcpy_big: (to, from, count) => {
      new Uint8Array(host.memory.buffer).copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (count >>> 0));
    },
    emscripten_resize_heap: (bytes) => grow(host.memory, bytes >>> 0),
    setTempRet0: (value) => {
      host.high = value;
    },
    getTempRet0: () => host.high | 0,
    exit: (status) => {
      throw new Error(`exit ${status}`);
    },
    __emscripten_init_main_thread_js: (self) => host.exports.tum_web_thread_begin(0, self),
    tum_web_thread_start: (thread) => host.start(thread),
    tum_web_processors: processors,
  };
}

function other(host, name) {
  if (name.startsWith('__syscall_')) return () => -ENOSYS;
  if (name.startsWith('fd_')) return () => ENOSYS;
  // Layers that this module was linked without; callers check before.
  return () => {
    throw new Error(`${name} is not in the module ${host.part}`);
  };
}

/**
 * Imports of a module.
 *
 * @param host  part, the module's name; later exports and memory, of the instance; start, which runs a thread.
 */
export function importsOf(code, host) {
  const all = known(host);
  const imports = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(code)) {
    imports[module] ??= {};
    imports[module][name] = kind === 'memory' ? host.memory : (all[name] ?? other(host, name));
  }
  return imports;
}
