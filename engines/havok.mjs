// SPDX-License-Identifier: MIT
// havok.mjs: a scene in Havok (@babylonjs/havok).
//
// Babylon.js is left-handed where it is not told otherwise; the module below it knows no handedness: it turns by
// right-handed quaternions and takes the cross product of its coordinates as they stand. A scene goes in and comes out
// as it is; a mirrored one would fail the tests of spin.

import { readFileSync } from 'node:fs';

import HavokPhysics from './node_modules/@babylonjs/havok/lib/esm/HavokPhysics_es.js';

import { toHavok } from '../web/tumble/src/scene/havok.js';
import { adapt, versionOf } from './common.mjs';
import { collidersOf, ownSolids, tellColliders } from './triggers.mjs';

const keyOf = (id) => String(id[0]);
// Bits of events that the module's EventType does not name.
const ENTERED = 8;
const EXITED = 16;

// Overlaps now, kept by the events of entering and leaving.
class Triggers {
  #now = new Map();

  constructor(HAVOK, scene, { world, bodies, statics }) {
    Object.assign(this, { HAVOK, world, triggers: new Map(), colliders: new Map() });
    const own = collidersOf(scene);
    bodies.forEach((body, i) => {
      if (own[i].length > 0) this.colliders.set(keyOf(body), own[i][0]);
    });
    ownSolids(scene).forEach((solid, i) => {
      if (!solid.isTrigger) this.colliders.set(keyOf(statics[i]), solid.index);
      else {
        this.triggers.set(keyOf(statics[i]), solid.trigger);
        HAVOK.HP_Body_SetEventMask(statics[i], ENTERED | EXITED);
      }
    });
  }

  // One event: a trigger and the other body, in either order.
  #note(type, [, bodyA, , bodyB]) {
    for (const [one, other] of [[bodyA, bodyB], [bodyB, bodyA]]) {
      const trigger = this.triggers.get(keyOf(one));
      const collider = this.colliders.get(keyOf(other));
      if (trigger === undefined || collider === undefined) continue;
      const key = `${trigger} ${collider} ${keyOf(one)}`;
      if (type === ENTERED) this.#now.set(key, [trigger, collider]);
      else this.#now.delete(key);
    }
  }

  overlaps() {
    const { HAVOK, world } = this;
    let event = HAVOK.HP_World_GetTriggerEvents(world)[1];
    while (event !== 0) {
      // The type stands first in the event; the module names no value for it.
      this.#note(new Int32Array(HAVOK.HEAPU8.buffer, event, 1)[0], HAVOK.HP_Event_AsTrigger(event)[1]);
      event = HAVOK.HP_World_GetNextTriggerEvent(world, event);
    }
    return [...this.#now.values()];
  }
}

// A trigger that moves is a part of its body's shape, and the body tells of itself.
function tellMovingTriggers(scene, losses) {
  scene.triggers.pointers.forEach((pointer, t) => {
    const first = scene.triggers.partFirst[t];
    if (scene.triggerParts.body.subarray(first, first + scene.triggers.partCount[t]).some((body) => body >= 0)) {
      const message = 'a trigger that moves tells no events';
      losses.push({ code: 'ENGINE_TRIGGER', severity: 'warning', pointer, message });
    }
  });
}

function open(scene, HAVOK) {
  const made = toHavok(scene, HAVOK);
  const { bodies } = made;
  const losses = [...made.losses];
  tellColliders(scene, losses);
  tellMovingTriggers(scene, losses);
  const triggers = new Triggers(HAVOK, scene, made);
  const inactive = HAVOK.ActivationState.INACTIVE;
  return {
    losses,
    step: (seconds) => made.step(seconds),
    state(i) {
      const body = bodies[i];
      const [position, orientation] = HAVOK.HP_Body_GetQTransform(body)[1];
      const isStatic = scene.bodies.kind[i] === 0;
      const state = HAVOK.HP_Body_GetActivationState(body)[1];
      return {
        position, orientation,
        linearVelocity: isStatic ? [0, 0, 0] : HAVOK.HP_Body_GetLinearVelocity(body)[1],
        angularVelocity: isStatic ? [0, 0, 0] : HAVOK.HP_Body_GetAngularVelocity(body)[1],
        asleep: scene.bodies.kind[i] === 2 && (state?.value ?? state) === (inactive?.value ?? inactive),
      };
    },
    overlaps: () => triggers.overlaps(),
  };
}

const wasm = new URL('node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm', import.meta.url);
const HAVOK = await HavokPhysics({ wasmBinary: readFileSync(wasm) });
await adapt({ engine: 'Havok', version: versionOf('@babylonjs/havok'), open: (scene) => open(scene, HAVOK) });
