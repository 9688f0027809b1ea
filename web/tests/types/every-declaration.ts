// SPDX-License-Identifier: MIT
// every-declaration.ts: a program that uses each declaration of the package, for tsc --strict. check.mjs
// compares the names of both files.
import {
  Debug, TumbleError, World, convert, createWorld, info, init, load, validate, version,
  type Axis, type BakeOptions, type BodyDef, type BodyId, type BodyKind, type Bytes, type ColliderDef,
  type ColliderId, type Combine, type Conversion, type ConvertOptions, type Counts, type DebugDrawing,
  type DebugLabel, type Dialect, type Drive, type Edges, type EventSide, type FileOptions, type Filter, type Finding, type Grab,
  type Hit, type Id, type InitOptions, type JointDef, type JointId, type Limit, type LoadOptions, type Mass,
  type Material, type ModuleSource, type PhysicsEvent, type Pose, type Poses, type Quat, type RayHits,
  type RecordOptions, type Recording, type Resource, type RoundShape, type SceneInfo, type SceneShape, type Severity,
  type Shape, type SolidPart, type Solids, type Space, type Status, type Tapered, type ValidateOptions,
  type ValidationReport, type Vec3, type WorldOptions,
} from 'tumble';

const source: ModuleSource = new URL('https://example.org/core.wasm');
const initial: InitOptions = { wasm: source, full: 'https://example.org/full.wasm', build: 'auto' };
const resource: Resource = async (path: string): Promise<Bytes> => new TextEncoder().encode(path);

export async function files(bytes: Bytes): Promise<string> {
  await init(initial);
  const dialect: Dialect = 'khr';
  const reading: FileOptions = { name: 'crate.gltf', resource, dialect };
  const found: SceneInfo = await info(bytes, reading);
  const shape: SceneShape = 'convex';
  const sum: number =
    found.nodes + found.bodies + found.kinds.dynamic + (found.colliders[shape] ?? 0) + found.joints + found.materials +
    found.filters + found.triggers + found.dimension + found.dialects.length + found.findings.length;
  const options: ValidateOptions = {
    uri: 'crate.gltf', maxIssues: 10, ignoredIssues: ['UNUSED_OBJECT'], onlyIssues: [],
    severityOverrides: { IO_ERROR: 1 }, externalResourceFunction: resource, deep: true,
  };
  const report: ValidationReport = await validate(bytes, options);
  const { numErrors, numWarnings, numInfos, numHints, truncated, messages } = report.issues;
  for (const { code, message, severity, pointer, offset } of messages) {
    console.log(code, message, severity, pointer ?? offset);
  }
  console.log(report.uri, report.mimeType, report.validatorVersion, report.info, truncated);
  console.log(numErrors + numWarnings + numInfos + numHints + sum);
  const writing: ConvertOptions = {
    to: 'omi', strict: 'all', container: 'binary', project: true, lenient: false, ...reading,
  };
  const { bytes: written, changes, findings }: Conversion = await convert(bytes, writing);
  const [first]: readonly Finding[] = [...changes, ...findings];
  if (first) {
    const severity: Severity = first.severity;
    console.log(severity, first.code, first.message, first.pointer, first.offset, first.file, first.result);
  }
  return `${written.byteLength} ${await version()}`;
}

export async function bodies(bytes: Bytes): Promise<World> {
  const general: WorldOptions = {
    gravity: [0, -9.81, 0], substeps: 4, sleep: true, contactEvents: true, phaseTimes: true,
  };
  const options: LoadOptions = { ...general, name: 'crate.gltf', resource, dialect: 'names' };
  const world: World = await load(bytes, options);
  const position: Vec3 = [0, 3, 0];
  const rotation: Quat = [0, 0, 0, 1];
  const pose: Pose = { position, rotation };
  const kind: BodyKind = 'dynamic';
  const mass: Mass = { mass: 1, center: position, inertia: [1, 1, 1], orientation: rotation };
  const def: BodyDef = {
    kind, pose, linearVelocity: position, angularVelocity: position, mass, gravityFactor: 1, linearDamping: 0,
    angularDamping: 0, node: 1,
  };
  const body: BodyId = world.addBody(def);
  const tapered: Tapered = { height: 1, radius: 0.5, radiusBottom: 0.5, radiusTop: 0.25 };
  const round: RoundShape = { capsule: tapered };
  const shapes: Shape[] = [
    round, { sphere: { radius: 1 } }, { box: { size: [1, 1, 1] } }, { cylinder: tapered },
    { plane: { sizeX: 1, sizeZ: 2, doubleSided: true } }, { hull: { points: new Float32Array(12) } },
    { mesh: { points: [0, 0, 0, 1, 0, 0, 0, 0, 1], triangles: [0, 2, 1] } },
  ];
  const frictionCombine: Combine = 'average';
  const material: Material = {
    staticFriction: 0.5, dynamicFriction: 0.5, restitution: 0, frictionCombine, restitutionCombine: 'maximum',
  };
  for (const shape of shapes) {
    const collider: ColliderDef = { shape, pose, material, filter: 0, node: 1 };
    const id: ColliderId = world.addCollider(body, collider);
    console.log(world.bodyOf(id), world.material(id)?.restitution, world.setMaterial(id, { restitution: 1 }));
  }
  const space: Space = 'angular';
  const axes: Axis[] = [0, 1];
  const limit: Limit = { space, axes, min: 0, max: 1, stiffness: 1, damping: 1 };
  const drive: Drive = {
    space, axis: 2, mode: 'force', maxForce: 10, positionTarget: 1, velocityTarget: 0, stiffness: 1, damping: 1,
  };
  const joint: JointDef = {
    a: null, b: body, frameA: pose, frameB: pose, limits: [limit], drives: [drive], enableCollision: true, nodeA: 0,
    nodeB: 1,
  };
  const hinge: JointId = world.addJoint(joint);
  const { a, b } = world.jointBodies(hinge);
  console.log(a, b, world.limits(hinge)[0]?.stiffness, world.drives(hinge)[0]?.mode);
  console.log(world.jointPosition(hinge, space, axes), world.joints().length + world.joints(body).length);
  const all: boolean[] = [
    world.setLimit(hinge, 0, { max: 2 }), world.setDrive(hinge, 0, { stiffness: 2 }),
    world.setPositionTarget(hinge, 0, 1), world.setVelocityTarget(hinge, 0, 1), world.setJointFrame(hinge, 'b', pose),
    world.setPose(body, pose), world.moveTo(body, pose, 1 / 60), world.setLinearVelocity(body, position),
    world.setAngularVelocity(body, position), world.applyImpulse(body, position, position),
    world.applyPointImpulse(body, position, position), world.addForce(body, position, position),
    world.addTorque(body, position), world.setKind(body, 'static'), world.setMass(body, mass),
    world.setDensity(body, 1000), world.setGravityFactor(body, 1), world.setDamping(body, 0, 0),
    world.setEnabled(hinge, true), world.wake(body), world.sleep(body), world.setGravity([0, 0, 0]),
  ];
  const id: Id = world.bodyAt(0);
  console.log(all, world.exists(id), world.isEnabled(id), world.isAwake(body), world.kind(body), world.node(body));
  console.log(world.indexOf(body), world.bodyOfNode(0), world.nodeName(0), world.colliders(), world.colliders(body));
  console.log(world.pose(body).position, world.linearVelocity(body), world.angularVelocity(body));
  console.log(world.centerOfMass(body), world.mass(body)?.orientation, world.gravityFactor(body), world.remove(body));
  return world;
}

export async function motion(): Promise<bigint> {
  using world = await createWorld({ sleep: false });
  const poses: Poses = world.poses;
  const before: Poses = world.before;
  console.log(poses.count, poses.positions, poses.rotations, poses.awake, poses.nodes, poses.changed, before.count);
  world.step(1 / 120);
  const rest: number = world.advance(0.1, 120);
  const counts: Counts = world.counts;
  const { bodies, awake, pairs, contacts, manifolds, points, colors, islands, leftOut } = counts;
  console.log(rest, bodies + awake + pairs + contacts + manifolds + points + colors + islands + leftOut);
  console.log(world.times['collide'], world.number, world.time, world.stepCount, world.gravity, world.dimension, world.findings);
  for (const event of world.events) tell(event);
  const saved: Uint8Array = world.checkpoint();
  world.restore(saved);
  const filter: Filter = { filter: 0, triggers: true, colliders: true, ignore: [1] };
  const hit: Hit | null = world.rayCast([0, 1, 0], [0, -1, 0], filter);
  if (hit) {
    console.log(hit.fraction, hit.distance, hit.point, hit.normal, hit.isTrigger, hit.node, hit.motion, hit.triangle);
    console.log(hit.collider, hit.body);
  }
  const rays: RayHits = world.rayCasts(new Float32Array(6), { ignore: 1 });
  console.log(rays.count, rays.fractions, rays.distances, rays.points, rays.normals, rays.colliders, rays.bodies);
  console.log(world.shapeCast({ sphere: { radius: 1 } }, {}, [1, 0, 0]), world.nearest([0, 0, 0], 1));
  console.log(world.overlap({ box: { size: [1, 1, 1] } }, {}).length);
  const drawing: DebugDrawing = world.debug(
    Debug.shapes | Debug.triggers | Debug.contacts | Debug.centers | Debug.boxes | Debug.velocities | Debug.joints |
      Debug.limits,
    { w: 0 },
  );
  console.log(drawing.count, drawing.positions, drawing.colors, drawing.points.count, drawing.points.values);
  console.log(drawing.points.positions, drawing.points.colors);
  const labels: DebugLabel[] = world.debugLabels(Debug.names | Debug.measures);
  console.log(labels.map(({ at, color, text }) => [at, color, text]));
  const solids: Solids = world.solids({ w: 0 });
  const parts: readonly SolidPart[] = solids.parts;
  const edges: Edges = world.edges();
  console.log(solids.positions, solids.normals, edges.points, edges.indices);
  console.log(parts.map((p) => [p.collider, p.index, p.kind, p.first, p.count, p.isTrigger]));
  const grab: Grab = world.grab(world.addBody(), [0, 0, 0], { stiffness: 1, damping: 1 });
  console.log(grab.joint, grab.move([1, 0, 0]), grab.release());
  return world.hash();
}

export async function recorded(world: World): Promise<Uint8Array> {
  const options: RecordOptions = { every: 30, budget: 1e6, rate: 120 };
  const recording: Recording = world.record(options);
  recording.seek(recording.first);
  recording.stop();
  console.log(recording.last, recording.checkpoints.length, recording.bytes, await recording.trajectory('npz'));
  const bake: BakeOptions = { positionTolerance: 1e-3, angleTolerance: 1e-3, strip: true, name: 'Fall', container: 'text' };
  return recording.bake(bake);
}

function tell(event: PhysicsEvent): void {
  const side: EventSide = event.a;
  console.log(side.collider, side.body, side.node, side.motion, event.b);
  if (event.kind === 'contact-start') console.log(event.impulse, event.speed, event.point, event.normal);
  if (event.kind === 'trigger-enter' || event.kind === 'trigger-exit') console.log(event.trigger);
}

export function failure(error: unknown, world: World): Status {
  world.free();
  if (error instanceof TumbleError) {
    console.log(error.findings.length, error.message);
    return error.status;
  }
  return new TumbleError('dead', 'unknown', []).status;
}
