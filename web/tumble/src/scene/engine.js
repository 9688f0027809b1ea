// SPDX-License-Identifier: MIT
// engine.js: what the adapters share: losses, bodies, solids, materials, classes of filters.

import { BodyKind, ShapeKind, combine, filtersAdmit } from './scene.js';

/** Findings on what an engine cannot say, each code and place once. */
export class Losses {
  findings = [];
  #seen = new Set();

  constructor(scene) {
    this.file = scene.file;
  }

  /** Something is missing: the engine moves the scene otherwise. */
  lost(code, pointer, message) {
    this.#add(code, 'warning', pointer, message);
  }

  /** Something is another thing of nearly the same effect. */
  changed(code, pointer, message) {
    this.#add(code, 'info', pointer, message);
  }

  #add(code, severity, pointer, message) {
    const key = `${code} ${pointer}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.findings.push({ code, severity, message, pointer: pointer ?? '', file: this.file });
  }
}

/** Losses of every engine: animations, and volumes of gravity. */
export function commonLosses(scene, losses) {
  scene.gravityVolumes.pointers.forEach((pointer) => {
    losses.lost('ENGINE_GRAVITY_VOLUME', pointer, 'volumes of gravity are left out');
  });
  const tables = [scene.bodies, scene.colliders, scene.triggerParts, scene.joints];
  const isDriven = tables.some(({ driven }) => driven.includes(1));
  if (scene.tracks.length > 0 || isDriven) {
    losses.lost('ENGINE_ANIMATION', '/animations', 'what is animated stays as it is at load');
  }
}

// Vectors and quaternions (x y z w). ------------------------------------------------------------------

/** Row i of a column of `width` numbers. */
export const row = (array, i, width = 3) => Array.from(array.subarray(i * width, (i + 1) * width));

export function multiply([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function rotate([x, y, z, w], [a, b, c]) {
  const u = 2 * (y * c - z * b);
  const v = 2 * (z * a - x * c);
  const t = 2 * (x * b - y * a);
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

export const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];
export const add = (a, b) => a.map((value, i) => value + b[i]);
export const subtract = (a, b) => a.map((value, i) => value - b[i]);

/** Inertia tensor in the body frame, row by row, of principal moments and their frame. */
export function tensorOf(moments, rotation) {
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => rotate(rotation, axis));
  const at = (i, j) => axes.reduce((sum, axis, k) => sum + moments[k] * axis[i] * axis[j], 0);
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => at(i, j)));
}

// Bodies. ---------------------------------------------------------------------------------------------

/** A body of the scene as an engine is told. */
export function bodyOf(scene, i) {
  const { bodies } = scene;
  return {
    kind: bodies.kind[i], node: bodies.node[i], pointer: bodies.pointers[i],
    isDynamic: bodies.kind[i] === BodyKind.dynamic, isStatic: bodies.kind[i] === BodyKind.static,
    position: row(bodies.position, i), rotation: row(bodies.rotation, i, 4),
    mass: bodies.mass[i], center: row(bodies.centerOfMass, i),
    inertia: row(bodies.inertia, i), inertiaRotation: row(bodies.inertiaRotation, i, 4),
    linearVelocity: row(bodies.linearVelocity, i), angularVelocity: row(bodies.angularVelocity, i),
    gravityFactor: bodies.gravityFactor[i],
  };
}

// Solids. ---------------------------------------------------------------------------------------------

const isEven = (a, b) => Math.abs(a - b) <= 1e-6 * Math.max(a, b);

// The shape of a collider with its scale: the kinds that engines know, else a hull or triangles.
function shapeOf(scene, shape, [x, y, z], surface) {
  const { shapes } = scene;
  const height = shapes.height[shape] * y;
  const bottom = shapes.radiusBottom[shape] * x;
  const top = shapes.radiusTop[shape] * x;
  const round = isEven(x, z);
  const hull = () => (surface < 0 ? { kind: 'none' } : { kind: 'hull', ...scene.surfaces[surface] });
  switch (shapes.kind[shape]) {
    case ShapeKind.sphere:
      return round && isEven(x, y) ? { kind: 'sphere', radius: shapes.radius[shape] * x } : hull();
    case ShapeKind.box:
      return { kind: 'box', size: row(shapes.size, shape).map((size, k) => size * [x, y, z][k]) };
    case ShapeKind.capsule:
      if (!round || !isEven(x, y)) return hull();
      return { kind: 'capsule', height, bottom, top, ...hullPart(hull()) };
    case ShapeKind.cylinder:
      if (!round) return hull();
      return { kind: 'cylinder', height, bottom, top, ...hullPart(hull()) };
    case ShapeKind.plane: {
      const [width, , depth] = row(shapes.size, shape);
      return {
        kind: 'plane', size: [width * x, depth * z], doubleSided: shapes.doubleSided[shape] !== 0, ...hullPart(hull()),
      };
    }
    case ShapeKind.convex:
      return surface < 0 ? { kind: 'hull', ...scene.meshes[shapes.mesh[shape]] } : hull();
    case ShapeKind.mesh:
    case ShapeKind.heightmap:
      return { kind: 'mesh', ...scene.meshes[shapes.mesh[shape]] };
    default:
      return { kind: 'none' };
  }
}

const hullPart = ({ points, triangles }) => ({ points, triangles });

/** Finite triangles in the place of a plane, which reaches `reach` metres where it is endless. */
export function planeMesh(solid, reach = 1000) {
  const [x, z] = solid.size.map((size) => (Number.isFinite(size) ? size / 2 : reach));
  const triangles = solid.doubleSided ? [0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0] : [0, 1, 2, 0, 2, 3];
  return {
    kind: 'mesh', points: Float64Array.of(-x, 0, -z, -x, 0, z, x, 0, z, x, 0, -z),
    triangles: Uint32Array.from(triangles),
  };
}

function solidOf(scene, table, i, pointer) {
  const surface = table.surface[i];
  const material = table.material?.[i] ?? -1;
  return {
    ...shapeOf(scene, table.shape[i], row(table.scale, i), surface),
    pointer, index: i, node: table.node[i], body: table.body[i], shape: table.shape[i], material,
    filter: table.filter[i],
    key: `${table.shape[i]} ${row(table.scale, i)}`,
    position: row(table.position, i), rotation: row(table.rotation, i, 4),
    isTrigger: table === scene.triggerParts,
  };
}

/** Solids of all colliders that are enabled, then of all triggers; shapes without a solid are told. */
export function solidsOf(scene, losses) {
  const { colliders, triggers, triggerParts } = scene;
  const solids = [];
  for (let i = 0; i < colliders.count; ++i) {
    if (colliders.enabled[i]) solids.push(solidOf(scene, colliders, i, colliders.pointers[i]));
  }
  for (let t = 0; t < triggers.count; ++t) {
    const first = triggers.partFirst[t];
    for (let i = first; i < first + triggers.partCount[t]; ++i) {
      const solid = triggerParts.enabled[i] ? solidOf(scene, triggerParts, i, triggers.pointers[t]) : { kind: 'none' };
      // The filter of a compound holds for parts without one.
      if (solid.filter < 0) solid.filter = triggers.filter[t];
      if (triggerParts.enabled[i]) solids.push({ ...solid, trigger: t });
    }
  }
  return solids.filter((solid) => {
    if (solid.kind === 'none') losses.lost('ENGINE_SHAPE_LEFT_OUT', solid.pointer, 'this shape has no solid here');
    return solid.kind !== 'none';
  });
}

/** Solids by body, those of the world under -1; static bodies' too. */
export function solidsByBody(scene, solids) {
  const lists = new Map();
  for (const solid of solids) {
    if (!lists.has(solid.body)) lists.set(solid.body, []);
    lists.get(solid.body).push(solid);
  }
  return lists;
}

// Materials. ------------------------------------------------------------------------------------------

const DEFAULT = {
  staticFriction: 0.6, dynamicFriction: 0.6, restitution: 0, frictionCombine: 0, restitutionCombine: 0, pointer: '',
};

export function materialOf(scene, index) {
  if (index < 0) return DEFAULT;
  const { materials } = scene;
  const [frictionCombine, restitutionCombine] = [materials.frictionCombine[index], materials.restitutionCombine[index]];
  return {
    staticFriction: materials.staticFriction[index], dynamicFriction: materials.dynamicFriction[index],
    restitution: materials.restitution[index], frictionCombine, restitutionCombine, pointer: materials.pointers[index],
  };
}

/** Friction and restitution of a pair of materials, as the extension joins them. */
export function pairOf(a, b) {
  return {
    staticFriction: combine(a.frictionCombine, a.staticFriction, b.frictionCombine, b.staticFriction),
    dynamicFriction: combine(a.frictionCombine, a.dynamicFriction, b.frictionCombine, b.dynamicFriction),
    restitution: combine(a.restitutionCombine, a.restitution, b.restitutionCombine, b.restitution),
  };
}

/** Pairs of the materials in use, by both indices: "a b". */
export function pairsOf(scene, used) {
  const pairs = new Map();
  for (const a of used) {
    for (const b of used) {
      const [one, two] = [materialOf(scene, a), materialOf(scene, b)];
      pairs.set(`${a} ${b}`, { one, two, ...pairOf(one, two) });
    }
  }
  return pairs;
}

/** Tells materials whose two frictions differ, for engines that have one. */
export function tellStaticFriction(scene, losses) {
  const { staticFriction, dynamicFriction, pointers } = scene.materials;
  pointers.forEach((pointer, i) => {
    if (staticFriction[i] !== dynamicFriction[i]) {
      losses.lost('ENGINE_STATIC_FRICTION', pointer,
        `one friction: ${dynamicFriction[i]} for motion stands for ${staticFriction[i]} at rest, too`);
    }
  });
}

/**
 * Tells pairs of combine modes that an engine joins otherwise.
 * `order` names its modes, the strongest first; the extension has average, minimum, maximum, multiply.
 */
export function tellCombine(scene, solids, order, losses) {
  const used = [...new Set(solids.filter((solid) => !solid.isTrigger).map((solid) => solid.material))];
  const strongest = (a, b) => (order.indexOf(a || 1) <= order.indexOf(b || 1) ? a || 1 : b || 1);
  const extension = (a, b) => (a === 0 ? b || 1 : b === 0 ? a : Math.min(a, b));
  for (const [part, what] of [['frictionCombine', 'frictions'], ['restitutionCombine', 'restitutions']]) {
    const modes = [...new Map(used.map((index) => [materialOf(scene, index)[part], index]))];
    for (const [a, i] of modes) {
      for (const [b, k] of modes) {
        if (a <= b && extension(a, b) !== strongest(a, b)) {
          losses.lost('ENGINE_COMBINE', materialOf(scene, Math.max(i, k)).pointer,
            `the ${what} of materials of different modes are joined otherwise`);
        }
      }
    }
  }
}

// Filters. --------------------------------------------------------------------------------------------

/** Filters that admit the same others are one class. `admits[a]` lists the classes that a may meet. */
export function filterClasses(scene, solids) {
  const used = [...new Set(solids.map((solid) => solid.filter))].sort((a, b) => a - b);
  const rows = new Map();
  const classOf = new Map();
  for (const filter of used) {
    const key = used.map((other) => (filtersAdmit(scene, filter, other) ? 1 : 0)).join('');
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key).push(filter);
    classOf.set(filter, [...rows.keys()].indexOf(key));
  }
  const heads = [...rows.values()].map(([head]) => head);
  // The relation is symmetric, so filters of one row admit their own class alike, and the head speaks for all.
  const admits = heads.map((a) => heads.map((b, k) => k).filter((k) => filtersAdmit(scene, a, heads[k])));
  return { count: heads.length, classOf: (filter) => classOf.get(filter), admits };
}

/**
 * Memberships and masks of `bits` groups. More classes than groups share them, but for the class that meets all:
 * what a filter refuses stays apart, and some that it admits pass through each other.
 */
export function filterBits(scene, solids, bits, losses) {
  const { count, classOf, admits } = filterClasses(scene, solids);
  if (count <= 1) return () => ({ membership: 1, mask: admits[0]?.length === 0 ? 0 : 2 ** bits - 1 });
  const isOpen = (kind) => admits[kind].length === count;
  let shared = 0;
  const groups = admits.map((_, kind) => (count <= bits ? kind : isOpen(kind) ? 0 : 1 + (shared++ % (bits - 1))));
  if (count > bits) {
    losses.lost('ENGINE_FILTER', scene.filters.pointers[0] ?? '',
      `${count} classes of filters share ${bits} groups: some that may meet pass through each other`);
  }
  const masks = admits.map((others) => {
    const refused = new Set(groups.filter((_, other) => !others.includes(other)));
    return groups.reduce((mask, group) => (refused.has(group) ? mask : mask | (1 << group)), 0) >>> 0;
  });
  return (filter) => ({ membership: 2 ** groups[classOf(filter)], mask: masks[classOf(filter)] });
}

/** Tells bodies whose colliders differ, for engines that have one material and one filter a body. */
export function tellMixed(solids, losses) {
  const [first] = solids;
  for (const solid of solids) {
    if (solid.material !== first.material) {
      losses.lost('ENGINE_BODY_MATERIAL', solid.pointer, 'a body has one material, that of its first collider');
    }
    if (solid.filter !== first.filter) {
      losses.lost('ENGINE_BODY_FILTER', solid.pointer, 'a body has one filter, that of its first collider');
    }
  }
}
