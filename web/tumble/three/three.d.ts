// SPDX-License-Identifier: MIT
/** Physics of glTF files for three.js: one call binds what GLTFLoader has loaded. */
import type { Group, Intersection, LineSegments, Object3D } from 'three';
import type { BodyId, Bytes, LoadOptions, Poses, World } from '../src/tumble.js';

/** The members of GLTFLoader's result that are used. */
export interface LoadedGltf {
  readonly scene: Group;
  readonly parser: {
    readonly json: Record<string, unknown>;
    readonly associations: { get(object: Object3D): { nodes?: number | undefined } | undefined };
    getDependency(type: string, index: number): Promise<unknown>;
  };
}
export interface BindOptions extends LoadOptions {
  /** [Hz] Steps a second, default 60; frames between them are interpolated. */
  readonly rate?: number;
  /** True: meshes of bodies with one geometry and material become one InstancedMesh. For hundreds of bodies. */
  readonly instances?: boolean;
}

/**
 * Makes a world of the physics in a file and binds its bodies to their objects. Physics happens in the frame of
 * `gltf.scene`, which may be moved, turned and scaled.
 *
 * @param source  the bytes of the file; left out: they are put together from what the loader kept.
 * Rejects as `load` does, and with a TypeError for files of four dimensions.
 */
export function bind(gltf: LoadedGltf, source?: Bytes | string | null, options?: BindOptions): Promise<Binding>;

/** Objects of a loaded file by the index of their node. */
export function objectsOfNodes(gltf: LoadedGltf): Map<number, Object3D>;

/** Poses as `World.poses` has them: [m] 3 and x y z w a body. */
export type StoredPoses = Pick<Poses, 'count' | 'positions' | 'rotations'>;

export class Binding {
  constructor(gltf: LoadedGltf, world: World, options?: BindOptions);
  readonly world: World;
  /** @param delta  [s] since the last call. At most four steps are taken; the rest of a long pause is dropped. */
  update(delta: number): void;
  /**
   * Puts the objects where the bodies are, without a step.
   *
   * @param part  of the last step, default 1: its end.
   * @param between  poses that were stored earlier, in place of the world's.
   */
  refresh(part?: number, between?: { before: StoredPoses; poses: StoredPoses }): void;
  /**
   * The object that a body moves. Its `matrix` is exact; position, quaternion and scale are those nearest to
   * it. Objects that instances stand for are put in their place by this call.
   */
  object(body: BodyId): Object3D | undefined;
  /** The body that moves what a Raycaster has hit, also among instances; 0: none. */
  body(hit: Pick<Intersection, 'object' | 'instanceId'>): BodyId;
  /** @param flags  of `Debug`, or-ed. @returns lines, a child of `gltf.scene`, that each update draws again. */
  debug(flags: number): LineSegments;
  /** Frees the world and the lines. Objects stay where they are. Calling it twice is fine. */
  dispose(): void;
}
