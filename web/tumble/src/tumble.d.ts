// SPDX-License-Identifier: MIT
/**
 * Rigid-body physics of glTF and G4MF files.
 *
 * Metres, kilograms, seconds, radians; right-handed, +Y up. Worlds of four dimensions can be loaded, stepped,
 * looked at, saved and restored; what takes or gives a `Vec3` or a `Pose` is for three dimensions, and throws
 * 'unsupported' in a world of four.
 */

export type Bytes = Uint8Array | ArrayBuffer;
export type Vec3 = readonly [number, number, number];
/** A unit quaternion x y z w. */
export type Quat = readonly [x: number, y: number, z: number, w: number];
/** Maps a point p of the frame to position + rotation p. Members that are left out are those of the identity. */
export interface Pose {
  readonly position?: Vec3;
  readonly rotation?: Quat;
}
export type Dialect = 'khr' | 'khr-draft' | 'msft' | 'omi' | 'omi-draft' | 'omi-collider' | 'g4mf' | 'gltf21';
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/**
 * Numbers name bodies, colliders and joints; 0 names none. An id says its kind, world and generation: one that
 * is gone, of another world or of another kind is answered with false, never with another body.
 */
export type BodyId = number & { readonly __body?: unique symbol };
export type ColliderId = number & { readonly __collider?: unique symbol };
export type JointId = number & { readonly __joint?: unique symbol };
export type Id = BodyId | ColliderId | JointId;

// Modules.

export type ModuleSource = URL | string | Bytes | WebAssembly.Module;
export interface InitOptions {
  /** The module of `load` and `info`; default: core.wasm beside the script, or full.wasm as `build` says. */
  readonly wasm?: ModuleSource;
  /** The module of `validate`, `convert` and worlds of 4D; default: full.wasm beside the script. */
  readonly full?: ModuleSource;
  /** The module of threads, which does all; default: threads.wasm beside the script. */
  readonly threadsWasm?: ModuleSource;
  /**
   * 'auto', the default, takes SIMD where the engine has it, and threads where more than one is asked for and the
   * place has them: in Node and in Workers of isolated pages, never on a page itself. 'threads' rejects where there
   * are none. 'fast' takes the full module for everything: its steps take four fifths of the core's time, and it is
   * larger to download. 'auto' does so where modules are files, in Node, unless `wasm` is given; 'simd' never does.
   * All builds give the same bits.
   */
  readonly build?: 'auto' | 'simd' | 'fast' | 'scalar' | 'threads';
  /** Threads that share a step; default 1, with build 'threads' those of the machine up to 8. */
  readonly threads?: number;
  /** [bytes] Memory of the module of threads is never larger; default 2 GiB, which is the most. */
  readonly maxMemory?: number;
}
/** Compiles the module of `load` ahead of `load`, which does it otherwise. Rejects with address, HTTP status and type. */
export function init(options?: InitOptions): Promise<void>;
/** Version of the module, "major.minor.patch". */
export function version(): Promise<string>;

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** JSON pointer; null: see offset. */
  readonly pointer: string | null;
  /** [bytes] from the start of the file. */
  readonly offset?: number;
  /** Name of the file, as `name` or `uri` gave it. */
  readonly file: string;
  /** JSON pointer of the counterpart in a file that was written. */
  readonly result?: string;
}
export type Status =
  | 'argument' | 'input' | 'file' | 'unsupported' | 'capacity' | 'memory' | 'diverged' | 'internal' | 'version' | 'dead';
export class TumbleError extends Error {
  constructor(status: Status, message: string, findings?: readonly Finding[]);
  /** The kind of failure. 'dead': a fault ended the module; worlds that are loaded anew get another one. */
  readonly status: Status;
  readonly findings: readonly Finding[];
}

// Files.

/**
 * Gives the bytes of a file that a document names, by its path: the URI without percent signs, relative to the
 * document. Undefined, null or a rejection: there is none, which is a finding.
 */
export type Resource = (path: string) => Promise<Bytes | null | undefined> | Bytes | null | undefined;

export interface FileOptions {
  /** Name of the file in findings. */
  readonly name?: string;
  readonly resource?: Resource;
  /** The only dialect that is read; default: all of the document. 'names': suffixes of the names of nodes. */
  readonly dialect?: Dialect | 'names';
}
export interface WorldOptions {
  /** [m/s²] In place of the file's. */
  readonly gravity?: Vec3;
  /** Solver substeps a step, 1 to 64; default 4. */
  readonly substeps?: number;
  /** False: every body stays awake. */
  readonly sleep?: boolean;
  /** Default false: `events` has those of triggers alone. */
  readonly contactEvents?: boolean;
  /** Default false: `times` is all zero. */
  readonly phaseTimes?: boolean;
  /** Threads that share a step, of those that `init` has started; default: all. */
  readonly threads?: number;
  /**
   * Number of the world in its ids, 1 to 4095; by default each world has another. A world that is made of the same file
   * with the same number has the same ids: where a checkpoint goes on elsewhere, such as in a Worker.
   */
  readonly number?: number;
}
export interface LoadOptions extends FileOptions, WorldOptions {}

/** Reads the physics of a .gltf, .glb, .g4tf or .g4b file, in any dialect, and makes a world of it. */
export function load(file: Bytes | string, options?: LoadOptions): Promise<World>;
/** Makes a world without bodies, of three dimensions. */
export function createWorld(options?: WorldOptions): Promise<World>;

export interface SceneInfo {
  readonly dialects: readonly Dialect[];
  readonly dimension: number;
  readonly nodes: number;
  readonly bodies: number;
  readonly kinds: Readonly<Record<BodyKind, number>>;
  /** Number of colliders by the kind of their shape; kinds without one are left out. */
  readonly colliders: Readonly<Partial<Record<SceneShape, number>>>;
  readonly joints: number;
  readonly materials: number;
  readonly filters: number;
  readonly triggers: number;
  readonly findings: readonly Finding[];
}
export type SceneShape =
  | 'sphere' | 'box' | 'capsule' | 'cylinder' | 'plane' | 'convex' | 'mesh' | 'general' | 'heightmap' | 'ray';
export function info(file: Bytes | string, options?: FileOptions): Promise<SceneInfo>;

/** The options of Khronos' gltf-validator, and `deep`. Codes are those of docs/diagnostics.md. */
export interface ValidateOptions {
  readonly uri?: string;
  /** Messages of the report, the most severe first; 0, the default: all. Counts are of all. */
  readonly maxIssues?: number;
  readonly ignoredIssues?: readonly string[];
  readonly onlyIssues?: readonly string[];
  readonly severityOverrides?: Readonly<Record<string, 0 | 1 | 2 | 3>>;
  readonly externalResourceFunction?: Resource;
  /** Also judges the scene: likely figures, and a second of simulation. */
  readonly deep?: boolean;
}
export interface ValidationReport {
  readonly uri: string;
  readonly mimeType?: string;
  readonly validatorVersion: string;
  readonly issues: {
    readonly numErrors: number;
    readonly numWarnings: number;
    readonly numInfos: number;
    readonly numHints: number;
    readonly truncated: boolean;
    readonly messages: readonly {
      readonly code: string;
      readonly message: string;
      readonly severity: 0 | 1 | 2 | 3;
      readonly pointer?: string;
      readonly offset?: number;
    }[];
  };
  readonly info?: Readonly<Record<string, unknown>>;
}
/** Checks every rule of physics. Never rejects because of what a file holds. */
export function validate(file: Bytes | string, options?: ValidateOptions): Promise<ValidationReport>;

export interface ConvertOptions extends FileOptions {
  readonly to: Dialect;
  /** Rejects where something is lost; 'all': also where it is approximated. */
  readonly strict?: boolean | 'losses' | 'all';
  /** Default: that of the file. Buffers are within it. */
  readonly container?: 'text' | 'binary';
  /** Leaves out the dimensions of G4MF beyond the third. */
  readonly project?: boolean;
  /** Also converts files with errors. */
  readonly lenient?: boolean;
}
export interface Conversion {
  readonly bytes: Uint8Array;
  /** Contents that the dialect says otherwise (codes A-…), in other words (B-…) or not at all (L-…). */
  readonly changes: readonly Finding[];
  readonly findings: readonly Finding[];
}
export function convert(file: Bytes | string, options: ConvertOptions): Promise<Conversion>;

// Definitions.

export type BodyKind = 'static' | 'kinematic' | 'dynamic';
export interface Mass {
  /** [kg] Infinity: nothing changes the linear velocity. */
  readonly mass: number;
  /** [m] In the body frame. */
  readonly center?: Vec3;
  /** [kg m²] Principal moments; default 1. */
  readonly inertia?: Vec3;
  readonly orientation?: Quat;
}
export interface BodyDef {
  /** Default 'dynamic'. */
  readonly kind?: BodyKind;
  readonly pose?: Pose;
  /** [m/s] Of the centre of mass. */
  readonly linearVelocity?: Vec3;
  /** [rad/s] */
  readonly angularVelocity?: Vec3;
  /** Default 1 kg with moments of 1 kg m²; `World.setDensity` computes them from the colliders. */
  readonly mass?: Mass;
  readonly gravityFactor?: number;
  /** [1/s] */
  readonly linearDamping?: number;
  /** [1/s] */
  readonly angularDamping?: number;
  readonly node?: number;
}
/** Sizes are full ones [m]; the axis of revolution is Y. */
export type RoundShape =
  | { readonly sphere: { readonly radius: number } }
  | { readonly box: { readonly size: Vec3 } }
  | { readonly capsule: Tapered }
  | { readonly cylinder: Tapered };
export interface Tapered {
  /** Capsule: between the centres of the end spheres. Cylinder: in all. */
  readonly height: number;
  readonly radius?: number;
  /** At -Y; default `radius`. */
  readonly radiusBottom?: number;
  /** At +Y; default `radius`. */
  readonly radiusTop?: number;
}
export type Shape =
  | RoundShape
  | { readonly plane: { readonly sizeX?: number; readonly sizeZ?: number; readonly doubleSided?: boolean } }
  | { readonly hull: { readonly points: ArrayLike<number> } }
  | { readonly mesh: { readonly points: ArrayLike<number>; readonly triangles: ArrayLike<number> } };
export type Combine = 'none' | 'average' | 'minimum' | 'maximum' | 'multiply';
export interface Material {
  readonly staticFriction: number;
  readonly dynamicFriction: number;
  readonly restitution: number;
  readonly frictionCombine: Combine;
  readonly restitutionCombine: Combine;
}
export interface ColliderDef {
  readonly shape: Shape;
  readonly pose?: Pose;
  /** Defaults 0.6, 0.6, 0, 'none', 'none'. */
  readonly material?: Partial<Material>;
  /** Index of a filter of the file; default: it meets every collider. */
  readonly filter?: number;
  readonly node?: number;
}
export type Space = 'linear' | 'angular';
export type Axis = 0 | 1 | 2;
export interface Limit {
  readonly space: Space;
  readonly axes: readonly Axis[];
  /** [m] or [rad] Default: open. */
  readonly min?: number;
  readonly max?: number;
  /** [N/m] or [N m/rad] Default Infinity: hard. */
  readonly stiffness?: number;
  readonly damping?: number;
}
export interface Drive {
  readonly space: Space;
  readonly axis: Axis;
  readonly mode?: 'force' | 'acceleration';
  readonly maxForce?: number;
  readonly positionTarget?: number;
  readonly velocityTarget?: number;
  readonly stiffness?: number;
  readonly damping?: number;
}
export interface JointDef {
  /** Null or left out: the world. */
  readonly a?: BodyId | null;
  readonly b?: BodyId | null;
  /** In the body, or in the world. */
  readonly frameA?: Pose;
  readonly frameB?: Pose;
  readonly limits?: readonly Limit[];
  readonly drives?: readonly Drive[];
  readonly enableCollision?: boolean;
  readonly nodeA?: number;
  readonly nodeB?: number;
}

// Answers.

/**
 * Views of the module's memory: no copies. Valid until the next call that may allocate; `world.poses` gives views
 * that are, at the price of a comparison.
 */
export interface Poses {
  readonly count: number;
  /** [m] 3 a body, in 4D 4. */
  readonly positions: Float32Array;
  /** x y z w a body, in 4D a matrix of 16, column by column. */
  readonly rotations: Float32Array;
  /** 1: awake. */
  readonly awake: Uint8Array;
  /** Node of the file a body; -1: none. */
  readonly nodes: Int32Array;
  /** Indices of the bodies that the last step moved. */
  readonly changed: Uint32Array;
}
export interface EventSide {
  /** 0 on the side of a trigger. */
  readonly collider: ColliderId;
  /** 0: the world, or the side of a trigger. */
  readonly body: BodyId;
  readonly node: number;
  /** Node of the body that it moves with; -1: none. */
  readonly motion: number;
}
export type PhysicsEvent =
  | { readonly kind: 'trigger-enter' | 'trigger-exit'; readonly a: EventSide; readonly b: EventSide; readonly trigger: number }
  | {
      readonly kind: 'contact-start';
      readonly a: EventSide;
      readonly b: EventSide;
      /** [N s] */
      readonly impulse: number;
      /** [m/s] */
      readonly speed: number;
      readonly point: readonly number[];
      readonly normal: readonly number[];
    }
  | { readonly kind: 'contact-end'; readonly a: EventSide; readonly b: EventSide };
export interface Counts {
  readonly bodies: number;
  readonly awake: number;
  readonly pairs: number;
  readonly contacts: number;
  readonly manifolds: number;
  readonly points: number;
  readonly colors: number;
  readonly islands: number;
  readonly leftOut: number;
}
export interface Filter {
  /** Index of a filter of the file. */
  readonly filter?: number;
  /** Default false. */
  readonly triggers?: boolean;
  /** Default true. */
  readonly colliders?: boolean;
  readonly ignore?: BodyId | readonly BodyId[];
}
export interface Hit {
  /** Part of the path. */
  readonly fraction: number;
  /** [m] Along the path; of nearest points to the surface; of overlaps the negative depth. */
  readonly distance: number;
  readonly point: Vec3;
  readonly normal: Vec3;
  readonly isTrigger: boolean;
  readonly node: number;
  readonly motion: number;
  readonly triangle: number;
  readonly collider: ColliderId;
  readonly body: BodyId;
}
/** Hits of many rays; the fraction of a ray without one is NaN. */
export interface RayHits {
  readonly count: number;
  readonly fractions: Float32Array;
  readonly distances: Float32Array;
  readonly points: Float32Array;
  readonly normals: Float32Array;
  readonly colliders: Float64Array;
  readonly bodies: Float64Array;
}
export interface DebugDrawing {
  /** Lines: two points each, for line segments. Views as in `Poses`, until the next drawing. */
  readonly count: number;
  readonly positions: Float32Array;
  /** Red, green, blue, opacity of each point. */
  readonly colors: Uint8Array;
  readonly points: {
    readonly count: number;
    readonly positions: Float32Array;
    /** [N s] of contacts; [m] or [rad] of limits and drives. */
    readonly values: Float32Array;
    readonly colors: Uint8Array;
  };
}
export interface DebugLabel {
  readonly at: Vec3;
  /** 0xRRGGBBAA */
  readonly color: number;
  readonly text: string;
}
/** Triangles in the world, counter-clockwise from outside. Endless planes are drawn as far as 20 m. */
export interface Solids {
  /** [m] 9 a triangle. */
  readonly positions: Float32Array;
  /** Unit normals at the corners, 9 a triangle. */
  readonly normals: Float32Array;
  readonly parts: readonly SolidPart[];
}
export interface Edges {
  /** [m] Both ends of each edge, x y z w each. Round shapes have the outlines of their shadows on two axes each. */
  readonly points: Float32Array;
  /** Index of the body of each edge in `poses`, -1: the world. */
  readonly indices: Int32Array;
}
export interface SolidPart {
  /** 0: a part of a trigger. */
  readonly collider: ColliderId;
  /** Index of the body in `poses`, -1: the world. */
  readonly index: number;
  readonly kind: BodyKind;
  /** First triangle. */
  readonly first: number;
  /** Number of triangles; 0 where a section does not meet the collider. */
  readonly count: number;
  readonly isTrigger: boolean;
}
export const Debug: {
  readonly shapes: 1;
  readonly triggers: 2;
  readonly contacts: 4;
  readonly centers: 8;
  readonly boxes: 16;
  readonly velocities: 32;
  readonly joints: 64;
  readonly names: 128;
  readonly limits: 256;
  readonly measures: 512;
};
export interface Grab {
  readonly joint: JointId;
  move(to: Vec3): boolean;
  release(): boolean;
}

/**
 * Options of a recording.
 */
export interface RecordOptions {
  /** Steps from one checkpoint to the next; default 60. */
  readonly every?: number;
  /** [bytes] of checkpoints, beyond which older ones are thinned out; default 256 MiB. They lie outside the module. */
  readonly budget?: number;
  /** [Hz] That trajectories tell; default 60. */
  readonly rate?: number;
}
export interface BakeOptions {
  /** [m] Keys are left out where the motion stays within; default 0.0001. */
  readonly positionTolerance?: number;
  /** [rad] Default 0.01 degrees. */
  readonly angleTolerance?: number;
  /** Removes the extensions of physics. */
  readonly strip?: boolean;
  /** Of the animation; default "Physics". */
  readonly name?: string;
  readonly container?: 'text' | 'binary';
}
/**
 * Checkpoints of a world, and its changes and steps between them.
 *
 * The state of a step is the one in which the next step began, with the changes that came before it. After `seek`
 * into the past, the next step or change begins another future: what was recorded of the first one goes. A recording
 * of a world of a file holds on to the bytes of that file.
 */
export interface Recording {
  /** Steps that can be sought: `World.stepCount` of the first state and of the last. */
  readonly first: number;
  readonly last: number;
  /** Steps that have a checkpoint, and the bytes of all. */
  readonly checkpoints: readonly number[];
  readonly bytes: number;
  /** Puts the world into a recorded state, equal to the last bit: by the checkpoint before, and by replaying. */
  seek(step: number): void;
  /** Writes the steps down, as `tumble simulate --trajectory`: JSON Lines, or NumPy arrays in a zip archive. */
  trajectory(format?: 'ndjson' | 'npz'): Promise<Uint8Array>;
  /** Adds the motion to the file as an animation. */
  bake(options?: BakeOptions): Promise<Uint8Array>;
  /** Ends the recording; what was recorded stays. */
  stop(): void;
}

/**
 * A world of bodies that move.
 *
 * Changes come between steps. They answer false where there is no such body, collider or joint, or a number is out
 * of range, and nothing is changed then. A world gives its memory back when it is collected; `free` does so at once.
 */
export class World {
  private constructor();
  readonly dimension: 3 | 4;
  /** Findings of the file and approximations of the engine. */
  readonly findings: readonly Finding[];
  /** Number of the world in its ids: `WorldOptions.number`. */
  readonly number: number;
  /** [s] */
  readonly time: number;
  readonly stepCount: number;
  readonly gravity: readonly number[];
  setGravity(gravity: readonly number[]): boolean;

  /** Poses after the last step, and after changes since. */
  readonly poses: Poses;
  /** Poses before the last step, to interpolate from. Bodies that were put elsewhere did not move there. */
  readonly before: Poses;

  /** Moves the world by one step, 1/60 s by default. Throws 'diverged' with the name of the body. */
  step(seconds?: number): void;
  /** Takes as many steps of 1/rate as are due, 4 at most. @returns the part of a step that is left, to interpolate with. */
  advance(elapsed: number, rate?: number): number;
  /** Two worlds with one hash are in the same state to the last bit. */
  hash(): bigint;
  /** The state of the world: with it a world of the same file and options goes on to the bit, on any machine. */
  checkpoint(): Uint8Array;
  /** Throws 'input' for bytes that are no checkpoint of this world, which then stays as it was. */
  restore(bytes: Uint8Array): void;
  /** Begins to record steps and changes. A recording before it ends. */
  record(options?: RecordOptions): Recording;

  /** Events of the last step. */
  readonly events: readonly PhysicsEvent[];
  readonly counts: Counts;
  /** [s] By phase. */
  readonly times: Readonly<Record<string, number>>;

  bodyAt(index: number): BodyId;
  /** Index of a body in `poses`, -1 where it does not exist. */
  indexOf(body: BodyId): number;
  /** 0 where physics does not move the node. */
  bodyOfNode(node: number): BodyId;
  nodeName(node: number): string;
  exists(id: Id): boolean;
  /** Node of a body or collider, -1: none. */
  node(id: BodyId | ColliderId): number;
  kind(body: BodyId): BodyKind;
  isAwake(body: BodyId): boolean;
  isEnabled(id: Id): boolean;
  pose(body: BodyId): { position: Vec3; rotation: Quat };
  linearVelocity(body: BodyId): Vec3;
  angularVelocity(body: BodyId): Vec3;
  centerOfMass(body: BodyId): Vec3;
  mass(body: BodyId): Required<Mass> | null;
  gravityFactor(body: BodyId): number;
  /** Left out or null: those of the world itself. */
  colliders(body?: BodyId | null): ColliderId[];
  /** Left out: all. */
  joints(body?: BodyId): JointId[];
  /** 0: the world. */
  bodyOf(collider: ColliderId): BodyId;
  material(collider: ColliderId): Material | null;
  jointBodies(joint: JointId): { a: BodyId; b: BodyId };
  limits(joint: JointId): Required<Limit>[];
  drives(joint: JointId): Drive[];
  /** [m] or [rad] What a limit of these axes measures now. */
  jointPosition(joint: JointId, space: Space, axes: readonly Axis[]): number;

  setPose(body: BodyId, pose: Pose): boolean;
  /** Moves a kinematic body to a pose by the end of the next step, pushing what is in its way. */
  moveTo(body: BodyId, pose: Pose, seconds?: number): boolean;
  setLinearVelocity(body: BodyId, velocity: Vec3): boolean;
  setAngularVelocity(body: BodyId, velocity: Vec3): boolean;
  /** [N s] at the centre of mass, [N m s]. */
  applyImpulse(body: BodyId, linear: Vec3, angular?: Vec3): boolean;
  applyPointImpulse(body: BodyId, impulse: Vec3, point: Vec3): boolean;
  /** [N] during the next step, at a point or at the centre of mass. */
  addForce(body: BodyId, force: Vec3, point?: Vec3): boolean;
  addTorque(body: BodyId, torque: Vec3): boolean;
  setKind(body: BodyId, kind: BodyKind): boolean;
  setMass(body: BodyId, mass: Mass): boolean;
  /** [kg/m³] Mass properties of the colliders that the body has now. */
  setDensity(body: BodyId, density: number): boolean;
  setGravityFactor(body: BodyId, factor: number): boolean;
  setDamping(body: BodyId, linear: number, angular: number): boolean;
  setMaterial(collider: ColliderId, material: Partial<Material>): boolean;
  setEnabled(id: Id, isEnabled: boolean): boolean;
  wake(body: BodyId): boolean;
  sleep(body: BodyId): boolean;
  /** A body goes with its colliders and joints. */
  remove(id: Id): boolean;
  addBody(def?: BodyDef): BodyId;
  /** Null: the world owns it. */
  addCollider(body: BodyId | null, def: ColliderDef): ColliderId;
  addJoint(def: JointDef): JointId;
  setLimit(joint: JointId, index: number, values: Partial<Limit>): boolean;
  setDrive(joint: JointId, index: number, values: Partial<Drive>): boolean;
  setPositionTarget(joint: JointId, drive: number, target: number): boolean;
  setVelocityTarget(joint: JointId, drive: number, target: number): boolean;
  setJointFrame(joint: JointId, side: 'a' | 'b', frame: Pose): boolean;
  /** A spring between a point of a body, given in the world, and a place that the caller moves. */
  grab(body: BodyId, at: Vec3, options?: { readonly stiffness?: number; readonly damping?: number }): Grab;

  /** Questions see the world as the last step left it. */
  rayCast(from: Vec3, to: Vec3, filter?: Filter): Hit | null;
  /** @param rays  six numbers each: begin and end. */
  rayCasts(rays: ArrayLike<number>, filter?: Filter): RayHits;
  shapeCast(shape: RoundShape, from: Pose, to: Vec3, filter?: Filter): Hit | null;
  overlap(shape: RoundShape, at: Pose, filter?: Filter): Hit[];
  nearest(point: Vec3, within: number, filter?: Filter): Hit | null;

  /** @param flags  of `Debug`, or-ed. @param slice  of a world of 4D: the place along W [m]. */
  debug(flags: number, slice?: { readonly w: number }): DebugDrawing;
  debugLabels(flags: number, slice?: { readonly w: number }): DebugLabel[];
  /** Surfaces of all colliders and triggers as the last step left them; copies. @param slice  as for `debug`. */
  solids(slice?: { readonly w: number }): Solids;
  /** Edges of all colliders but planes of a world of 4D, for projections; throws 'unsupported' in 3D. Copies. */
  edges(): Edges;

  free(): void;
  [Symbol.dispose](): void;
}
