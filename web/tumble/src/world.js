// SPDX-License-Identifier: MIT
// world.js: a world of bodies that move.

import { TumbleError, check, isDone } from './error.js';
import { acquire, threadCount } from './module.js';
import * as numbers from './numbers.js';
import { findingsOf, openFile } from './source.js';
import { Poses } from './poses.js';
import { Recording } from './record.js';
import { edgesOf, solidsOf } from './solids.js';

const SECONDS = 1 / 60;
/** Methods that change a world, which a recording takes down. */
const CHANGES = [
  'setGravity', 'restore', 'setPose', 'moveTo', 'setLinearVelocity', 'setAngularVelocity', 'applyImpulse',
  'applyPointImpulse', 'addForce', 'addTorque', 'setKind', 'setMass', 'setDensity', 'setGravityFactor', 'setDamping',
  'setMaterial', 'setEnabled', 'wake', 'sleep', 'remove', 'addBody', 'addCollider', 'addJoint', 'setLimit', 'setDrive',
  'setPositionTarget', 'setVelocityTarget', 'setJointFrame',
];
const MOST_WORLDS = 4095; // Numbers of 12 bits, in each id.
const MOST_STEPS = 4; // Steps of one `advance`: a page that was hidden does not catch up for minutes.

export const Debug = Object.freeze({
  shapes: 1, triggers: 2, contacts: 4, centers: 8, boxes: 16, velocities: 32, joints: 64, names: 128, limits: 256,
  measures: 512,
});

// Worlds that nobody refers to any longer give their memory back.
const abandoned = new FinalizationRegistry(({ module, pointer }) => {
  if (!module.isDead) module.call('tum_web_world_destroy', pointer);
  module.release();
});

function optionNumbers(options, dimension, number) {
  return [
    dimension, number, options.substeps ?? 4, options.sleep === false ? 1 : 0,
    options.contactEvents ? 1 : 0, options.phaseTimes ? 1 : 0, options.gravity ? 1 : 0, ...(options.gravity ?? [0, 0, 0]),
    options.threads ?? threadCount(),
  ];
}

/** Loads the physics of a file, in any dialect, and makes a world of it. */
export function load(file, options = {}) {
  return loadInto('core', { file, options });
}

// Loads again what `load` was given, for a recording: with the number of that world, so that ids are the same.
async function loadAgain(origin, number) {
  return internalsOf(await loadInto('full', origin, number));
}

let internalsOf;

async function loadInto(part, origin, number) {
  const { file, options } = origin;
  const { source, status } = await openFile(part, file, options);
  try {
    check(source.module, status, source.findings(), options.name);
    source.read(options.dialect);
    return World.of(source, origin, number);
  } catch (error) {
    source.end();
    throw error;
  }
}

/** Makes a world without bodies. */
export async function createWorld(options = {}) {
  const module = await acquire('core');
  try {
    const number = options.number ?? module.nextWorldNumber();
    return new World(module, makeWorld(module, 0, options, 3, number), [], number);
  } catch (error) {
    module.release();
    throw error;
  }
}

function makeWorld(module, source, options, dimension, number, findings = () => []) {
  if (!(Number.isInteger(number) && number >= 1 && number <= MOST_WORLDS)) {
    throw new TumbleError('argument', `${number} is no number of a world: these are 1 to ${MOST_WORLDS}`);
  }
  const at = module.doubles(optionNumbers(options, dimension, number));
  const pointer = module.call('tum_web_world_create', source, at, module.answer);
  if (pointer === 0) check(module, module.words(1)[0], findings());
  return pointer;
}

export class World {
  #module;
  #world;
  #poses;
  #events = null;
  #rest = 0;
  #number;
  #origin;
  #recording = null;

  static of(source, origin, given) {
    const { module, pointer: from } = source;
    const number = given ?? origin.options.number ?? module.nextWorldNumber();
    const dimension = source.call('dimension');
    const pointer = makeWorld(module, from, origin.options, dimension, number, () => source.findings());
    source.taken();
    const report = module.call('tum_web_world_report', pointer);
    return new World(module, pointer, findingsOf(module, report), number, origin);
  }

  static {
    internalsOf = (world) => ({ world, module: world.#module, pointer: world.#world });
    for (const name of CHANGES) {
      const change = World.prototype[name];
      World.prototype[name] = function (...values) {
        const answer = change.apply(this, values);
        this.#recording?.changed(name, values);
        return answer;
      };
    }
  }

  constructor(module, pointer, findings, number, origin = null) {
    this.#module = module;
    this.#world = pointer;
    this.#number = number;
    this.#origin = origin;
    this.#poses = new Poses(module, pointer);
    this.findings = Object.freeze(findings);
    this.dimension = module.call('tum_web_dimension', pointer);
    abandoned.register(this, { module, pointer }, this);
  }

  #call(name, ...values) {
    if (this.#world === 0) throw new TumbleError('argument', 'this world is freed');
    return this.#module.call(`tum_web_${name}`, this.#world, ...values);
  }

  // Functions on one body, shape or joint, which has three dimensions.
  #call3(name, ...values) {
    if (this.dimension !== 3) throw new TumbleError('unsupported', `${name} has no form for worlds of 4D`);
    return this.#call(name, ...values);
  }

  // A change: true where it was made, false where there is no such thing or a number is out of range.
  #change(name, ...values) {
    this.#events = null;
    return isDone(this.#module, this.#call(name, ...values));
  }

  #change3(name, ...values) {
    this.#events = null;
    return isDone(this.#module, this.#call3(name, ...values));
  }

  // A call that adds: the id.
  #add(name, ...values) {
    check(this.#module, this.#call3(name, ...values, this.#module.answer));
    return this.#module.answers(1)[0];
  }

  get number() {
    return this.#number;
  }

  get time() {
    return this.#call('time');
  }

  get stepCount() {
    return this.#call('step_count');
  }

  get gravity() {
    this.#call('gravity', this.#module.answer);
    return [...this.#module.answers(this.dimension)];
  }

  setGravity(gravity) {
    return this.#change('set_gravity', this.#module.doubles([...gravity, 0]));
  }

  // Poses.

  get poses() {
    this.#call('time');
    return this.#poses.now();
  }

  get before() {
    this.#call('time');
    return this.#poses.before();
  }

  // Time.

  step(seconds = SECONDS) {
    this.#events = null;
    this.#recording?.stepping();
    const status = this.#call('step', seconds);
    if (status === 7) {
      const body = this.#call('diverged_body');
      const name = this.nodeName(this.node(body));
      throw new TumbleError('diverged', `body ${name ? JSON.stringify(name) : body} left the finite numbers`);
    }
    check(this.#module, status);
    this.#recording?.stepped(seconds);
  }

  advance(elapsed, rate = 60) {
    // A step is due a billionth early: sums of sixtieths of a second fall short by rounding.
    this.#rest += elapsed * rate + 1e-9;
    let steps = Math.floor(this.#rest);
    this.#rest = steps > MOST_STEPS ? 0 : Math.max(0, this.#rest - steps - 1e-9);
    for (steps = Math.min(steps, MOST_STEPS); steps > 0; --steps) this.step(1 / rate);
    return this.#rest;
  }

  hash() {
    this.#call('hash', this.#module.answer);
    const [low, high] = this.#module.words(2);
    return (BigInt(high) << 32n) | BigInt(low);
  }

  checkpoint() {
    check(this.#module, this.#call('checkpoint', this.#module.answer));
    return this.#module.takeBlock();
  }

  restore(bytes) {
    const module = this.#module;
    const report = module.call('tum_web_report_create');
    try {
      const status = module.with(bytes, (at) => this.#call('restore', at, bytes.byteLength, report));
      check(module, status, findingsOf(module, report), 'the checkpoint');
    } finally {
      if (!module.isDead) module.call('tum_web_report_destroy', report);
    }
    this.#events = null;
    this.#rest = 0;
  }

  record(options = {}) {
    this.#call('time');
    const internals = {
      origin: this.#origin,
      number: this.#number,
      again: loadAgain,
      stopped: (recording) => {
        if (this.#recording === recording) this.#recording = null;
      },
    };
    this.#recording = new Recording(this, internals, options);
    return this.#recording;
  }

  // Events.

  get events() {
    if (this.#events === null) {
      this.#events = [];
      const count = this.#call('event_count');
      for (let i = 0; i < count; ++i) {
        this.#call('event', i, this.#module.answer);
        this.#events.push(numbers.eventOf(this.#module.answers(20), this.dimension));
      }
    }
    return this.#events;
  }

  get counts() {
    this.#call('counts', this.#module.answer);
    const [bodies, awake, pairs, contacts, manifolds, points, colors, islands, leftOut] = this.#module.answers(9);
    return { bodies, awake, pairs, contacts, manifolds, points, colors, islands, leftOut };
  }

  get times() {
    this.#call('times', this.#module.answer);
    const times = {};
    for (let i = 0, name; (name = this.#module.text(this.#module.call('tum_web_phase_name', i))) !== null; ++i) {
      times[name] = this.#module.answers(i + 1)[i];
    }
    return times;
  }

  // Bodies, colliders, joints.

  bodyAt(index) {
    return this.#call('body_at', index);
  }

  indexOf(body) {
    return this.#call('index_of', body);
  }

  bodyOfNode(node) {
    return this.#call('body_of_node', node);
  }

  nodeName(node) {
    return this.#module.text(this.#call('node_name', node));
  }

  exists(id) {
    return this.#call('exists', id) !== 0;
  }

  node(id) {
    return this.#call('node', id);
  }

  kind(body) {
    return numbers.KINDS[this.#call('body_kind', body)];
  }

  isAwake(body) {
    return this.#call('is_awake', body) !== 0;
  }

  isEnabled(id) {
    return this.#call('is_enabled', id) !== 0;
  }

  #motion(body) {
    this.#call3('body_motion', body, this.#module.answer);
    return this.#module.answers(16);
  }

  pose(body) {
    return numbers.poseOf(this.#motion(body));
  }

  linearVelocity(body) {
    return [...this.#motion(body).subarray(7, 10)];
  }

  angularVelocity(body) {
    return [...this.#motion(body).subarray(10, 13)];
  }

  centerOfMass(body) {
    return [...this.#motion(body).subarray(13, 16)];
  }

  mass(body) {
    return isDone(this.#module, this.#call3('mass', body, this.#module.answer))
      ? numbers.massOf(this.#module.answers(11))
      : null;
  }

  gravityFactor(body) {
    return this.#call('gravity_factor', body);
  }

  colliders(body) {
    const count = this.#call('body_collider_count', body ?? 0);
    return Array.from({ length: count }, (_, i) => this.#call('body_collider_at', body ?? 0, i));
  }

  joints(body) {
    if (body === undefined) {
      const all = Array.from({ length: this.#call('joint_count') }, (_, i) => this.#call('joint_at', i));
      return all.filter((id) => id !== 0);
    }
    return Array.from({ length: this.#call('body_joint_count', body) }, (_, i) => this.#call('body_joint_at', body, i));
  }

  bodyOf(collider) {
    return this.#call('collider_body', collider);
  }

  material(collider) {
    return isDone(this.#module, this.#call('material', collider, this.#module.answer))
      ? numbers.materialOf(this.#module.answers(5))
      : null;
  }

  jointBodies(joint) {
    return { a: this.#call('joint_body', joint, 0), b: this.#call('joint_body', joint, 1) };
  }

  limits(joint) {
    return Array.from({ length: this.#call('limit_count', joint) }, (_, i) => {
      check(this.#module, this.#call('limit', joint, i, this.#module.answer));
      return numbers.limitOf(this.#module.answers(6));
    });
  }

  drives(joint) {
    return Array.from({ length: this.#call('drive_count', joint) }, (_, i) => {
      check(this.#module, this.#call('drive', joint, i, this.#module.answer));
      return numbers.driveOf(this.#module.answers(9));
    });
  }

  jointPosition(joint, space, axes) {
    const [word, bits] = numbers.limitNumbers({ space, axes });
    return this.#call3('joint_position', joint, word, bits);
  }

  // Changes, between steps.

  setPose(body, pose) {
    const isSet = this.#change3('set_pose', body, this.#module.doubles(numbers.poseNumbers(pose)));
    if (isSet) this.#call('poses_jump', body);
    return isSet;
  }

  moveTo(body, pose, seconds = SECONDS) {
    return this.#change3('move_to', body, this.#module.doubles(numbers.poseNumbers(pose)), seconds);
  }

  setLinearVelocity(body, velocity) {
    return this.#change3('set_linear_velocity', body, this.#module.doubles(velocity));
  }

  setAngularVelocity(body, velocity) {
    return this.#change3('set_angular_velocity', body, this.#module.doubles(velocity));
  }

  applyImpulse(body, linear, angular = [0, 0, 0]) {
    const at = this.#module.doubles([...linear, ...angular]);
    return this.#change3('apply_impulse', body, at, at + 24);
  }

  applyPointImpulse(body, impulse, point) {
    const at = this.#module.doubles([...impulse, ...point]);
    return this.#change3('apply_point_impulse', body, at, at + 24);
  }

  addForce(body, force, point) {
    const at = this.#module.doubles([...force, ...(point ?? [])]);
    return this.#change3('add_force', body, at, point ? at + 24 : 0);
  }

  addTorque(body, torque) {
    return this.#change3('add_torque', body, this.#module.doubles(torque));
  }

  setKind(body, kind) {
    return this.#change('set_kind', body, numbers.kindNumber(kind));
  }

  setMass(body, mass) {
    return this.#change3('set_mass', body, this.#module.doubles(numbers.massNumbers(mass)));
  }

  setDensity(body, density) {
    return this.#change3('set_density', body, density);
  }

  setGravityFactor(body, factor) {
    return this.#change('set_gravity_factor', body, factor);
  }

  setDamping(body, linear, angular) {
    return this.#change('set_damping', body, linear, angular);
  }

  setMaterial(collider, material) {
    const all = { ...this.material(collider), ...material };
    return this.#change('set_material', collider, this.#module.doubles(numbers.materialNumbers(all)));
  }

  setEnabled(id, isEnabled) {
    return this.#change('set_enabled', id, isEnabled ? 1 : 0);
  }

  wake(body) {
    return this.#change('wake', body);
  }

  sleep(body) {
    return this.#change('sleep', body);
  }

  remove(id) {
    return this.#change('remove', id);
  }

  addBody(def = {}) {
    this.#events = null;
    const body = this.#add('add_body', this.#module.doubles(numbers.bodyNumbers(def)));
    this.#call('poses_jump', body);
    return body;
  }

  addCollider(body, def) {
    const module = this.#module;
    const { points, triangles } = numbers.shapeArrays(def.shape);
    this.#events = null;
    return module.with(points, (pointsAt) =>
      module.with(triangles, (trianglesAt) =>
        this.#add(
          'add_collider', body ?? 0, module.doubles(numbers.colliderNumbers(def)), pointsAt, points.length / 3,
          trianglesAt, triangles.length / 3,
        ),
      ),
    );
  }

  addJoint(def) {
    const module = this.#module;
    const limits = Float64Array.from((def.limits ?? []).flatMap(numbers.limitNumbers));
    const drives = Float64Array.from((def.drives ?? []).flatMap(numbers.driveNumbers));
    const joint = [
      def.a ?? 0, def.b ?? 0, ...numbers.poseNumbers(def.frameA), ...numbers.poseNumbers(def.frameB),
      def.enableCollision ? 1 : 0, def.nodeA ?? -1, def.nodeB ?? -1,
    ];
    this.#events = null;
    return module.with(limits, (limitsAt) =>
      module.with(drives, (drivesAt) =>
        this.#add('add_joint', module.doubles(joint), limitsAt, limits.length / 6, drivesAt, drives.length / 9),
      ),
    );
  }

  setLimit(joint, index, values) {
    const limit = this.limits(joint)[index];
    if (!limit) return false;
    const at = this.#module.doubles(numbers.limitNumbers({ ...limit, ...values }));
    return this.#change('set_limit', joint, index, at);
  }

  setDrive(joint, index, values) {
    const drive = this.drives(joint)[index];
    if (!drive) return false;
    return this.#change('set_drive', joint, index, this.#module.doubles(numbers.driveNumbers({ ...drive, ...values })));
  }

  setPositionTarget(joint, drive, target) {
    return this.#change('set_drive_target', joint, drive, 0, target);
  }

  setVelocityTarget(joint, drive, target) {
    return this.#change('set_drive_target', joint, drive, 1, target);
  }

  setJointFrame(joint, side, frame) {
    const at = this.#module.doubles(numbers.poseNumbers(frame));
    return this.#change3('set_joint_frame', joint, numbers.indexOf(['a', 'b'], side, 'side'), at);
  }

  /** A spring between a point of a body and a place that the caller moves. */
  grab(body, at, options = {}) {
    const pose = this.pose(body);
    const held = { position: localPoint(pose, at), rotation: [0, 0, 0, 1] };
    // Stiff enough to lift the body with a tenth of a second's swing, and damped to half its critical value.
    const mass = this.mass(body)?.mass ?? 1;
    const stiffness = options.stiffness ?? mass * 4000;
    const damping = options.damping ?? Math.sqrt(mass * stiffness);
    const joint = this.addJoint({
      a: null, b: body, frameA: { position: at }, frameB: held, enableCollision: true,
      limits: [{ space: 'linear', axes: [0, 1, 2], min: 0, max: 0, stiffness, damping }],
    });
    return {
      joint,
      move: (to) => this.setJointFrame(joint, 'a', { position: to }),
      release: () => this.remove(joint),
    };
  }

  // Questions. They see the world as the last step left it.

  #filter(filter) {
    return new Float64Array(numbers.filterNumbers(filter));
  }

  #hit(name, filter, ...values) {
    const module = this.#module;
    return module.with(this.#filter(filter), (at) => {
      check(module, this.#call3(name, ...values, at, module.answer));
      return numbers.hitOf(module.answers(15));
    });
  }

  rayCast(from, to, filter) {
    const along = to.map((x, i) => x - from[i]);
    return this.#hit('cast_ray', filter, this.#module.doubles([...from, ...along]));
  }

  rayCasts(rays, filter) {
    const module = this.#module;
    const count = Math.floor(rays.length / 6);
    const found = module.allocate(count * 32 + 8);
    const ids = module.allocate(count * 16 + 8);
    try {
      const status = module.with(Float32Array.from(rays), (raysAt) =>
        module.with(this.#filter(filter), (at) => this.#call3('cast_rays', raysAt, count, at, found, ids)),
      );
      if (status !== 1) check(module, status);
      return raysOf(new Float32Array(module.memory.buffer, found, count * 8), module.answers(count * 2, ids), count);
    } finally {
      if (!module.isDead) {
        module.call('tum_web_release', found);
        module.call('tum_web_release', ids);
      }
    }
  }

  shapeCast(shape, from, to, filter) {
    const along = to.map((x, i) => x - (from.position ?? [0, 0, 0])[i]);
    const path = this.#module.doubles([...numbers.poseNumbers(from), ...along], 128);
    return this.#hit('cast_shape', filter, this.#module.doubles(numbers.shapeNumbers(shape)), path);
  }

  nearest(point, within, filter) {
    return this.#hit('nearest_point', filter, this.#module.doubles(point), within);
  }

  overlap(shape, at, filter) {
    const module = this.#module;
    const pose = module.doubles(numbers.poseNumbers(at), 128);
    const shapeAt = module.doubles(numbers.shapeNumbers(shape));
    return module.with(this.#filter(filter), (filterAt) => {
      check(module, this.#call3('overlap_shape', shapeAt, pose, filterAt, module.answer));
      const [pointer, count] = module.words(2);
      const all = module.answers(count * 15, pointer);
      const hits = Array.from({ length: count }, (_, i) => numbers.hitOf(all, i * 15));
      module.call('tum_web_release', pointer);
      return hits;
    });
  }

  // To look at.

  #draw(flags, slice) {
    check(this.#module, this.#call('draw', flags, slice?.w ?? 0));
    return this.#module.words(9, this.#call('drawing'));
  }

  debug(flags, slice) {
    const [lines, lineColors, lineCount, points, values, pointColors, pointCount] = this.#draw(flags, slice);
    const { buffer } = this.#module.memory;
    return {
      count: lineCount,
      positions: new Float32Array(buffer, lines, lineCount * 6),
      colors: new Uint8Array(buffer, lineColors, lineCount * 8),
      points: {
        count: pointCount,
        positions: new Float32Array(buffer, points, pointCount * 3),
        values: new Float32Array(buffer, values, pointCount),
        colors: new Uint8Array(buffer, pointColors, pointCount * 4),
      },
    };
  }

  debugLabels(flags, slice) {
    const words = this.#draw(flags, slice);
    const labels = [];
    for (let i = 0, at = words[7]; i < words[8]; ++i, at += 72) {
      const position = new Float32Array(this.#module.memory.buffer, at, 3);
      const color = new Uint32Array(this.#module.memory.buffer, at + 12, 1)[0];
      labels.push({ at: [...position], color, text: this.#module.text(at + 16) });
    }
    return labels;
  }

  solids(slice) {
    this.#call('time');
    return solidsOf(this.#module, this.#world, slice?.w ?? 0);
  }

  edges() {
    this.#call('time');
    if (this.dimension !== 4) throw new TumbleError('unsupported', 'edges has no form for worlds of 3D');
    return edgesOf(this.#module, this.#world);
  }

  // The end.

  free() {
    if (this.#world === 0) return;
    abandoned.unregister(this);
    if (!this.#module.isDead) this.#call('world_destroy');
    this.#world = 0;
    this.#module.release();
  }
}
World.prototype[Symbol.dispose ?? Symbol.for('Symbol.dispose')] = World.prototype.free;

// The point of the body frame that is at `point` of the world.
function localPoint({ position, rotation: [x, y, z, w] }, point) {
  const [px, py, pz] = point.map((c, i) => c - position[i]);
  // q* p q, by t = 2 (p x v): p + w t + t x v, v the vector of q.
  const tx = 2 * (py * z - pz * y);
  const ty = 2 * (pz * x - px * z);
  const tz = 2 * (px * y - py * x);
  return [px + w * tx + (ty * z - tz * y), py + w * ty + (tz * x - tx * z), pz + w * tz + (tx * y - ty * x)];
}

function raysOf(found, ids, count) {
  const hits = {
    count,
    fractions: new Float32Array(count),
    distances: new Float32Array(count),
    points: new Float32Array(count * 3),
    normals: new Float32Array(count * 3),
    colliders: new Float64Array(count),
    bodies: new Float64Array(count),
  };
  for (let i = 0; i < count; ++i) {
    hits.fractions[i] = found[8 * i] < 0 ? NaN : found[8 * i];
    hits.points.set(found.subarray(8 * i + 1, 8 * i + 4), 3 * i);
    hits.normals.set(found.subarray(8 * i + 4, 8 * i + 7), 3 * i);
    hits.distances[i] = found[8 * i + 7];
    hits.colliders[i] = ids[2 * i];
    hits.bodies[i] = ids[2 * i + 1];
  }
  return hits;
}
