// SPDX-License-Identifier: MIT
import type { HP_BodyId, HP_ConstraintId, HP_WorldId, HavokPhysicsWithBindings } from '@babylonjs/havok';
import type { EngineOptions, EngineWorld, Scene } from './scene.js';

export interface HavokWorld extends EngineWorld {
  readonly world: HP_WorldId;
  readonly bodies: readonly HP_BodyId[];
  /** The world's own colliders and triggers, and the ground that joints hold on to. */
  readonly statics: readonly HP_BodyId[];
  /** Null where a joint holds no dynamic body. */
  readonly joints: readonly (HP_ConstraintId | null)[];
}
export interface HavokOptions extends EngineOptions {
  /** Takes the bodies in place of a new world. */
  readonly world?: HP_WorldId;
}
/** @param havok  what the package's function answers: `await HavokPhysics()`. */
export function toHavok(scene: Scene, havok: HavokPhysicsWithBindings, options?: HavokOptions): HavokWorld;
