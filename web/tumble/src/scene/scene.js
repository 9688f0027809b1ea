// SPDX-License-Identifier: MIT
// scene.js: the physics of a file as a plain object of typed arrays, for any engine.

import { TumbleError, check } from '../error.js';
import { provide } from '../module.js';
import { Source, dialectsOf } from '../source.js';

provide('scene', new URL('../scene.wasm', import.meta.url));

export { TumbleError } from '../error.js';

/** Sets where the module of scenes lies; readScene finds it beside this script by itself. */
export function init(options = {}) {
  if (options.wasm !== undefined) provide('scene', options.wasm);
}

const names = (text) => Object.freeze(Object.fromEntries(text.split(' ').map((name, i) => [name, i])));
export const BodyKind = names('static kinematic dynamic');
export const ShapeKind = names('sphere box capsule cylinder plane convex mesh general heightmap ray');
export const Combine = names('none average minimum maximum multiply');
export const Space = names('linear angular');
export const DriveMode = names('force acceleration');
export const GravityKind = names('directional point disc torus line shaped');
export const MassOrigin = names('authored defaulted computed');
export const TrackTarget = names(
  'translation rotation staticFriction dynamicFriction restitution mass gravityFactor linearVelocity angularVelocity ' +
    'kinematic centerOfMass inertia inertiaRotation limitMin limitMax limitStiffness limitDamping driveMaxForce ' +
    'drivePosition driveVelocity driveStiffness driveDamping jointCollision shapeSize shapeSizeX shapeSizeZ ' +
    'shapeSides shapeRadius shapeHeight shapeBottom shapeTop',
);
export const Interpolation = names('step linear cubicSpline');

// Columns of each table in the order of web/scene/tables.c: a number counts doubles, i is an index, b a byte.
const TABLES = [
  ['nodes', 'parent:i body:i inScene:b translation:3 rotation:4 scale:3 world:16', 'names'],
  [
    'bodies',
    'node:i kind:b position:3 rotation:4 mass:1 centerOfMass:3 inertia:3 inertiaRotation:4 linearVelocity:3 ' +
      'angularVelocity:3 gravityFactor:1 driven:b massOrigin:b',
    'pointers',
  ],
  ['shapes', 'kind:b size:3 height:1 radius:1 radiusBottom:1 radiusTop:1 doubleSided:b mesh:i', 'pointers'],
  [
    'colliders',
    'node:i body:i shape:i position:3 rotation:4 scale:3 material:i filter:i enabled:b driven:b',
    'pointers',
  ],
  ['materials', 'staticFriction:1 dynamicFriction:1 restitution:1 frictionCombine:b restitutionCombine:b', 'pointers'],
  ['filters', 'systemFirst:i systemCount:i withFirst:i withCount:i notFirst:i notCount:i', 'pointers'],
  ['triggers', 'node:i partFirst:i partCount:i filter:i', 'pointers'],
  ['triggerParts', 'node:i body:i shape:i position:3 rotation:4 scale:3 filter:i enabled:b driven:b'],
  [
    'joints',
    'nodeA:i nodeB:i bodyA:i bodyB:i positionA:3 positionB:3 rotationA:4 rotationB:4 limitFirst:i limitCount:i ' +
      'driveFirst:i driveCount:i enableCollision:b driven:b',
    'pointers',
  ],
  ['limits', 'space:b axes:b min:1 max:1 stiffness:1 damping:1', 'pointers'],
  [
    'drives',
    'space:b mode:b axis:b maxForce:1 hasPositionTarget:b positionTarget:1 velocityTarget:1 stiffness:1 damping:1',
    'pointers',
  ],
  [
    'gravityVolumes',
    'node:i trigger:i kind:b gravity:1 priority:1 replace:b stop:b unitDistance:1 body:i position:3 rotation:4 ' +
      'direction:3 radii:2 pointFirst:i pointCount:i shape:i scale:3',
    'pointers',
  ],
  ['meshes', 'points:1 pointCount:1 cells:1 cellCount:1 closed:b documentMesh:i'],
  ['tracks', 'target:b index:i interpolation:b width:b times:1 keyCount:1 values:1'],
  ['filterSystems', 'system:i'],
  ['systemNames', '', 'names'],
];
const NUMBER = Object.fromEntries(TABLES.map(([name], i) => [name, i]));
const ARRAYS = { i: Int32Array, b: Uint8Array };
const ROWS_AT_ONCE = 4096;

function columnsOf(text) {
  let at = 0;
  return text.split(' ').filter(Boolean).map((column) => {
    const [name, kind] = column.split(':');
    const width = Number(kind) || 1;
    at += width;
    return { name, width, at: at - width, array: ARRAYS[kind] ?? Float64Array };
  });
}

// A table of the scene as an object of arrays.
function readTable(source, name) {
  const { module } = source;
  const number = NUMBER[name];
  const [, text, texts] = TABLES[number];
  const columns = columnsOf(text);
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const count = module.call('tum_web_scene_count', source.pointer, number);
  const table = { count };
  for (const column of columns) table[column.name] = new column.array(count * column.width);
  const block = width > 0 && count > 0 ? module.allocate(8 * width * Math.min(count, ROWS_AT_ONCE)) : 0;
  for (let first = 0; block !== 0 && first < count; first += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, count - first);
    module.call('tum_web_scene_rows', source.pointer, number, first, rows, block);
    const numbers = new Float64Array(module.memory.buffer, block, rows * width);
    for (const { name: column, width: wide, at } of columns) {
      const to = table[column];
      for (let row = 0; row < rows; ++row) {
        for (let k = 0; k < wide; ++k) to[(first + row) * wide + k] = numbers[row * width + at + k];
      }
    }
  }
  if (block !== 0) module.call('tum_web_release', block);
  if (texts) {
    const textOf = (i) => module.text(module.call('tum_web_scene_text', source.pointer, number, i));
    table[texts] = Array.from({ length: count }, (_, i) => textOf(i));
  }
  return table;
}

const copyOf = (module, Type, at, count) => new Type(module.memory.buffer, at, count).slice();

function meshOf(module, points, pointCount, cells, cellCount) {
  return {
    points: copyOf(module, Float64Array, points, 3 * pointCount),
    triangles: copyOf(module, Uint32Array, cells, 3 * cellCount),
  };
}

function readMeshes(source) {
  const rows = readTable(source, 'meshes');
  return Array.from({ length: rows.count }, (_, i) => ({
    ...meshOf(source.module, rows.points[i], rows.pointCount[i], rows.cells[i], rows.cellCount[i]),
    closed: rows.closed[i] !== 0,
    documentMesh: rows.documentMesh[i],
  }));
}

function readTracks(source) {
  const rows = readTable(source, 'tracks');
  return Array.from({ length: rows.count }, (_, i) => {
    const keys = rows.keyCount[i];
    const values = keys * rows.width[i] * (rows.interpolation[i] === Interpolation.cubicSpline ? 3 : 1);
    return {
      target: rows.target[i], index: rows.index[i], interpolation: rows.interpolation[i], width: rows.width[i],
      times: copyOf(source.module, Float64Array, rows.times[i], keys),
      values: copyOf(source.module, Float64Array, rows.values[i], values),
    };
  });
}

function readFilters(source) {
  const rows = readTable(source, 'filters');
  const { system } = readTable(source, 'filterSystems');
  const { names: systems } = readTable(source, 'systemNames');
  const lists = (first, count) =>
    Array.from(first, (at, i) => Array.from(system.subarray(at, at + count[i]), (s) => systems[s]));
  return {
    count: rows.count,
    systems: lists(rows.systemFirst, rows.systemCount),
    collideWith: lists(rows.withFirst, rows.withCount),
    notCollideWith: lists(rows.notFirst, rows.notCount),
    pointers: rows.pointers,
  };
}

// Kinds that an engine may have to take as a hull, or as triangles: all but boxes, meshes and even spheres.
function wantsSurface(scene, shape, [x, y, z]) {
  switch (scene.shapes.kind[shape]) {
    case ShapeKind.sphere:
      return x !== y || y !== z;
    case ShapeKind.capsule:
    case ShapeKind.cylinder:
    case ShapeKind.convex:
    case ShapeKind.plane:
      return true;
    default:
      return false;
  }
}

// [m] A hundredth of the smallest radius that is not zero.
function deviationOf(scene, shape, scale) {
  const { radius, radiusBottom, radiusTop } = scene.shapes;
  const radii = [radius[shape], radiusBottom[shape], radiusTop[shape]].filter((r) => r > 0);
  return 0.01 * Math.min(1, ...radii) * Math.min(...scale.filter((s) => s > 0), 1);
}

// Triangles of the shapes of a table, each shape at each scale once.
function addSurfaces(source, scene, table, made) {
  const { module } = source;
  table.surface = new Int32Array(table.count).fill(-1);
  for (let i = 0; i < table.count; ++i) {
    const shape = table.shape[i];
    const scale = [...table.scale.subarray(3 * i, 3 * i + 3)];
    if (shape < 0 || !wantsSurface(scene, shape, scale)) continue;
    const key = `${shape} ${scale}`;
    if (!made.has(key)) {
      made.set(key, -1);
      const at = module.doubles(scale);
      const deviation = deviationOf(scene, shape, scale);
      const surface = module.call('tum_web_scene_surface', source.pointer, shape, at, deviation, module.answer);
      if (surface !== 0) {
        made.set(key, scene.surfaces.length);
        scene.surfaces.push(meshOf(module, ...module.answers(4)));
        module.call('tum_web_surface_release', surface);
      }
    }
    table.surface[i] = made.get(key);
  }
}

function sceneOf(source, options) {
  const { module } = source;
  module.call('tum_web_scene_numbers', source.pointer, module.answer);
  const [x, y, z, hasGravity, density] = module.answers(5);
  const scene = {
    file: options.name ?? '', dialects: dialectsOf(source), gravity: [x, y, z], hasGravity: hasGravity !== 0, density,
  };
  for (const name of ['nodes', 'bodies', 'shapes', 'colliders', 'materials']) scene[name] = readTable(source, name);
  scene.filters = readFilters(source);
  for (const name of ['triggers', 'triggerParts', 'joints', 'limits', 'drives', 'gravityVolumes']) {
    scene[name] = readTable(source, name);
  }
  scene.meshes = readMeshes(source);
  scene.tracks = options.tracks === false ? [] : readTracks(source);
  scene.surfaces = [];
  const made = new Map();
  addSurfaces(source, scene, scene.colliders, made);
  addSurfaces(source, scene, scene.triggerParts, made);
  scene.findings = source.findings();
  return scene;
}

/** Reads the physics of a file in three dimensions. The result shares nothing with the module. */
export async function readScene(file, options = {}) {
  const source = await Source.begin('scene', options.name ?? '');
  try {
    check(source.module, await source.open(file, options.resource), source.findings(), options.name);
    const dimension = source.call('dimension');
    if (dimension === 4) {
      throw new TumbleError('unsupported', 'tumble/scene reads scenes of three dimensions, and this one has four');
    }
    source.read(options.dialect);
    return sceneOf(source, options);
  } finally {
    source.end();
  }
}

/** Joins two coefficients as KHR_physics_rigid_bodies says: average before minimum, maximum, multiply. */
export function combine(modeA, a, modeB, b) {
  const has = (mode) => modeA === mode || modeB === mode;
  if (has(Combine.average)) return (a + b) / 2;
  if (has(Combine.minimum)) return Math.min(a, b);
  if (has(Combine.maximum)) return Math.max(a, b);
  if (has(Combine.multiply)) return a * b;
  return (a + b) / 2;
}

function admits({ systems, collideWith, notCollideWith }, filter, other) {
  if (filter < 0 || other < 0) return true;
  const theirs = systems[other];
  if (collideWith[filter].length > 0) return theirs.some((name) => collideWith[filter].includes(name));
  if (notCollideWith[filter].length === 0) return true;
  return theirs.length === 0 || !theirs.every((name) => notCollideWith[filter].includes(name));
}

/** True where colliders with these filters (indices, or -1) may meet: both have to admit the other. */
export function filtersAdmit(scene, filterA, filterB) {
  return admits(scene.filters, filterA, filterB) && admits(scene.filters, filterB, filterA);
}
