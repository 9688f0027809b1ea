// SPDX-License-Identifier: MIT
// jolt.mjs: a scene in Jolt (jolt-physics).

import initJolt from 'jolt-physics';

import { toJolt } from '../web/tumble/src/scene/jolt.js';
import { adapt, versionOf } from './common.mjs';
import { collidersOf, ownSolids, tellColliders } from './triggers.mjs';

const numbers = (v) => [v.GetX(), v.GetY(), v.GetZ()];

// Pairs of bodies that a trigger of the world may notice: it is a body that touches without a push.
function triggerPairs(scene, { bodies, statics }) {
  const colliders = collidersOf(scene);
  const triggers = ownSolids(scene).flatMap(({ isTrigger, trigger }, i) =>
    (isTrigger && statics[i] ? [[trigger, statics[i]]] : []));
  return triggers.flatMap(([trigger, own]) => bodies.flatMap((body, i) =>
    colliders[i].slice(0, 1).map((collider) => ({ trigger, collider, own: own.GetID(), other: body.GetID() }))));
}

function open(scene, JOLT) {
  // A body that sleeps touches nothing.
  const made = toJolt(scene, JOLT, { canSleep: scene.triggers.count === 0 });
  const { system, bodies } = made;
  const losses = [...made.losses];
  tellColliders(scene, losses);
  const pairs = triggerPairs(scene, made);
  return {
    losses,
    step: (seconds) => made.step(seconds),
    state(i) {
      const body = bodies[i];
      const q = body.GetRotation();
      const orientation = [q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
      const isStatic = body.IsStatic();
      return {
        position: numbers(body.GetPosition()), orientation,
        linearVelocity: isStatic ? [0, 0, 0] : numbers(body.GetLinearVelocity()),
        angularVelocity: isStatic ? [0, 0, 0] : numbers(body.GetAngularVelocity()),
        asleep: body.IsDynamic() && !body.IsActive(),
      };
    },
    overlaps: () => pairs.filter(({ own, other }) => system.WereBodiesInContact(own, other))
      .map(({ trigger, collider }) => [trigger, collider]),
  };
}

const JOLT = await initJolt();
await adapt({ engine: 'Jolt', version: versionOf('jolt-physics'), open: (scene) => open(scene, JOLT) });
