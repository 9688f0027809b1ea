// SPDX-License-Identifier: MIT
// engines.ts: a program that uses the declarations of tumble/scene and its adapters, for tsc --strict.
import HavokPhysics from '@babylonjs/havok';
import RAPIER from '@dimforge/rapier3d-simd-compat';
import * as CANNON from 'cannon-es';
import initJolt from 'jolt-physics';
import {
  BodyKind, Combine, DriveMode, GravityKind, Interpolation, MassOrigin, ShapeKind, Space, TrackTarget, TumbleError, combine,
  filtersAdmit, init, readScene,
  type Bodies, type Colliders, type Drives, type EngineOptions, type EngineWorld, type Filters, type GravityVolumes,
  type Joints, type Limits, type Materials, type Nodes, type Scene, type SceneMesh, type SceneOptions, type Shapes,
  type Solids, type Track, type Triangles, type Triggers,
} from 'tumble/scene';
import { toCannon, type CannonOptions, type CannonWorld } from 'tumble/scene/cannon';
import { toHavok, type HavokOptions, type HavokWorld } from 'tumble/scene/havok';
import { toJolt, type JoltOptions, type JoltWorld } from 'tumble/scene/jolt';
import { toRapier, type RapierOptions, type RapierWorld } from 'tumble/scene/rapier';

export async function everyEngine(bytes: Uint8Array): Promise<EngineWorld[]> {
  init({ wasm: 'https://example.org/scene.wasm' });
  const options: SceneOptions = { name: 'crate.glb', resource: () => null, tracks: false };
  const scene: Scene = await readScene(bytes, options).catch((error: unknown) => {
    throw error instanceof TumbleError ? new Error(error.status) : error;
  });
  const awake: EngineOptions = { canSleep: false };
  await RAPIER.init();
  const rapierOptions: RapierOptions = { ...awake, world: new RAPIER.World({ x: 0, y: -9.81, z: 0 }) };
  const rapier: RapierWorld = toRapier(scene, RAPIER, rapierOptions);
  const mass: number = rapier.bodies[0]?.mass() ?? 0;
  const sensors: number = (rapier.triggers[0]?.length ?? 0) + rapier.colliders.length;
  const joltOptions: JoltOptions = { ...awake, contacts: 4096, pairs: 4096 };
  const jolt: JoltWorld = toJolt(scene, await initJolt(), joltOptions);
  jolt.system.OptimizeBroadPhase();
  const havokOptions: HavokOptions = awake;
  const havok: HavokWorld = toHavok(scene, await HavokPhysics(), havokOptions);
  const cannonOptions: CannonOptions = { world: new CANNON.World() };
  const cannon: CannonWorld = toCannon(scene, CANNON, cannonOptions);
  console.log(mass, sensors, jolt.bodies, jolt.statics, jolt.joints, havok.world, havok.statics, cannon.frames, cannon.world);
  const worlds: EngineWorld[] = [rapier, jolt, havok, cannon];
  for (const world of worlds) {
    world.step(1 / 60);
    world.readPoses(new Float64Array(3 * scene.bodies.count), new Float32Array(4 * scene.bodies.count));
    for (const { code, severity, pointer, message } of world.losses) console.log(code, severity, pointer, message);
    world.free();
  }
  return worlds;
}

export function everyTable(scene: Scene): number {
  const nodes: Nodes = scene.nodes;
  const bodies: Bodies = scene.bodies;
  const colliders: Colliders = scene.colliders;
  const shapes: Shapes = scene.shapes;
  const materials: Materials = scene.materials;
  const filters: Filters = scene.filters;
  const triggers: Triggers = scene.triggers;
  const parts: Solids = scene.triggerParts;
  const joints: Joints = scene.joints;
  const limits: Limits = scene.limits;
  const drives: Drives = scene.drives;
  const volumes: GravityVolumes = scene.gravityVolumes;
  const mesh: SceneMesh | undefined = scene.meshes[0];
  const surface: Triangles | undefined = scene.surfaces[colliders.surface[0] ?? 0];
  const track: Track | undefined = scene.tracks[0];
  const kinds = [
    BodyKind.dynamic === bodies.kind[0], ShapeKind.convex === shapes.kind[0], Space.angular === limits.space[0],
    DriveMode.force === drives.mode[0], GravityKind.point === volumes.kind[0], MassOrigin.authored === bodies.massOrigin[0],
    Interpolation.linear === track?.interpolation, TrackTarget.mass === track?.target, filtersAdmit(scene, 0, 1),
  ];
  const friction: number = combine(Combine.average, materials.staticFriction[0] ?? 0, Combine.none, 0.5);
  const names: readonly string[] = [...nodes.names, ...(filters.systems[0] ?? [])];
  return friction + kinds.length + names.length + triggers.count + parts.count + joints.count +
    (mesh?.points.length ?? 0) + (surface?.triangles.length ?? 0);
}
