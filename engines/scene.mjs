// SPDX-License-Identifier: MIT
// scene.mjs: the scene that `tumble scene --json` prints (docs/scene-json.md), as the adapters of tumble/scene take it.

import {
  BodyKind, Combine, DriveMode, GravityKind, Interpolation, MassOrigin, ShapeKind, Space, TrackTarget,
} from '../web/tumble/src/scene/scene.js';

// Columns of tables: a number counts numbers, i is an index, b a flag; a list of words is an enum.
const TABLES = {
  nodes: { parent: 'i', body: 'i', inScene: 'b', translation: 3, rotation: 4, scale: 3, world: 16 },
  bodies: {
    node: 'i', kind: BodyKind, position: 3, rotation: 4, mass: 1, centerOfMass: 3, inertia: 3, inertiaRotation: 4,
    linearVelocity: 3, angularVelocity: 3, gravityFactor: 1, driven: 'b', massOrigin: MassOrigin,
  },
  shapes: {
    kind: ShapeKind, size: 3, height: 1, radius: 1, radiusBottom: 1, radiusTop: 1, doubleSided: 'b', mesh: 'i',
  },
  colliders: {
    node: 'i', body: 'i', shape: 'i', surface: 'i', position: 3, rotation: 4, scale: 3, material: 'i', filter: 'i',
    enabled: 'b', driven: 'b',
  },
  materials: {
    staticFriction: 1, dynamicFriction: 1, restitution: 1, frictionCombine: Combine, restitutionCombine: Combine,
  },
  triggers: { node: 'i', partFirst: 'i', partCount: 'i', filter: 'i' },
  triggerParts: {
    node: 'i', body: 'i', shape: 'i', surface: 'i', position: 3, rotation: 4, scale: 3, filter: 'i', enabled: 'b',
    driven: 'b',
  },
  joints: {
    nodeA: 'i', nodeB: 'i', bodyA: 'i', bodyB: 'i', positionA: 3, positionB: 3, rotationA: 4, rotationB: 4,
    limitFirst: 'i', limitCount: 'i', driveFirst: 'i', driveCount: 'i', enableCollision: 'b', drivenA: 'b',
    drivenB: 'b',
  },
  limits: { space: Space, min: 1, max: 1, stiffness: 1, damping: 1 },
  drives: {
    space: Space, mode: DriveMode, axis: 'i', maxForce: 1, hasPositionTarget: 'b', positionTarget: 1, velocityTarget: 1,
    stiffness: 1, damping: 1,
  },
  gravityVolumes: {
    node: 'i', trigger: 'i', kind: GravityKind, gravity: 1, priority: 1, replace: 'b', stop: 'b', unitDistance: 1,
    body: 'i', position: 3, rotation: 4, direction: 3, radii: 2, pointFirst: 'i', pointCount: 'i', shape: 'i', scale: 3,
  },
};

function column(rows, name, kind) {
  if (kind === 'i') return Int32Array.from(rows, (row) => row[name]);
  if (kind === 'b') return Uint8Array.from(rows, (row) => (row[name] ? 1 : 0));
  if (typeof kind === 'object') {
    return Uint8Array.from(rows, (row) => {
      if (!(row[name] in kind)) throw new Error(`${name} "${row[name]}" is unknown`);
      return kind[row[name]];
    });
  }
  const values = Float64Array.from(rows.flatMap((row) => row[name]), Number);
  if (values.length !== rows.length * kind || values.some(Number.isNaN)) throw new Error(`${name} is not of numbers`);
  return values;
}

function tableOf(rows, columns) {
  const table = { count: rows.length, pointers: rows.map(({ pointer }) => pointer ?? '') };
  for (const [name, kind] of Object.entries(columns)) table[name] = column(rows, name, kind);
  return table;
}

const triangles = ({ points, cells }) => ({ points: Float64Array.from(points), triangles: Uint32Array.from(cells) });

/** Reads the text that `tumble scene --json` prints. A scene of 4D has nodes and bodies alone, as they are written. */
export function readSceneText(text) {
  const written = JSON.parse(text);
  if (written.format !== 'tumble-scene' || written.version !== 1) throw new Error('this is no tumble-scene 1');
  const { dimension, file, gravity, hasGravity, density } = written;
  const scene = { written, dimension, file, gravity: gravity.map(Number), hasGravity, density: Number(density) };
  if (dimension !== 3) return scene;
  for (const [name, columns] of Object.entries(TABLES)) scene[name] = tableOf(written[name], columns);
  scene.nodes.names = written.nodes.map(({ name }) => name);
  const bits = (axes) => axes.reduce((mask, axis) => mask | (1 << axis), 0);
  scene.limits.axes = Uint8Array.from(written.limits, ({ axes }) => bits(axes));
  scene.joints.driven = scene.joints.drivenA.map((driven, i) => driven | scene.joints.drivenB[i]);
  const lists = (name) => written.filters.map((filter) => filter[name]);
  scene.filters = {
    count: written.filters.length, systems: lists('systems'), collideWith: lists('collideWith'),
    notCollideWith: lists('notCollideWith'), pointers: lists('pointer'),
  };
  scene.meshes = written.meshes.map((mesh) => ({ ...triangles(mesh), closed: mesh.closed }));
  scene.surfaces = written.surfaces.map(triangles);
  scene.tracks = written.tracks.map(({ target, index, interpolation }) =>
    ({ target: TrackTarget[target], index, interpolation: Interpolation[interpolation] }));
  return scene;
}

/** Pointers of what each animated property belongs to: targets of TrackTarget in their order. */
export function animatedPointers(scene) {
  const { bodies, colliders, triggers, triggerParts, joints, materials, limits, drives, shapes } = scene;
  const driven = ({ driven: flags, pointers }) => pointers.filter((_, i) => flags[i]);
  const found = [...driven(bodies), ...driven(colliders), ...driven(joints)];
  triggers.pointers.forEach((pointer, t) => {
    const first = triggers.partFirst[t];
    if (triggerParts.driven.subarray(first, first + triggers.partCount[t]).includes(1)) found.push(pointer);
  });
  const owners = [[TrackTarget.rotation, null], [TrackTarget.restitution, materials],
    [TrackTarget.inertiaRotation, bodies], [TrackTarget.limitDamping, limits], [TrackTarget.driveDamping, drives],
    [TrackTarget.jointCollision, joints], [TrackTarget.shapeTop, shapes]];
  for (const { target, index } of scene.tracks) {
    const [, owner] = owners.find(([last]) => target <= last);
    if (owner) found.push(owner.pointers[index]);
  }
  return found;
}
