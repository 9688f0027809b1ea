// SPDX-License-Identifier: MIT
// thread.js: a Worker that runs threads of a module with shared memory (crew.js).

import { importsOf } from './imports.js';
import { listen, parentPort } from './port.js';

const port = parentPort();

async function serve({ code, memory, place }) {
  const host = { part: 'threads', memory, start: () => 0 };
  const { exports } = await WebAssembly.instantiate(code, importsOf(code, host));
  host.exports = exports;
  exports.stackRestore(new Uint32Array(memory.buffer, place, 2)[1]);
  exports.tum_web_thread_begin(place, 0);
  port.postMessage('ready');
  exports.tum_web_thread_serve(place);
}

listen(port, serve);
