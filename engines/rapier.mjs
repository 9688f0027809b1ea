// SPDX-License-Identifier: MIT
// rapier.mjs: a scene in Rapier (@dimforge/rapier3d-deterministic-compat).

import RAPIER from '@dimforge/rapier3d-deterministic-compat';

import { toRapier } from '../web/tumble/src/scene/rapier.js';
import { adapt, versionOf } from './common.mjs';

const numbers = ({ x, y, z }) => [x, y, z];

function open(scene) {
  const made = toRapier(scene, RAPIER);
  const { world, bodies, colliders, triggers, losses } = made;
  const indices = new Map(colliders.flatMap((collider, i) => (collider ? [[collider.handle, i]] : [])));
  return {
    losses,
    step: (seconds) => made.step(seconds),
    state(i) {
      const body = bodies[i];
      const { x, y, z, w } = body.rotation();
      return {
        position: numbers(body.translation()), orientation: [x, y, z, w], linearVelocity: numbers(body.linvel()),
        angularVelocity: numbers(body.angvel()), asleep: body.isDynamic() && body.isSleeping(),
      };
    },
    overlaps() {
      const pairs = [];
      triggers.forEach((parts, trigger) => {
        for (const part of parts.filter(Boolean)) {
          world.intersectionPairsWith(part, ({ handle }) => {
            if (indices.has(handle)) pairs.push([trigger, indices.get(handle)]);
          });
        }
      });
      return pairs;
    },
  };
}

await RAPIER.init();
await adapt({ engine: 'Rapier', version: versionOf('@dimforge/rapier3d-deterministic-compat'), open });
