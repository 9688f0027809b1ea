// SPDX-License-Identifier: MIT
// twin.js: a world in a Worker that takes the steps of the page's world while it plays (far.js).

/** @typedef {import('./course.js').CourseState} CourseState */
/** @typedef {{ count: number, positions: Float32Array, rotations: Float32Array, awake: Uint8Array }} Poses */
/**
 * Answer to a run: the steps and changes in their order, poses of the last two steps, and what was wanted.
 * @typedef {{ told: import('./course.js').Told[], made: import('./course.js').Made[], changes: import('./course.js').Made[] | null,
 *   poses: Poses, before: Poses, seen: import('./look.js').Seen, failure: string }} Run
 */

export class Twin {
  #worker = new Worker(new URL('./far.js', import.meta.url), { type: 'module' });
  /** @type {Error | null} */
  #ended = null;
  /** @type {{ resolve: (answer: any) => void, reject: (error: Error) => void }[]} In the order of their requests. */
  #waiting = [];

  /**
   * Loads a file in a Worker. Rejects where there are no Workers of modules.
   * @param {{ bytes: Uint8Array, resources: Map<string, Uint8Array>, options: object, rate: number }} file
   */
  static async start(file) {
    const twin = new Twin();
    try {
      await twin.#ask({ name: 'load', ...file });
    } catch (error) {
      twin.close();
      throw error;
    }
    return twin;
  }

  constructor() {
    this.#worker.addEventListener('message', ({ data: { answer, error } }) => {
      const waiting = this.#waiting.shift();
      if (error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(error));
    });
    this.#worker.addEventListener('error', ({ message }) => this.#end(message));
  }

  /** @returns {Promise<any>} */
  #ask(/** @type {object} */ message, /** @type {Transferable[]} */ transfer = []) {
    return new Promise((resolve, reject) => {
      if (this.#ended) throw this.#ended;
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(message, transfer);
    });
  }

  #end(/** @type {string} */ why) {
    this.#ended = new Error(why || 'the Worker has ended');
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }

  /** Takes the state of the page's world. @param {Uint8Array} checkpoint @param {CourseState} state @returns {Promise<object>} */
  begin(checkpoint, state) {
    return this.#ask({ name: 'begin', checkpoint, state }, [checkpoint.buffer]);
  }

  /** @param {{ changes: import('./course.js').Change[], count: number, wanted: import('./look.js').Wanted }} request @returns {Promise<Run>} */
  run(request) {
    return this.#ask({ name: 'run', ...request });
  }

  /** Its state, for the page's world. @returns {Promise<{ checkpoint: Uint8Array, state: CourseState }>} */
  end() {
    return this.#ask({ name: 'end' });
  }

  close() {
    this.#worker.terminate();
    this.#end('the Worker was closed');
  }
}
