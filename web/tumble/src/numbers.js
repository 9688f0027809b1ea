// SPDX-License-Identifier: MIT
// numbers.js: definitions of a program as the numbers that the module reads (web/module).

import { TumbleError } from './error.js';

export const KINDS = ['static', 'kinematic', 'dynamic'];
const SHAPES = ['sphere', 'box', 'capsule', 'cylinder', 'plane', 'hull', 'mesh'];
const COMBINES = ['none', 'average', 'minimum', 'maximum', 'multiply'];
const SPACES = ['linear', 'angular'];
const MODES = ['force', 'acceleration'];

/** Index of a word; throws for one that is not in the list. */
export function indexOf(words, word, what) {
  const index = words.indexOf(word);
  if (index < 0) throw new TumbleError('argument', `${what} is one of ${words.join(', ')}, not ${String(word)}`);
  return index;
}

export const kindNumber = (kind) => indexOf(KINDS, kind, 'kind');

export function poseNumbers(pose = {}) {
  return [...(pose.position ?? [0, 0, 0]), ...(pose.rotation ?? [0, 0, 0, 1])];
}

export function poseOf(numbers, at = 0) {
  return {
    position: [numbers[at], numbers[at + 1], numbers[at + 2]],
    rotation: [numbers[at + 3], numbers[at + 4], numbers[at + 5], numbers[at + 6]],
  };
}

export function massNumbers(mass) {
  return [
    mass.mass, ...(mass.center ?? [0, 0, 0]), ...(mass.inertia ?? [1, 1, 1]), ...(mass.orientation ?? [0, 0, 0, 1]),
  ];
}

export function massOf(n) {
  return { mass: n[0], center: [n[1], n[2], n[3]], inertia: [n[4], n[5], n[6]], orientation: [n[7], n[8], n[9], n[10]] };
}

export function bodyNumbers(def) {
  return [
    kindNumber(def.kind ?? 'dynamic'), def.node ?? -1, ...poseNumbers(def.pose), ...(def.linearVelocity ?? [0, 0, 0]),
    ...(def.angularVelocity ?? [0, 0, 0]), def.gravityFactor ?? 1, def.linearDamping ?? 0, def.angularDamping ?? 0,
    ...(def.mass ? massNumbers(def.mass) : new Array(11).fill(NaN)),
  ];
}

/** A shape as nine numbers: kind, size, height, radius, radii at both ends, double sided. */
export function shapeNumbers(shape) {
  const [kind, ...more] = Object.keys(shape);
  if (more.length > 0) throw new TumbleError('argument', 'a shape has one member, which names its kind');
  const numbers = [indexOf(SHAPES, kind, 'a shape'), 0, 0, 0, 0, 0, 0, 0, 0];
  const size = shape[kind];
  if (kind === 'sphere') numbers[5] = size.radius;
  if (kind === 'box') numbers.splice(1, 3, ...size.size);
  if (kind === 'capsule' || kind === 'cylinder') {
    numbers[4] = size.height;
    numbers[6] = size.radiusBottom ?? size.radius;
    numbers[7] = size.radiusTop ?? size.radius;
  }
  if (kind === 'plane') {
    numbers[1] = size.sizeX ?? Infinity;
    numbers[3] = size.sizeZ ?? Infinity;
    numbers[8] = size.doubleSided ? 1 : 0;
  }
  return numbers;
}

/** Points and triangles of a hull or a mesh; empty for other shapes. */
export function shapeArrays(shape) {
  const points = shape.hull?.points ?? shape.mesh?.points ?? [];
  return { points: Float32Array.from(points), triangles: Uint32Array.from(shape.mesh?.triangles ?? []) };
}

export function materialNumbers(material = {}) {
  return [
    material.staticFriction ?? 0.6, material.dynamicFriction ?? 0.6, material.restitution ?? 0,
    indexOf(COMBINES, material.frictionCombine ?? 'none', 'frictionCombine'),
    indexOf(COMBINES, material.restitutionCombine ?? 'none', 'restitutionCombine'),
  ];
}

export function materialOf(n) {
  return {
    staticFriction: n[0],
    dynamicFriction: n[1],
    restitution: n[2],
    frictionCombine: COMBINES[n[3]],
    restitutionCombine: COMBINES[n[4]],
  };
}

export function colliderNumbers(def) {
  return [
    ...shapeNumbers(def.shape), ...poseNumbers(def.pose), ...materialNumbers(def.material), def.filter ?? -1,
    def.node ?? -1,
  ];
}

function axesNumber(axes) {
  return axes.reduce((bits, axis) => bits | (1 << axis), 0);
}

export function limitNumbers(limit) {
  return [
    indexOf(SPACES, limit.space, 'space'), axesNumber(limit.axes), limit.min ?? -Infinity, limit.max ?? Infinity,
    limit.stiffness ?? Infinity, limit.damping ?? 0,
  ];
}

export function limitOf(n) {
  const axes = [0, 1, 2].filter((axis) => (n[1] >> axis) & 1);
  return { space: SPACES[n[0]], axes, min: n[2], max: n[3], stiffness: n[4], damping: n[5] };
}

export function driveNumbers(drive) {
  return [
    indexOf(SPACES, drive.space, 'space'), indexOf(MODES, drive.mode ?? 'force', 'mode'), drive.axis,
    drive.maxForce ?? Infinity, drive.positionTarget === undefined ? 0 : 1, drive.positionTarget ?? 0,
    drive.velocityTarget ?? 0, drive.stiffness ?? 0, drive.damping ?? 0,
  ];
}

export function driveOf(n) {
  const drive = {
    space: SPACES[n[0]], mode: MODES[n[1]], axis: n[2], maxForce: n[3], velocityTarget: n[6], stiffness: n[7],
    damping: n[8],
  };
  if (n[4] !== 0) drive.positionTarget = n[5];
  return drive;
}

/** A filter as numbers: filter of the scene, triggers, no colliders, and bodies to ignore. */
export function filterNumbers(filter = {}) {
  const ignored = filter.ignore === undefined ? [] : [filter.ignore].flat();
  return [
    filter.filter ?? -1, filter.triggers ? 1 : 0, filter.colliders === false ? 1 : 0, ignored.length, ...ignored,
  ];
}

export function hitOf(n, at = 0) {
  if (n[at] === 0) return null;
  return {
    fraction: n[at + 2],
    distance: n[at + 3],
    point: [n[at + 4], n[at + 5], n[at + 6]],
    normal: [n[at + 7], n[at + 8], n[at + 9]],
    isTrigger: n[at + 1] !== 0,
    node: n[at + 10],
    motion: n[at + 11],
    triangle: n[at + 12],
    collider: n[at + 13],
    body: n[at + 14],
  };
}

const EVENTS = ['trigger-enter', 'trigger-exit', 'contact-start', 'contact-end'];

const sideOf = (n, at) => ({ collider: n[at], body: n[at + 1], node: n[at + 2], motion: n[at + 3] });

export function eventOf(n, dimension) {
  const kind = EVENTS[n[0]];
  const event = { kind, a: sideOf(n, 12), b: sideOf(n, 16) };
  if (n[0] < 2) return { ...event, trigger: n[1] };
  if (n[0] === 3) return event;
  return {
    ...event,
    impulse: n[2],
    speed: n[3],
    point: [...n.subarray(4, 4 + dimension)],
    normal: [...n.subarray(8, 8 + dimension)],
  };
}
