// SPDX-License-Identifier: MIT
/**
 * The physics of a glTF or G4MF file as a plain object of typed arrays: for programs that have an engine.
 *
 * Metres, kilograms, seconds, radians; right-handed, +Y up. Quaternions are x y z w. Nothing is left to guess:
 * masses, centres of mass and moments are there whether a file gives them or not. Indices are those of the tables
 * of the scene, -1 is none. A column of `n` numbers an item holds those of item i from n * i on. Files of four
 * dimensions are refused ('unsupported').
 */
import type { Bytes, FileOptions, Finding, ModuleSource } from '../tumble.js';

export { TumbleError } from '../tumble.js';

/** Says where scene.wasm lies, where it is not beside the package's scripts. */
export function init(options?: { readonly wasm?: ModuleSource }): void;

export interface SceneOptions extends FileOptions {
  /** False leaves out animated properties. */
  readonly tracks?: boolean;
}
/** Rejects with TumbleError where the file cannot be read; rules that it breaks are findings of the scene. */
export function readScene(file: Bytes | string, options?: SceneOptions): Promise<Scene>;

export interface Scene {
  /** `name` of the options. */
  readonly file: string;
  readonly dialects: readonly string[];
  /** [m/s^2] */
  readonly gravity: readonly [number, number, number];
  /** The file sets gravity. */
  readonly hasGravity: boolean;
  /** [kg/m^3] Of bodies without a mass. */
  readonly density: number;
  readonly nodes: Nodes;
  readonly bodies: Bodies;
  readonly colliders: Colliders;
  readonly shapes: Shapes;
  readonly materials: Materials;
  readonly filters: Filters;
  readonly triggers: Triggers;
  readonly triggerParts: Solids;
  readonly joints: Joints;
  readonly limits: Limits;
  readonly drives: Drives;
  readonly gravityVolumes: GravityVolumes;
  readonly meshes: readonly SceneMesh[];
  /** Triangles of shapes that not every engine has: hulls, capsules, cylinders, planes, stretched balls. */
  readonly surfaces: readonly Triangles[];
  readonly tracks: readonly Track[];
  readonly findings: readonly Finding[];
}

/** Node of the document, same index. */
export interface Nodes {
  readonly count: number;
  readonly parent: Int32Array;
  /** The body that moves it. */
  readonly body: Int32Array;
  /** 1: below a root of the active scene. */
  readonly inScene: Uint8Array;
  /** 3, 4 and 3 numbers: the local transform at load. */
  readonly translation: Float64Array;
  readonly rotation: Float64Array;
  readonly scale: Float64Array;
  /** 16 numbers, column by column: world from node, at load. */
  readonly world: Float64Array;
  readonly names: readonly string[];
}

export interface Bodies {
  readonly count: number;
  readonly node: Int32Array;
  /** BodyKind. */
  readonly kind: Uint8Array;
  /** [m] 3 numbers: the body frame's origin in the world. */
  readonly position: Float64Array;
  /** 4 numbers: world from body frame. */
  readonly rotation: Float64Array;
  /** [kg] Infinity: nothing changes its velocity. */
  readonly mass: Float64Array;
  /** [m] 3 numbers, in the body frame. */
  readonly centerOfMass: Float64Array;
  /** [kg m^2] 3 principal moments about the centre of mass; Infinity: that rate never changes. */
  readonly inertia: Float64Array;
  /** 4 numbers: body frame from principal frame. */
  readonly inertiaRotation: Float64Array;
  /** [m/s] 3 numbers, of the centre of mass, in the world. */
  readonly linearVelocity: Float64Array;
  /** [rad/s] 3 numbers, in the world. */
  readonly angularVelocity: Float64Array;
  readonly gravityFactor: Float64Array;
  /** 1: an animation moves it. */
  readonly driven: Uint8Array;
  /** MassOrigin. */
  readonly massOrigin: Uint8Array;
  readonly pointers: readonly string[];
}

/** A shape in a frame of a body, or of the world where `body` is -1. */
export interface Solids {
  readonly count: number;
  readonly node: Int32Array;
  readonly body: Int32Array;
  readonly shape: Int32Array;
  /** [m] 3 numbers: the shape's origin in the body frame. */
  readonly position: Float64Array;
  /** 4 numbers: body frame from shape. */
  readonly rotation: Float64Array;
  /** 3 numbers of 0 or more, along the axes of the shape; 1 for meshes and hulls, whose points have it. */
  readonly scale: Float64Array;
  readonly filter: Int32Array;
  /** 0: it touches nothing. */
  readonly enabled: Uint8Array;
  /** 1: an animation moves it in its body, or changes its shape. */
  readonly driven: Uint8Array;
  /** Index into surfaces: the shape with its scale. */
  readonly surface: Int32Array;
}
export interface Colliders extends Solids {
  /** -1: 0.6 and 0.6, no restitution, and the other side's modes. */
  readonly material: Int32Array;
  readonly pointers: readonly string[];
}
export interface Triggers {
  readonly count: number;
  readonly node: Int32Array;
  /** Range of triggerParts. */
  readonly partFirst: Int32Array;
  readonly partCount: Int32Array;
  /** Of parts without a filter. */
  readonly filter: Int32Array;
  readonly pointers: readonly string[];
}

/** The axis of revolution is Y; `top` is at +Y. */
export interface Shapes {
  readonly count: number;
  /** ShapeKind. */
  readonly kind: Uint8Array;
  /** [m] 3 edges; of a plane the first and the last, which may be Infinity. */
  readonly size: Float64Array;
  /** [m] Of a capsule between the centres of its ends, of a cylinder in all. */
  readonly height: Float64Array;
  readonly radius: Float64Array;
  readonly radiusBottom: Float64Array;
  readonly radiusTop: Float64Array;
  /** 1: a plane is met from both sides. */
  readonly doubleSided: Uint8Array;
  readonly mesh: Int32Array;
  readonly pointers: readonly string[];
}
export interface Triangles {
  /** [m] 3 numbers a point. */
  readonly points: Float64Array;
  /** 3 points each, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}
export interface SceneMesh extends Triangles {
  readonly closed: boolean;
  /** Mesh of the document whose triangles these are, unchanged; -1: none. */
  readonly documentMesh: number;
}

export interface Materials {
  readonly count: number;
  readonly staticFriction: Float64Array;
  readonly dynamicFriction: Float64Array;
  readonly restitution: Float64Array;
  /** Combine. */
  readonly frictionCombine: Uint8Array;
  readonly restitutionCombine: Uint8Array;
  readonly pointers: readonly string[];
}
export interface Filters {
  readonly count: number;
  /** Names of systems: memberships, and the lists that a filter admits or refuses. */
  readonly systems: readonly (readonly string[])[];
  readonly collideWith: readonly (readonly string[])[];
  readonly notCollideWith: readonly (readonly string[])[];
  readonly pointers: readonly string[];
}

/** Limits and drives between two frames: A at the joint's node, B at the connected one. */
export interface Joints {
  readonly count: number;
  readonly nodeA: Int32Array;
  readonly nodeB: Int32Array;
  readonly bodyA: Int32Array;
  readonly bodyB: Int32Array;
  /** [m] 3 numbers, in the frame of the body, or of the world. */
  readonly positionA: Float64Array;
  readonly positionB: Float64Array;
  /** 4 numbers: body frame, or world, from the joint's frame. */
  readonly rotationA: Float64Array;
  readonly rotationB: Float64Array;
  readonly limitFirst: Int32Array;
  readonly limitCount: Int32Array;
  readonly driveFirst: Int32Array;
  readonly driveCount: Int32Array;
  readonly enableCollision: Uint8Array;
  readonly driven: Uint8Array;
  readonly pointers: readonly string[];
}
export interface Limits {
  readonly count: number;
  /** Space. */
  readonly space: Uint8Array;
  /** Bits 0 to 2: axes of frame A. Two or three: a distance, or the angle that their swing makes. */
  readonly axes: Uint8Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Infinity: hard. */
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  readonly pointers: readonly string[];
}
export interface Drives {
  readonly count: number;
  /** Space. */
  readonly space: Uint8Array;
  /** DriveMode. */
  readonly mode: Uint8Array;
  /** 0 to 2, of frame A. */
  readonly axis: Uint8Array;
  readonly maxForce: Float64Array;
  readonly hasPositionTarget: Uint8Array;
  readonly positionTarget: Float64Array;
  readonly velocityTarget: Float64Array;
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  readonly pointers: readonly string[];
}

/** Gravity inside a trigger, by priority. */
export interface GravityVolumes {
  readonly count: number;
  readonly node: Int32Array;
  readonly trigger: Int32Array;
  /** GravityKind. */
  readonly kind: Uint8Array;
  /** [m/s^2] */
  readonly gravity: Float64Array;
  readonly priority: Float64Array;
  readonly replace: Uint8Array;
  readonly stop: Uint8Array;
  /** [m] 0: the same at every distance. */
  readonly unitDistance: Float64Array;
  readonly body: Int32Array;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly direction: Float64Array;
  /** [m] 2 numbers: half axes along X and Z. */
  readonly radii: Float64Array;
  readonly pointFirst: Int32Array;
  readonly pointCount: Int32Array;
  readonly shape: Int32Array;
  readonly scale: Float64Array;
  readonly pointers: readonly string[];
}

/** An animated property. */
export interface Track {
  /** TrackTarget. */
  readonly target: number;
  /** Of the node, material, body, limit, drive, joint or shape. */
  readonly index: number;
  /** Interpolation. */
  readonly interpolation: number;
  /** Numbers in a value. */
  readonly width: number;
  /** [s] Rising. */
  readonly times: Float64Array;
  /** `width` numbers a key; of splines three times as many: in-tangent, value, out-tangent. */
  readonly values: Float64Array;
}

type Names<Name extends string> = { readonly [name in Name]: number };
export const BodyKind: Names<'static' | 'kinematic' | 'dynamic'>;
export const ShapeKind: Names<
  'sphere' | 'box' | 'capsule' | 'cylinder' | 'plane' | 'convex' | 'mesh' | 'general' | 'heightmap' | 'ray'
>;
export const Combine: Names<'none' | 'average' | 'minimum' | 'maximum' | 'multiply'>;
export const Space: Names<'linear' | 'angular'>;
export const DriveMode: Names<'force' | 'acceleration'>;
export const GravityKind: Names<'directional' | 'point' | 'disc' | 'torus' | 'line' | 'shaped'>;
export const MassOrigin: Names<'authored' | 'defaulted' | 'computed'>;
export const Interpolation: Names<'step' | 'linear' | 'cubicSpline'>;
export const TrackTarget: Names<
  | 'translation' | 'rotation' | 'staticFriction' | 'dynamicFriction' | 'restitution' | 'mass' | 'gravityFactor'
  | 'linearVelocity' | 'angularVelocity' | 'kinematic' | 'centerOfMass' | 'inertia' | 'inertiaRotation' | 'limitMin'
  | 'limitMax' | 'limitStiffness' | 'limitDamping' | 'driveMaxForce' | 'drivePosition' | 'driveVelocity'
  | 'driveStiffness' | 'driveDamping' | 'jointCollision' | 'shapeSize' | 'shapeSizeX' | 'shapeSizeZ' | 'shapeSides'
  | 'shapeRadius' | 'shapeHeight' | 'shapeBottom' | 'shapeTop'
>;

/** Joins two coefficients by their modes: average before minimum, maximum, multiply; none leaves it to the other. */
export function combine(modeA: number, a: number, modeB: number, b: number): number;
/** True where colliders with these filters may meet; -1 is no filter. */
export function filtersAdmit(scene: Scene, filterA: number, filterB: number): boolean;

/** What an adapter makes of a scene. Arrays are in the scene's order. */
export interface EngineWorld {
  /** Everything that the engine does otherwise than the file says, with the place in the file. */
  readonly losses: readonly Finding[];
  /** [s] 1/60 where it is left out. */
  step(seconds?: number): void;
  /** Writes the poses of the scene's bodies: 3 and 4 numbers each. */
  readPoses(positions: Float32Array | Float64Array, rotations: Float32Array | Float64Array): void;
  /** Frees what the adapter made. */
  free(): void;
}
export interface EngineOptions {
  /** False keeps bodies awake. */
  readonly canSleep?: boolean;
}
