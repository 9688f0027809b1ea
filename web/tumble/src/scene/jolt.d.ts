// SPDX-License-Identifier: MIT
import type Jolt from 'jolt-physics';
import type { EngineOptions, EngineWorld, Scene } from './scene.js';

export interface JoltWorld extends EngineWorld {
  readonly jolt: Jolt.JoltInterface;
  readonly system: Jolt.PhysicsSystem;
  readonly bodies: readonly Jolt.Body[];
  /** The world's own colliders and triggers. */
  readonly statics: readonly (Jolt.Body | null)[];
  /** Null where a joint holds no dynamic body. */
  readonly joints: readonly (Jolt.SixDOFConstraint | null)[];
}
export interface JoltOptions extends EngineOptions {
  /** Room for this many contacts of bodies, and pairs; by the scene's size where left out. */
  readonly contacts?: number;
  readonly pairs?: number;
  /** Of the modules with threads. */
  readonly threads?: number;
}
/** @param jolt  what the package's function answers: `await initJolt()`. */
export function toJolt(scene: Scene, jolt: typeof Jolt, options?: JoltOptions): JoltWorld;
