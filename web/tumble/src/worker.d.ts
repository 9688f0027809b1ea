// SPDX-License-Identifier: MIT
/**
 * tumble with its worlds in a Worker: the functions of `tumble`, answered by promises.
 *
 * Poses come without being asked for: in memory that both sides see where the page is isolated, else in buffers that
 * are handed over. One Worker, started with the first call, has all worlds. Calls are carried out in order.
 */
import type {
  Bytes, Conversion, ConvertOptions, FileOptions, Finding, Grab, InitOptions, LoadOptions, PhysicsEvent, Poses,
  Recording, SceneInfo, TumbleError, ValidateOptions, ValidationReport, World, WorldOptions,
} from './tumble.js';

export { TumbleError } from './tumble.js';

/** Methods and members of T as promises. */
export type Remote<T> = {
  readonly [K in keyof T as K extends symbol ? never : K]: T[K] extends (...values: infer A) => infer R
    ? (...values: A) => Promise<RemoteValue<Awaited<R>>>
    : Promise<T[K]>;
};
export type RemoteValue<R> = R extends Recording ? RemoteRecording : R extends Grab ? RemoteGrab : R;
export type RemoteRecording = Remote<Recording>;
export type RemoteGrab = Remote<Omit<Grab, 'joint'>> & { readonly joint: Grab['joint'] };

/** Poses with their step. Valid until `RemoteWorld.newest` is read again. */
export interface NewestPoses {
  readonly stepCount: number;
  /** [s] */
  readonly time: number;
  readonly poses: Poses;
  readonly before: Poses;
}
export interface RemoteWorld
  extends Omit<Remote<World>, 'dimension' | 'findings' | 'poses' | 'before' | 'free'> {
  readonly dimension: 3 | 4;
  readonly findings: readonly Finding[];
  /** The newest that came. After `await world.step()` they are not older than that step. */
  readonly newest: NewestPoses;
  readonly poses: Poses;
  readonly before: Poses;
  /** Takes steps by the clock of the Worker, until `pause`. */
  play(rate?: number, speed?: number): Promise<void>;
  pause(): Promise<void>;
  /** Called with the events of each step of `play` that has some. */
  onEvents: ((events: readonly PhysicsEvent[], stepCount: number) => void) | null;
  /** Called where a step of `play` failed, which ends it. */
  onError: ((error: TumbleError) => void) | null;
  free(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function init(options?: InitOptions): Promise<void>;
export function version(): Promise<string>;
export function load(file: Bytes | string, options?: LoadOptions): Promise<RemoteWorld>;
export function createWorld(options?: WorldOptions): Promise<RemoteWorld>;
export function info(file: Bytes | string, options?: FileOptions): Promise<SceneInfo>;
export function validate(file: Bytes | string, options?: ValidateOptions): Promise<ValidationReport>;
export function convert(file: Bytes | string, options: ConvertOptions): Promise<Conversion>;
/** Ends the Worker and its worlds; what waits is rejected with 'dead'. The next call starts another Worker. */
export function terminate(): Promise<void>;
