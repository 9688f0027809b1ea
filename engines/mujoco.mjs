// SPDX-License-Identifier: MIT
// mujoco.mjs: a scene in MuJoCo (@mujoco/mujoco), as a model of MJCF.
//
// MuJoCo has trees of bodies, not pairs of frames: the joints of a scene become joints of a tree from the world up, or
// constraints where they close a loop. Contacts are soft and have one friction and no restitution. Steps are split, to
// 1/480 s or less: contacts of the default stiffness want that.

import loadMujoco from '@mujoco/mujoco';

import {
  Losses, add, bodyOf, commonLosses, conjugate, filterBits, materialOf, multiply, pairOf, rotate, solidsByBody,
  solidsOf, subtract, tellStaticFriction,
} from '../web/tumble/src/scene/engine.js';
import { groundOf, jointsOf } from '../web/tumble/src/scene/joints.js';
import { adapt, stateAtLoad, versionOf } from './common.mjs';
import { ORIGIN, cross, dot, framesOf, isConvex, relative, scaled } from './pose.mjs';
import { freedomsOf, growTree } from './tree.mjs';

const SUBSTEP = 1 / 480; // [s]
const MOST_PAIRS = 20000;
const PLANE_DEPTH = 1; // [m]
const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const HALF = Math.SQRT1_2;
const Z_TO_Y = [-HALF, 0, 0, HALF];
// An element of XML; arrays are numbers with blanks between.
function element(name, attributes, children = []) {
  const words = Object.entries(attributes).filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'object' ? Array.from(value).join(' ') : value}"`).join('');
  return children.length > 0 ? `<${name}${words}>${children.join('')}</${name}>` : `<${name}${words}/>`;
}

const wxyz = ([x, y, z, w]) => [w, x, y, z];
const placed = ({ position, rotation }) => ({ pos: position, quat: wxyz(rotation) });

// Solids. ---------------------------------------------------------------------------------------------

// Type and size of a geom; null where MuJoCo has none.
function geomOf({ losses, meshes }, solid) {
  const hull = () => {
    if (!meshes.has(solid.key)) meshes.set(solid.key, { name: `m${meshes.size}`, points: solid.points });
    return { type: 'mesh', mesh: meshes.get(solid.key).name };
  };
  const changed = (what) => {
    losses.changed('ENGINE_SHAPE_HULL', solid.pointer, `${what} became the hull of points on its surface`);
    return hull();
  };
  const isEven = solid.bottom === solid.top;
  switch (solid.kind) {
    case 'sphere':
      return { type: 'sphere', size: [solid.radius] };
    case 'box':
      return { type: 'box', size: solid.size.map((size) => size / 2) };
    case 'capsule':
    case 'cylinder':
      if (!isEven) return changed(`a tapered ${solid.kind}`);
      return { type: solid.kind, size: [solid.bottom, solid.height / 2], turn: Z_TO_Y };
    case 'plane':
      if (solid.isFixed && !solid.doubleSided && solid.size.every((size) => !Number.isFinite(size))) {
        return { type: 'plane', size: [0, 0, 1], turn: Z_TO_Y };
      }
      if (solid.doubleSided || solid.size.some((size) => !Number.isFinite(size))) {
        losses.lost('ENGINE_SHAPE_LEFT_OUT', solid.pointer, 'planes are endless, fixed, and met from one side');
        return null;
      }
      losses.changed('ENGINE_PLANE', solid.pointer, `a plane became a box, ${PLANE_DEPTH} m deep`);
      return {
        type: 'box', size: [solid.size[0] / 2, PLANE_DEPTH / 2, solid.size[1] / 2], down: PLANE_DEPTH / 2,
      };
    case 'hull':
      return hull();
    default:
      if (isConvex(solid)) return hull();
      losses.lost('ENGINE_SHAPE_LEFT_OUT', solid.pointer, 'a mesh that is not convex has no collisions of its own');
      return null;
  }
}

// Geoms of a list of solids, each with a name for pairs.
function geomsOf(make, solids) {
  return solids.flatMap((solid) => {
    const geom = geomOf(make, solid);
    if (!geom) return [];
    const name = `g${make.geoms.length}`;
    const { turn, down = 0, ...rest } = geom;
    const position = add(solid.position, rotate(solid.rotation, [0, -down, 0]));
    const rotation = turn ? multiply(solid.rotation, turn) : solid.rotation;
    const { membership, mask } = make.bits(solid.filter);
    const bits = make.pairs ? { contype: 0, conaffinity: 0 } : { contype: membership, conaffinity: mask };
    const friction = [materialOf(make.scene, solid.material).dynamicFriction, 0.005, 0.0001];
    make.geoms.push({ name, solid, membership, mask });
    return [element('geom', { name, ...rest, ...placed({ position, rotation }), friction, ...bits })];
  });
}

// MuJoCo takes the greater friction of two. Where a pair of the file has another, every pair is told.
function needsPairs(scene, solids, losses) {
  const used = [...new Set(solids.map((solid) => solid.material))].map((index) => materialOf(scene, index));
  const differs = (a, b) => {
    const { dynamicFriction } = pairOf(a, b);
    return Math.abs(dynamicFriction - Math.max(a.dynamicFriction, b.dynamicFriction)) > 1e-9;
  };
  if (!used.some((a) => used.some((b) => differs(a, b)))) return false;
  if (solids.length ** 2 / 2 <= MOST_PAIRS) return true;
  for (const { pointer } of used) losses.lost('ENGINE_COMBINE', pointer, 'the greater friction of two counts');
  return false;
}

// Colliders of the world are bodies of their own, which joints name.
const nameOf = ({ body, index }) => (body < 0 ? `w${index}` : `b${body}`);

function contacts(make, excluded) {
  if (!make.pairs) return excluded.map(([a, b]) => element('exclude', { body1: a, body2: b }));
  const apart = new Set(excluded.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const found = [];
  make.geoms.forEach((one, i) => make.geoms.slice(0, i).forEach((two) => {
    const [a, b] = [one.solid, two.solid];
    const meet = (one.membership & two.mask) !== 0 && (two.membership & one.mask) !== 0;
    if (!meet || (a.isFixed && b.isFixed) || (a.body === b.body && a.body >= 0)) return;
    if (apart.has(`${nameOf(a)} ${nameOf(b)}`)) return;
    const { dynamicFriction: f } = pairOf(materialOf(make.scene, a.material), materialOf(make.scene, b.material));
    const friction = [f, f, 0.005, 0.0001, 0.0001];
    found.push(element('pair', { geom1: one.name, geom2: two.name, condim: 3, friction }));
  }));
  return found;
}

// Joints. ---------------------------------------------------------------------------------------------

const MOST = 1e9; // Of a range without an end.

// Springs and motors of a freedom: force = stiffness (target - q) + damping (velocity - q').
function actuatorsOf(make, joint, freedom, name) {
  const axis = joint.axes[freedom.axis];
  const drives = joint.drives.filter((drive) => drive.axis === freedom.axis);
  if (axis.state === 'limited' && Number.isFinite(axis.stiffness)) {
    drives.push({ ...axis, isForce: true, position: axis.min, velocity: 0, maxForce: Infinity });
  }
  for (const drive of drives) {
    if (!drive.isForce) {
      make.losses.lost('ENGINE_JOINT_DRIVE', drive.pointer, 'a drive of accelerations is left out');
      continue;
    }
    const bias = [drive.stiffness * drive.position + drive.damping * drive.velocity, -drive.stiffness, -drive.damping];
    const forcerange = [-drive.maxForce, drive.maxForce];
    const most = Number.isFinite(drive.maxForce) ? { forcelimited: true, forcerange } : {};
    make.actuators.push(element('general', { joint: name, gainprm: [0], biastype: 'affine', biasprm: bias, ...most }));
  }
}

// Joints of a body of the tree, in the order in which they move it. Their coordinates are those of B in A.
function treeJoints(make, joint, child) {
  const { a, b, slides, hinges, isBall } = joint.freedoms;
  const isB = joint.bodyB === child.index;
  const local = (v) => rotate(conjugate(child.rotation), v);
  const anchor = local(subtract(b.position, child.position));
  const single = [...slides, ...hinges].map((freedom) => {
    const name = `j${joint.index}a${freedom.axis}`;
    const axis = scaled(local(rotate(a.rotation, AXES[freedom.axis % 3])), isB ? 1 : -1);
    const { state, min, max, stiffness } = joint.axes[freedom.axis];
    const isHard = state === 'limited' && !Number.isFinite(stiffness);
    const room = min === max ? 1e-6 : 0; // [m] or [rad] The ends of a range have to differ.
    const range = [Math.max(min, -MOST) - room, Math.min(max, MOST) + room];
    actuatorsOf(make, joint, freedom, name);
    make.starts.push({ name, axis: freedom.axis, joint, a, b });
    return element('joint', {
      name, type: freedom.type, axis, pos: anchor, ref: freedom.at, limited: isHard, range: isHard ? range : undefined,
    });
  });
  const ball = isBall ? [element('joint', { name: `j${joint.index}ball`, type: 'ball', pos: anchor })] : [];
  if (isBall) {
    make.starts.push({ name: `j${joint.index}ball`, axis: -1, joint, a, b, child });
    for (const { pointer } of joint.drives.filter(({ axis }) => axis >= 3)) {
      make.losses.lost('ENGINE_JOINT_DRIVE', pointer, 'a drive of a ball is left out');
    }
  }
  return isB ? [...single, ...ball] : [...ball, ...single.slice(slides.length), ...single.slice(0, slides.length)];
}

// A joint that closes a loop, or that a tree has no place for.
function loopConstraint(make, joint) {
  const { a, b, slides, hinges, isBall } = joint.freedoms;
  const name = (body) => (make.isMoving(body) ? `b${body}` : 'world');
  const isPlain = slides.length === 0 && joint.drives.length === 0 &&
    joint.axes.every(({ state }) => state !== 'limited');
  if (!isPlain) {
    make.losses.lost('ENGINE_JOINT_KIND', joint.pointer, 'ranges, slides and drives of a loop are left out');
    return;
  }
  const names = { body1: name(joint.bodyA), body2: name(joint.bodyB) };
  const outer = make.isMoving(joint.bodyA) ? bodyOf(make.scene, joint.bodyA) : ORIGIN;
  const point = (world) => rotate(conjugate(outer.rotation), subtract(world, outer.position));
  if (!isBall && hinges.length === 0) {
    make.equalities.push(element('weld', names));
    return;
  }
  make.equalities.push(element('connect', { ...names, anchor: point(b.position) }));
  for (const { axis } of hinges) {
    const along = rotate(a.rotation, AXES[axis - 3]);
    make.equalities.push(element('connect', { ...names, anchor: point(add(b.position, scaled(along, 0.1))) }));
  }
}

// A distance of two points alone is a tendon of limited length.
function tendonOf(make, joint) {
  const [group] = joint.groups;
  const isRope = joint.groups.length === 1 && group.axes.length === 3 && group.axes[0] === 0 &&
    !Number.isFinite(group.stiffness) && joint.axes.every(({ state }) => state === 'free') && joint.drives.length === 0;
  if (!isRope) return false;
  for (const side of ['A', 'B']) {
    const body = joint[`body${side}`];
    const at = make.isMoving(body) || body < 0
      ? { position: joint[`position${side}`], rotation: joint[`rotation${side}`] }
      : framesOf(make.scene, joint)[side.toLowerCase()];
    const site = element('site', { name: `s${joint.index}${side}`, pos: at.position });
    const list = make.isMoving(body) ? body : -1;
    make.sites.set(list, [...(make.sites.get(list) ?? []), site]);
  }
  const ends = ['A', 'B'].map((side) => element('site', { site: `s${joint.index}${side}` }));
  const range = [Math.max(group.min, 0), Math.min(group.max, MOST)];
  make.tendons.push(element('spatial', { limited: true, range }, ends));
  return true;
}

// Bodies. ---------------------------------------------------------------------------------------------

// Bodies that MuJoCo moves. Others stand still, and are told where they should not.
function movingBodies(scene, losses) {
  return Array.from({ length: scene.bodies.count }, (_, i) => {
    const body = bodyOf(scene, i);
    if (body.isStatic) return false;
    const speeds = [...body.linearVelocity, ...body.angularVelocity];
    if (!body.isDynamic) {
      const isStill = speeds.every((speed) => speed === 0);
      if (!isStill) losses.lost('ENGINE_KINEMATIC', body.pointer, 'a kinematic body stands still');
      return false;
    }
    if (!Number.isFinite(body.mass)) {
      losses.lost('ENGINE_MASS', body.pointer, 'a body of endless mass stands still');
      return false;
    }
    return true;
  });
}

// Mass properties. Moments of no body are told, and a body without turns has slides alone.
function inertialOf(make, body) {
  const isTurned = body.inertia.some(Number.isFinite);
  const [a, b, c] = [...body.inertia].sort((x, y) => x - y);
  const isBody = body.inertia.every(Number.isFinite) && a + b >= c * (1 - 1e-9) && a > 1e-14;
  if (isTurned && !isBody) make.losses.lost('ENGINE_INERTIA', body.pointer, 'moments of no body are averaged');
  const mean = body.inertia.filter(Number.isFinite).reduce((sum, m, _, list) => sum + m / list.length, 0);
  const moments = isBody ? body.inertia : [mean, mean, mean].map((m) => Math.max(m, 1e-12) || 1);
  return {
    isTurned,
    inertial: element('inertial', {
      mass: body.mass, diaginertia: isTurned ? moments : [1, 1, 1],
      ...placed({ position: body.center, rotation: body.inertiaRotation }),
    }),
  };
}

function bodyElement(make, i, parent) {
  const body = { index: i, ...bodyOf(make.scene, i) };
  const outer = parent < 0 ? ORIGIN : bodyOf(make.scene, parent);
  const geoms = geomsOf(make, make.byBody.get(i) ?? []);
  const parts = [...geoms, ...(make.sites.get(i) ?? [])];
  if (make.isMoving(i)) {
    const { isTurned, inertial } = inertialOf(make, body);
    const tree = make.parents.get(i);
    const free = isTurned
      ? [element('freejoint', { name: `f${i}` })]
      : AXES.map((axis, k) =>
        element('joint', { name: `f${i}s${k}`, type: 'slide', axis: rotate(conjugate(body.rotation), axis) }));
    if (tree && !isTurned) make.losses.lost('ENGINE_INERTIA', body.pointer, 'a body that never turns has a joint here');
    parts.unshift(inertial, ...(tree ? treeJoints(make, tree, body) : free));
    if (!tree) make.free.push({ i, body, isTurned });
    parts.push(...make.children.get(i).map((child) => bodyElement(make, child, i)));
  }
  const gravcomp = make.isMoving(i) ? 1 - body.gravityFactor : undefined;
  return element('body', { name: `b${i}`, gravcomp, ...placed(relative(outer, body)) }, parts);
}

// The model. ------------------------------------------------------------------------------------------

// Joints that a tree can have, each with its freedoms; distances are tendons already.
function jointsWithFreedoms(make) {
  return jointsOf(make.scene, make.losses).flatMap((joint) => {
    const isStill = ![joint.bodyA, joint.bodyB].some((body) => make.isMoving(body));
    if (isStill || tendonOf(make, joint)) return [];
    const freedoms = freedomsOf(make.scene, joint, make.losses);
    return freedoms ? [{ ...joint, freedoms }] : [];
  });
}

function modelOf(scene, losses, timestep) {
  const moving = movingBodies(scene, losses);
  const isMoving = (body) => body >= 0 && moving[body];
  const solids = solidsOf(scene, losses).filter(({ isTrigger }) => !isTrigger)
    .map((solid) => ({ ...solid, isFixed: !isMoving(solid.body) }));
  const make = {
    scene, losses, isMoving, byBody: solidsByBody(scene, solids), bits: filterBits(scene, solids, 31, losses),
    pairs: needsPairs(scene, solids, losses), meshes: new Map(), sites: new Map(),
    geoms: [], actuators: [], equalities: [], tendons: [], starts: [], free: [],
  };
  Object.assign(make, growTree(scene.bodies.count, jointsWithFreedoms(make), isMoving));
  for (const joint of make.loops) loopConstraint(make, joint);
  const still = moving.flatMap((moves, i) => (moves ? [] : [bodyElement(make, i, -1)]));
  const bodies = [...still, ...make.children.get(-1).map((i) => bodyElement(make, i, -1))];
  const own = make.byBody.get(-1) ?? [];
  const grounds = own.map((solid) => element('body', { name: nameOf(solid) }, geomsOf(make, [solid])));
  const world = [...grounds, ...(make.sites.get(-1) ?? []), ...bodies];
  const apart = jointsOf(scene, new Losses(scene)).filter(({ collide }) => !collide).map((joint) => {
    const ground = groundOf(scene, joint, own, losses);
    return [joint.bodyA, joint.bodyB].map((body) => (body >= 0 ? `b${body}` : ground ? nameOf(ground) : ''));
  }).filter((names) => !names.includes(''));
  const meshes = [...make.meshes.values()].map(({ name, points }) => element('mesh', { name, vertex: points }));
  const part = (name, list) => (list.length > 0 ? [element(name, {}, list)] : []);
  make.xml = element('mujoco', {}, [
    element('compiler', { angle: 'radian', autolimits: false, inertiafromgeom: false, balanceinertia: true }),
    element('option', { timestep, gravity: scene.gravity, integrator: 'implicit', cone: 'elliptic', impratio: 10 },
      [element('flag', { filterparent: 'disable', autoreset: 'disable' })]),
    ...part('asset', meshes), element('worldbody', {}, world), ...part('contact', contacts(make, apart)),
    ...part('equality', make.equalities), ...part('tendon', make.tendons), ...part('actuator', make.actuators),
  ]);
  return make;
}

// Velocities at load: of free bodies, and of the freedoms of a tree.
function start(MUJOCO, model, data, make) {
  const dof = (name) => model.jnt_dofadr[MUJOCO.mj_name2id(model, MUJOCO.mjtObj.mjOBJ_JOINT.value, name)];
  for (const { i, body, isTurned } of make.free) {
    const arm = rotate(body.rotation, scaled(body.center, -1));
    const velocity = add(body.linearVelocity, cross(body.angularVelocity, arm));
    if (!isTurned) AXES.forEach((_, k) => (data.qvel[dof(`f${i}s${k}`)] = body.linearVelocity[k]));
    else data.qvel.set([...velocity, ...rotate(conjugate(body.rotation), body.angularVelocity)], dof(`f${i}`));
  }
  const motion = (index, at) => {
    if (!make.isMoving(index)) return { spin: [0, 0, 0], velocity: [0, 0, 0] };
    const body = bodyOf(make.scene, index);
    const center = add(body.position, rotate(body.rotation, body.center));
    const spin = body.angularVelocity;
    return { spin, velocity: add(body.linearVelocity, cross(spin, subtract(at, center))) };
  };
  for (const { name, axis, joint, a, b, child } of make.starts) {
    const [one, two] = [motion(joint.bodyA, b.position), motion(joint.bodyB, b.position)];
    const spin = subtract(two.spin, one.spin);
    if (axis < 0) {
      const sign = child.index === joint.bodyB ? 1 : -1;
      data.qvel.set(rotate(conjugate(child.rotation), scaled(spin, sign)), dof(name));
    } else {
      const along = rotate(a.rotation, AXES[axis % 3]);
      data.qvel[dof(name)] = dot(axis < 3 ? subtract(two.velocity, one.velocity) : spin, along);
    }
  }
}

function open(scene, MUJOCO, rate) {
  const losses = new Losses(scene);
  commonLosses(scene, losses);
  tellStaticFriction(scene, losses);
  scene.materials.pointers.forEach((pointer, i) => {
    if (scene.materials.restitution[i] > 0) losses.lost('ENGINE_RESTITUTION', pointer, 'contacts do not bounce');
  });
  for (const pointer of scene.triggers.pointers) losses.lost('ENGINE_TRIGGER', pointer, 'there are no triggers');
  const splits = Math.max(1, Math.ceil(1 / rate / SUBSTEP - 1e-9));
  const make = modelOf(scene, losses, 1 / rate / splits);
  const model = MUJOCO.MjModel.from_xml_string(make.xml);
  const data = new MUJOCO.MjData(model);
  const ids = Array.from({ length: scene.bodies.count }, (_, i) =>
    MUJOCO.mj_name2id(model, MUJOCO.mjtObj.mjOBJ_BODY.value, `b${i}`));
  start(MUJOCO, model, data, make);
  const three = (array, id) => Array.from(array.subarray(3 * id, 3 * id + 3));
  const refresh = () => ['mj_kinematics', 'mj_comPos', 'mj_comVel'].forEach((name) => MUJOCO[name](model, data));
  refresh();
  return {
    losses: losses.findings,
    step() {
      for (let i = 0; i < splits; ++i) MUJOCO.mj_step(model, data);
      refresh();
    },
    state(i) {
      const id = ids[i];
      if (!make.isMoving(i)) return { ...stateAtLoad(scene, i), linearVelocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
      const [w, x, y, z] = data.xquat.subarray(4 * id, 4 * id + 4);
      // Velocities are those of the point at the centre of the whole tree.
      const spin = Array.from(data.cvel.subarray(6 * id, 6 * id + 3));
      const arm = subtract(three(data.xipos, id), three(data.subtree_com, model.body_rootid[id]));
      const linear = add(Array.from(data.cvel.subarray(6 * id + 3, 6 * id + 6)), cross(spin, arm));
      return {
        position: three(data.xpos, id), orientation: [x, y, z, w], linearVelocity: linear, angularVelocity: spin,
        asleep: false,
      };
    },
    overlaps: () => [],
  };
}

const MUJOCO = await loadMujoco();
await adapt({
  engine: 'MuJoCo', version: versionOf('@mujoco/mujoco'), open: (scene, { rate }) => open(scene, MUJOCO, rate),
});
