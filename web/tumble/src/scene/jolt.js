// SPDX-License-Identifier: MIT
// jolt.js: a scene in a physics system of Jolt (jolt-physics, 1.0 or newer).

import {
  Losses, add, bodyOf, commonLosses, filterClasses, materialOf, multiply, pairsOf, planeMesh, rotate, solidsByBody,
  solidsOf, tellMixed, tellStaticFriction,
} from './engine.js';
import { groundOf, isCone, jointsOf, spreadGroup, tellStiffDrive, twistAxis } from './joints.js';

const IDENTITY = [0, 0, 0, 1];
// [rad/s] Jolt would hold bodies at 47.
const MOST_TURN = 1000;
const HULL_POINTS = 256;

/**
 * Makes bodies and constraints of a scene.
 * @param JOLT     the module, which the package's function answers.
 * @param options  canSleep: false keeps bodies awake; contacts, pairs: room for as many; threads.
 */
export function toJolt(scene, JOLT, options = {}) {
  const losses = new Losses(scene);
  commonLosses(scene, losses);
  const solids = solidsOf(scene, losses);
  tellStaticFriction(scene, losses);
  const classes = filterClasses(scene, solids);
  const jolt = createSystem(JOLT, scene, classes, options);
  const system = jolt.GetPhysicsSystem();
  const make = {
    scene, JOLT, losses, classes, system, bodies: system.GetBodyInterface(), shapes: new Map(), materials: new Map(),
    canSleep: options.canSleep !== false, joined: null,
    vec: ring(JOLT.Vec3), quat: ring(JOLT.Quat), place: ring(JOLT.RVec3),
  };
  system.SetGravity(make.vec(scene.gravity));
  const byBody = solidsByBody(scene, solids);
  const own = byBody.get(-1) ?? [];
  const joints = jointsOf(scene, losses);
  for (const joint of joints) joint.ground = groundOf(scene, joint, own, losses);
  make.joined = groupFilter(make, joints);
  const bodies = Array.from({ length: scene.bodies.count }, (_, i) =>
    addBody(make, bodyOf(scene, i), i, byBody.get(i) ?? []));
  const statics = own.map((solid) => addOwn(make, solid));
  listenForMaterials(make);
  const constraints = new Array(scene.joints.count).fill(null);
  for (const joint of joints) {
    const still = joint.ground ? statics[own.indexOf(joint.ground)] : null;
    const side = (index) => (index < 0 ? still ?? jolt.sGetFixedToWorldBody() : bodies[index]);
    constraints[joint.index] = addJoint(make, joint, side(joint.bodyA), side(joint.bodyB));
  }
  system.OptimizeBroadPhase();
  return {
    jolt, system, bodies, statics, joints: constraints, losses: losses.findings,
    step: (seconds = 1 / 60) => jolt.Step(seconds, 1),
    readPoses(positions, rotations) {
      bodies.forEach((body, i) => {
        const p = body.GetPosition();
        positions.set([p.GetX(), p.GetY(), p.GetZ()], 3 * i);
        const q = body.GetRotation();
        rotations.set([q.GetX(), q.GetY(), q.GetZ(), q.GetW()], 4 * i);
      });
    },
    free() {
      for (const shape of make.shapes.values()) shape?.Release();
      JOLT.destroy(jolt);
    },
  };
}

// Makes a value of Jolt of numbers. Jolt copies what it is given: a few objects do for all.
function ring(Type) {
  const values = Array.from({ length: 8 }, () => new Type());
  let next = 0;
  return (numbers) => {
    const value = values[next++ % values.length];
    value.Set(...numbers);
    return value;
  };
}

// Layers: two for each class of filters, still and moving.
const layerOf = (kind, moves) => 2 * kind + (moves ? 1 : 0);

function createSystem(JOLT, scene, classes, options) {
  const settings = new JOLT.JoltSettings();
  const count = scene.bodies.count + scene.colliders.count + scene.triggerParts.count + 16;
  settings.mMaxBodies = Math.max(1024, count);
  settings.mMaxBodyPairs = options.pairs ?? Math.max(4096, 16 * count);
  settings.mMaxContactConstraints = options.contacts ?? Math.min(16384, Math.max(4096, 8 * count));
  if (options.threads) settings.mMaxWorkerThreads = options.threads;
  const layers = 2 * classes.count;
  const pairs = new JOLT.ObjectLayerPairFilterTable(layers);
  const broad = new JOLT.BroadPhaseLayerInterfaceTable(layers, 2);
  for (let kind = 0; kind < classes.count; ++kind) {
    for (const moves of [false, true]) {
      const layer = new JOLT.BroadPhaseLayer(moves ? 1 : 0);
      broad.MapObjectToBroadPhaseLayer(layerOf(kind, moves), layer);
      JOLT.destroy(layer);
    }
    for (const other of classes.admits[kind]) {
      pairs.EnableCollision(layerOf(kind, true), layerOf(other, true));
      pairs.EnableCollision(layerOf(kind, true), layerOf(other, false));
    }
  }
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new JOLT.ObjectVsBroadPhaseLayerFilterTable(broad, 2, pairs, layers);
  const jolt = new JOLT.JoltInterface(settings);
  JOLT.destroy(settings);
  return jolt;
}

// A table of bodies that do not meet, since a joint connects them.
function groupFilter({ JOLT }, joints) {
  // Bodies are named by their index, colliders of the world by themselves.
  const apart = joints.filter((joint) => !joint.collide)
    .map(({ bodyA, bodyB, ground }) => [bodyA, bodyB].map((body) => (body < 0 ? ground : body)))
    .filter((sides) => !sides.includes(null));
  if (apart.length === 0) return null;
  const members = new Map();
  for (const side of apart.flat()) members.set(side, members.get(side) ?? members.size);
  const filter = new JOLT.GroupFilterTable(members.size);
  for (const [a, b] of apart) filter.DisableCollision(members.get(a), members.get(b));
  return { filter, members };
}

// Shapes. ---------------------------------------------------------------------------------------------

function hullSettings({ JOLT, losses, vec }, solid) {
  const settings = new JOLT.ConvexHullShapeSettings();
  const count = solid.points.length / 3;
  const every = Math.max(1, Math.ceil(count / HULL_POINTS));
  if (every > 1) {
    const left = Math.ceil(count / every);
    losses.changed('ENGINE_HULL_POINTS', solid.pointer, `of ${count} points of a hull ${left} are left`);
  }
  for (let i = 0; i < count; i += every) {
    settings.mPoints.push_back(vec(solid.points.subarray(3 * i, 3 * i + 3)));
  }
  return settings;
}

function meshSettings({ JOLT }, { points, triangles }) {
  const vertices = new JOLT.VertexList();
  const list = new JOLT.IndexedTriangleList();
  vertices.resize(points.length / 3);
  for (let i = 0; i < points.length / 3; ++i) {
    const at = vertices.at(i);
    [at.x, at.y, at.z] = points.subarray(3 * i, 3 * i + 3);
  }
  list.resize(triangles.length / 3);
  for (let i = 0; i < triangles.length; ++i) list.at(Math.floor(i / 3)).set_mIdx(i % 3, triangles[i]);
  return new JOLT.MeshShapeSettings(vertices, list, new JOLT.PhysicsMaterialList());
}

function settingsOf(make, solid) {
  const { JOLT, losses, vec } = make;
  // Rounding of edges that Jolt collides without: at most a twentieth of the least size.
  const rounding = (size) => Math.min(0.05, 0.05 * Math.min(...size));
  switch (solid.kind) {
    case 'sphere':
      return new JOLT.SphereShapeSettings(solid.radius);
    case 'box':
      return new JOLT.BoxShapeSettings(vec(solid.size.map((size) => size / 2)), rounding(solid.size));
    case 'capsule':
      if (solid.bottom === solid.top) return new JOLT.CapsuleShapeSettings(solid.height / 2, solid.bottom);
      return new JOLT.TaperedCapsuleShapeSettings(solid.height / 2, solid.top, solid.bottom);
    case 'cylinder': {
      const edge = rounding([solid.height, Math.max(solid.bottom, solid.top)]);
      if (solid.bottom === solid.top) return new JOLT.CylinderShapeSettings(solid.height / 2, solid.bottom, edge);
      const least = Math.min(edge, solid.top, solid.bottom);
      return new JOLT.TaperedCylinderShapeSettings(solid.height / 2, solid.top, solid.bottom, least);
    }
    case 'plane':
      losses.changed('ENGINE_PLANE', solid.pointer, 'a plane became two triangles, endless ones of 2 km');
      return meshSettings(make, planeMesh(solid));
    case 'hull':
      return hullSettings(make, solid);
    default:
      return meshSettings(make, solid);
  }
}

function shapeOf(make, solid) {
  const { JOLT, losses } = make;
  if (!make.shapes.has(solid.key)) {
    const result = settingsOf(make, solid).Create();
    make.shapes.set(solid.key, result.IsValid() ? result.Get() : null);
    if (result.IsValid()) make.shapes.get(solid.key).AddRef();
    else losses.lost('ENGINE_SHAPE_LEFT_OUT', solid.pointer, `Jolt: ${result.GetError().c_str()}`);
  }
  return make.shapes.get(solid.key);
}

// All solids of a body around a centre of mass.
function bodyShape(make, solids, center) {
  const { JOLT, vec, quat } = make;
  const parts = solids.filter((solid) => shapeOf(make, solid));
  let shape;
  if (parts.length === 0) {
    shape = new JOLT.EmptyShapeSettings().Create().Get();
  } else {
    const compound = new JOLT.StaticCompoundShapeSettings();
    for (const solid of parts) {
      compound.AddShapeShape(vec(solid.position), quat(solid.rotation), shapeOf(make, solid), 0);
    }
    shape = compound.Create().Get();
  }
  const own = shape.GetCenterOfMass();
  const offset = [center[0] - own.GetX(), center[1] - own.GetY(), center[2] - own.GetZ()];
  if (offset.every((value) => Math.abs(value) < 1e-7)) return shape;
  return new JOLT.OffsetCenterOfMassShape(shape, vec(offset));
}

function created(make, shape, pose, motion, solid, setUp) {
  const { JOLT, bodies } = make;
  const moves = motion !== JOLT.EMotionType_Static;
  const layer = layerOf(make.classes.classOf(solid?.filter ?? -1) ?? 0, moves);
  const [position, rotation] = [make.place(pose.position), make.quat(pose.rotation)];
  const settings = new JOLT.BodyCreationSettings(shape, position, rotation, motion, layer);
  const material = materialOf(make.scene, solid?.material ?? -1);
  settings.mFriction = material.dynamicFriction;
  settings.mRestitution = material.restitution;
  setUp?.(settings);
  const body = bodies.CreateBody(settings);
  make.materials.set(JOLT.getPointer(body), solid?.material ?? -1);
  JOLT.destroy(settings);
  return body;
}

// A collider or a trigger of the world: a body of its own.
function addOwn(make, solid) {
  const { JOLT, bodies } = make;
  const shape = shapeOf(make, solid);
  if (!shape) return null;
  const body = created(make, shape, solid, JOLT.EMotionType_Static, solid, (settings) => {
    settings.mIsSensor = solid.isTrigger;
    joinGroup(make, settings, solid);
  });
  bodies.AddBody(body.GetID(), JOLT.EActivation_DontActivate);
  return body;
}

function addBody(make, body, index, all) {
  const { JOLT, bodies, losses } = make;
  const solids = all.filter((solid) => !solid.isTrigger);
  for (const solid of all.filter((one) => one.isTrigger)) {
    losses.lost('ENGINE_TRIGGER', solid.pointer, 'a trigger is a body here, and does not move with another one');
  }
  tellMixed(solids, losses);
  const motion = body.isDynamic
    ? JOLT.EMotionType_Dynamic
    : body.isStatic ? JOLT.EMotionType_Static : JOLT.EMotionType_Kinematic;
  const shape = bodyShape(make, solids, body.isStatic ? [0, 0, 0] : body.center);
  const id = created(make, shape, body, motion, solids[0], (settings) => setUp(make, settings, body, index));
  if (!body.isStatic) {
    const inverse = (value) => (Number.isFinite(value) ? 1 / value : 0);
    const motionOf = id.GetMotionProperties();
    motionOf.SetInverseMass(body.isDynamic ? inverse(body.mass) : 0);
    motionOf.SetInverseInertia(make.vec(body.inertia.map(inverse)), make.quat(body.inertiaRotation));
  }
  bodies.AddBody(id.GetID(), JOLT.EActivation_Activate);
  return id;
}

function joinGroup({ JOLT, joined }, settings, side) {
  const member = joined?.members.get(side);
  if (member !== undefined) settings.mCollisionGroup = new JOLT.CollisionGroup(joined.filter, 0, member);
}

function setUp(make, settings, body, index) {
  const { JOLT, vec } = make;
  joinGroup(make, settings, index);
  if (body.isStatic) return;
  settings.mLinearDamping = 0;
  settings.mAngularDamping = 0;
  settings.mMaxAngularVelocity = MOST_TURN;
  settings.mApplyGyroscopicForce = true;
  settings.mGravityFactor = body.gravityFactor;
  settings.mAllowSleeping = make.canSleep;
  settings.mLinearVelocity = vec(body.linearVelocity);
  settings.mAngularVelocity = vec(body.angularVelocity);
  // Meshes have no mass of their own: some, until the body's is set.
  settings.mOverrideMassProperties = JOLT.EOverrideMassProperties_MassAndInertiaProvided;
  settings.mMassPropertiesOverride.SetMassAndInertiaOfSolidBox(vec([1, 1, 1]), 1);
}

// Jolt's own rules are sqrt(a b) and max(a, b). Where the file's pairs are others, a listener says each contact's.
function listenForMaterials(make) {
  const { JOLT, scene, materials } = make;
  const pairs = pairsOf(scene, new Set(materials.values()));
  const isJolts = ({ one, two, dynamicFriction, restitution }) =>
    Math.abs(dynamicFriction - Math.sqrt(one.dynamicFriction * two.dynamicFriction)) <= 1e-6 &&
    Math.abs(restitution - Math.max(one.restitution, two.restitution)) <= 1e-6;
  if ([...pairs.values()].every(isJolts)) return;
  const listener = new JOLT.ContactListenerJS();
  const join = (a, b, _, at) => {
    const pair = pairs.get(`${materials.get(a) ?? -1} ${materials.get(b) ?? -1}`);
    if (!pair) return;
    const settings = JOLT.wrapPointer(at, JOLT.ContactSettings);
    settings.mCombinedFriction = pair.dynamicFriction;
    settings.mCombinedRestitution = pair.restitution;
  };
  listener.OnContactValidate = () => JOLT.ValidateResult_AcceptAllContactsForThisBodyPair;
  listener.OnContactAdded = join;
  listener.OnContactPersisted = join;
  listener.OnContactRemoved = () => {};
  make.system.SetContactListener(listener);
}

// Joints. ---------------------------------------------------------------------------------------------

function addJoint(make, joint, bodyA, bodyB) {
  const { JOLT, losses, vec, scene } = make;
  const settings = new JOLT.SixDOFConstraintSettings();
  const first = twistAxis(joint);
  const order = [first, (first + 1) % 3, (first + 2) % 3];
  settings.mSpace = JOLT.EConstraintSpace_WorldSpace;
  settings.mSwingType = JOLT.ESwingType_Pyramid;
  for (const [side, end] of [['A', 1], ['B', 2]]) {
    const index = joint[`body${side}`];
    const pose = index < 0 ? { position: [0, 0, 0], rotation: IDENTITY } : bodyOf(scene, index);
    const turn = multiply(pose.rotation, joint[`rotation${side}`]);
    const unit = (axis) => vec(rotate(turn, [0, 1, 2].map((k) => (k === axis ? 1 : 0))));
    settings[`mPosition${end}`] = make.place(add(pose.position, rotate(pose.rotation, joint[`position${side}`])));
    settings[`mAxisX${end}`] = unit(order[0]);
    settings[`mAxisY${end}`] = unit(order[1]);
  }
  for (const group of joint.groups) {
    if (!isCone(joint, group, first)) spreadGroup(joint, group, losses);
    else {
      settings.mSwingType = JOLT.ESwingType_Cone;
      for (const axis of group.axes) Object.assign(joint.axes[axis], group, { state: 'limited', min: -group.max });
    }
  }
  const place = (axis) => (axis < 3 ? order.indexOf(axis) : 3 + order.indexOf(axis - 3));
  joint.axes.forEach((axis, i) => setAxis(make, settings, place(i), axis));
  const driven = joint.drives.filter((drive) => setDrive(make, settings, place(drive.axis), drive));
  const constraint = JOLT.castObject(settings.Create(bodyA, bodyB), JOLT.SixDOFConstraint);
  startDrives(make, constraint, driven, place);
  make.system.AddConstraint(constraint);
  JOLT.destroy(settings);
  return constraint;
}

function setAxis({ JOLT, losses }, settings, at, axis) {
  const most = at < 3 ? 1e9 : Math.PI;
  if (axis.state === 'free') settings.MakeFreeAxis(at);
  else if (axis.state === 'locked') settings.MakeFixedAxis(at);
  else settings.SetLimitedAxis(at, Math.max(axis.min, -most), Math.min(axis.max, most));
  if (axis.state !== 'limited' || !Number.isFinite(axis.stiffness)) return;
  if (at >= 3) losses.lost('ENGINE_JOINT_SOFT', axis.pointer, 'a soft limit of an angle is a hard one here');
  else {
    const spring = { mMode: JOLT.ESpringMode_StiffnessAndDamping, mStiffness: axis.stiffness, mDamping: axis.damping };
    Object.assign(settings.get_mLimitsSpringSettings(at), spring);
  }
}

function setDrive({ JOLT, losses }, settings, at, drive) {
  const motor = settings.get_mMotorSettings(at);
  motor.mSpringSettings.mMode = drive.isForce
    ? JOLT.ESpringMode_StiffnessAndDamping
    : JOLT.ESpringMode_MassNormalizedStiffnessAndDamping;
  motor.mSpringSettings.mStiffness = drive.stiffness;
  motor.mSpringSettings.mDamping = drive.damping;
  const most = Number.isFinite(drive.maxForce) ? drive.maxForce : 3e38;
  Object.assign(motor, at < 3
    ? { mMinForceLimit: -most, mMaxForceLimit: most }
    : { mMinTorqueLimit: -most, mMaxTorqueLimit: most });
  if (drive.stiffness === 0 && drive.damping > 0) {
    tellStiffDrive(drive, losses);
  }
  return drive.stiffness > 0 || drive.damping > 0;
}

// Position motors are springs; a velocity alone is a motor that holds it.
function startDrives({ JOLT, vec, quat }, constraint, drives, place) {
  const targets = { position: [0, 0, 0], velocity: [0, 0, 0], turn: [0, 0, 0, 1], spin: [0, 0, 0] };
  for (const drive of drives) {
    const at = place(drive.axis);
    const isSpring = drive.stiffness > 0;
    const both = JOLT.EMotorState_PositionAndVelocity ?? JOLT.EMotorState_Position;
    constraint.SetMotorState(at, isSpring ? both : JOLT.EMotorState_Velocity);
    if (at < 3) {
      targets.position[at] = drive.position;
      targets.velocity[at] = drive.velocity;
    } else {
      const axis = [0, 0, 0, Math.cos(drive.position / 2)];
      axis[at - 3] = Math.sin(drive.position / 2);
      targets.turn = multiply(targets.turn, axis);
      targets.spin[at - 3] = drive.velocity;
    }
  }
  if (drives.length === 0) return;
  constraint.SetTargetPositionCS(vec(targets.position));
  constraint.SetTargetVelocityCS(vec(targets.velocity));
  constraint.SetTargetOrientationCS(quat(targets.turn));
  constraint.SetTargetAngularVelocityCS(vec(targets.spin));
}
