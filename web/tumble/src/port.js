// SPDX-License-Identifier: MIT
// port.js: Workers of browsers and of Node, with the same names.

const node = () => globalThis.process?.getBuiltinModule?.('node:worker_threads');

/** The port of a Worker to those who started it, inside the Worker. */
export const parentPort = () => node()?.parentPort ?? globalThis;

/** Calls `then` with the data of each message, `failed` with what a Worker could not handle. */
export function listen(port, then, failed = () => {}) {
  if (port.on) {
    port.on('message', then);
    port.on('error', failed);
  } else {
    port.addEventListener('message', ({ data }) => then(data));
    port.addEventListener('error', failed);
  }
}

/**
 * Starts a Worker of Node; null elsewhere, where bundlers want to see `new Worker(new URL(…))` itself.
 *
 * @param name  of the script beside the one at `base`: bundlers would copy what they see as an address.
 */
export function nodeWorker(name, base) {
  const threads = node();
  return threads ? new threads.Worker(new URL(name, base)) : null;
}
