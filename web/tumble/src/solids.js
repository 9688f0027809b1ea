// SPDX-License-Identifier: MIT
// solids.js: surfaces of colliders as triangles, and edges of those of 4D, copied out of a module.

import { TumbleError } from './error.js';
import { KINDS } from './numbers.js';

const RECORD_BYTES = 32;

/** Surfaces of all colliders and triggers of a world; in 4D of their sections at w. */
export function solidsOf(module, world, w) {
  const at = module.call('tum_web_solids', world, w);
  try {
    if (module.call('tum_web_solids_failed', at) !== 0) throw new TumbleError('memory', 'out of memory');
    const { buffer } = module.memory;
    const [positions, normals, records, triangles, count] = new Uint32Array(buffer, at, 5);
    const view = new DataView(buffer, records, count * RECORD_BYTES);
    return {
      positions: new Float32Array(buffer, positions, triangles * 9).slice(),
      normals: new Float32Array(buffer, normals, triangles * 9).slice(),
      parts: Array.from({ length: count }, (_, i) => partOf(view, i * RECORD_BYTES)),
    };
  } finally {
    if (!module.isDead) module.call('tum_web_solids_release', at);
  }
}

function partOf(view, at) {
  return {
    collider: view.getFloat64(at, true),
    index: view.getInt32(at + 8, true),
    first: view.getUint32(at + 12, true),
    count: view.getUint32(at + 16, true),
    isTrigger: view.getUint32(at + 20, true) !== 0,
    kind: KINDS[view.getUint32(at + 24, true)],
  };
}

/** Edges of all colliders of a world of 4D, in the full module. */
export function edgesOf(module, world) {
  const at = module.call('tum_web_edges', world);
  try {
    if (module.call('tum_web_edges_failed', at) !== 0) throw new TumbleError('memory', 'out of memory');
    const { buffer } = module.memory;
    const [points, places, count] = new Uint32Array(buffer, at, 3);
    return { points: new Float32Array(buffer, points, count * 8).slice(), indices: new Int32Array(buffer, places, count).slice() };
  } finally {
    if (!module.isDead) module.call('tum_web_edges_release', at);
  }
}
