// SPDX-License-Identifier: MIT
import type * as RAPIER from '@dimforge/rapier3d-simd-compat';
import type { EngineOptions, EngineWorld, Scene } from './scene.js';

export interface RapierWorld extends EngineWorld {
  readonly world: RAPIER.World;
  readonly bodies: readonly RAPIER.RigidBody[];
  /** Null where a collider is disabled or has no shape. */
  readonly colliders: readonly (RAPIER.Collider | null)[];
  /** Sensors of each trigger. */
  readonly triggers: readonly (readonly RAPIER.Collider[])[];
  /** Null where a joint holds no dynamic body. */
  readonly joints: readonly (RAPIER.ImpulseJoint | null)[];
}
export interface RapierOptions extends EngineOptions {
  /** Takes the bodies in place of a new world. */
  readonly world?: RAPIER.World;
}
/** Call `await RAPIER.init()` before. */
export function toRapier(scene: Scene, rapier: typeof RAPIER, options?: RapierOptions): RapierWorld;
