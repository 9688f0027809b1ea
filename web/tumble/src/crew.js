// SPDX-License-Identifier: MIT
// crew.js: the Workers that run the threads of a module with shared memory.

import { listen, nodeWorker } from './port.js';

const startWorker = () =>
  nodeWorker('thread.js', import.meta.url) ??
  new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });

/** The Workers of one module, each waiting at the mailbox of its place (web/module/threads.c). */
export class Crew {
  #module;
  #places = [];
  #workers = [];

  constructor(module, count) {
    this.#module = module;
    const ready = [];
    for (let i = 0; i < count; ++i) {
      const place = module.call('tum_web_thread_place') >>> 0;
      if (place === 0) break;
      const worker = startWorker();
      this.#workers.push(worker);
      ready.push(
        new Promise((done) => {
          const begun = () => {
            this.#places.push(place);
            worker.unref?.(); // In Node: the program does not wait for its end.
            done();
          };
          // A fault in a thread ends the module, as any other. A Worker that cannot start is not missed.
          const failed = () => {
            if (this.#places.includes(place)) module.isDead = true;
            done();
          };
          listen(worker, begun, failed);
        }),
      );
      worker.postMessage({ code: module.code, memory: module.memory, place });
    }
    this.ready = Promise.all(ready);
  }

  /** Puts a thread into a free mailbox. @returns 0: there is none. */
  start(thread) {
    const words = new Int32Array(this.#module.memory.buffer);
    for (const place of this.#places) {
      if (Atomics.compareExchange(words, place >>> 2, 0, thread) === 0) {
        Atomics.notify(words, place >>> 2);
        return 1;
      }
    }
    return 0;
  }

  end() {
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }
}
