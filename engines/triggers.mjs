// SPDX-License-Identifier: MIT
// triggers.mjs: triggers of engines that tell which bodies met, and not which of their colliders.

import { Losses, solidsByBody, solidsOf } from '../web/tumble/src/scene/engine.js';

/** Solids of the world itself, in the order in which the adapters of tumble/scene make a body of each. */
export function ownSolids(scene) {
  return solidsByBody(scene, solidsOf(scene, new Losses(scene))).get(-1) ?? [];
}

/** Indices of the colliders of each body that touch anything. */
export function collidersOf(scene) {
  const lists = Array.from({ length: scene.bodies.count }, () => []);
  scene.colliders.body.forEach((body, i) => {
    if (body >= 0 && scene.colliders.enabled[i]) lists[body].push(i);
  });
  return lists;
}

/** Tells triggers as lost where a body may come in with one collider and not with another. */
export function tellColliders(scene, losses) {
  if (collidersOf(scene).every((list) => list.length <= 1)) return;
  for (const pointer of scene.triggers.pointers) {
    losses.push({
      code: 'ENGINE_TRIGGER_COLLIDER', severity: 'warning', pointer, file: scene.file,
      message: 'which collider of a body comes in is not told',
    });
  }
}
