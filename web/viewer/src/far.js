// SPDX-License-Identifier: MIT
// far.js: the Worker behind twin.js: a world that is the page's to the bit, and takes its steps.

import { load } from 'tumble';
import { Course } from './course.js';
import { lookAt } from './look.js';
import { copyOf } from './track.js';

/** @type {any} */
const port = globalThis;
/** @type {Course} */
let course;

/** Each request by its name, with what it answers. @type {Record<string, (request: any) => any>} */
const requests = {
  /** Loads the file again, with the number of the page's world: ids are the same. */
  async load({ bytes, resources, options, rate }) {
    const resource = async (/** @type {string} */ path) => {
      const found = resources.get(path);
      if (!found) throw new Error(`${path} is not there`);
      return found;
    };
    const world = await load(bytes, { ...options, resource });
    course = new Course(world, rate);
    return {};
  },

  begin({ checkpoint, state }) {
    course.restore(checkpoint, state);
    return {};
  },

  /** Makes changes, takes steps, tells of all, and looks. A step that fails is the last. */
  run({ changes, count, wanted }) {
    const told = [], made = [];
    let failure = '';
    try {
      for (const change of changes) {
        course.change(change);
        made.push({ step: course.step, change });
      }
      while (told.length < count) told.push(course.forward());
    } catch (error) {
      failure = /** @type {Error} */ (error).message;
    }
    const { world } = course;
    return {
      told, made, failure, changes: made.length > 0 ? course.changes : null, poses: copyOf(world.poses), before: copyOf(world.before),
      seen: lookAt(world, wanted),
    };
  },

  end: () => ({ checkpoint: course.world.checkpoint(), state: course.state }),
};

/** Buffers of an answer, which are handed over. @param {any} value @param {Set<ArrayBuffer>} found */
function buffersOf(value, found) {
  if (ArrayBuffer.isView(value)) found.add(/** @type {ArrayBuffer} */ (value.buffer));
  else if (value !== null && typeof value === 'object') for (const member of Object.values(value)) buffersOf(member, found);
  return found;
}

// Requests are answered in their order; load alone takes its time, and nothing is asked meanwhile.
port.addEventListener('message', async (/** @type {MessageEvent} */ { data }) => {
  try {
    const answer = await requests[data.name](data);
    port.postMessage({ answer }, [...buffersOf(answer, new Set())]);
  } catch (error) {
    port.postMessage({ error: /** @type {Error} */ (error).message });
  }
});
