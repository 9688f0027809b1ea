// SPDX-License-Identifier: MIT
import type * as CANNON from 'cannon-es';
import type { EngineOptions, EngineWorld, Scene } from './scene.js';

export interface CannonWorld extends EngineWorld {
  readonly world: CANNON.World;
  /** They stand at their centres of mass, turned into their principal frames: see `frames`. */
  readonly bodies: readonly CANNON.Body[];
  /** The world's own colliders and triggers. */
  readonly statics: readonly CANNON.Body[];
  /** Null where cannon-es has no such joint. */
  readonly joints: readonly (CANNON.Constraint | null)[];
  /** Of each body: the origin of the body of cannon-es in the scene's, and the turn from the latter to the former. */
  readonly frames: readonly { readonly center: readonly number[]; readonly rotation: readonly number[] }[];
}
export interface CannonOptions extends EngineOptions {
  /** Takes the bodies in place of a new world. */
  readonly world?: CANNON.World;
}
export function toCannon(scene: Scene, cannon: typeof CANNON, options?: CannonOptions): CannonWorld;
