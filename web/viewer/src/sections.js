// SPDX-License-Identifier: MIT
// sections.js: worlds of four dimensions: filled sections at one place along W, ghosts beside it, and projections.

import {
  Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh,
  MeshStandardMaterial, Vector3,
} from 'three';
import { geometryOf, materialOf, outlineOf, stateOf, surfaceOf } from './actors.js';
import { FILLS, ORANGE, SKY } from './theme.js';

/** @typedef {import('tumble').World} World */
/** @typedef {'dark'|'light'} Theme */
/** @typedef {import('./look.js').Seen} Seen */
/** @typedef {import('./track.js').Poses} Poses */

const EYE = 6; // [m] From the section to the eye on the W axis.
const NEAREST = 0.5; // [m] From the eye: what is nearer is not drawn.

/** Edges of all bodies in perspective from W: what lies farther along W is smaller. */
export class Projection {
  lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.8, depthTest: false }));

  constructor() {
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 2;
  }

  /**
   * @param {World} world  for the kinds of its bodies. @param {Seen} seen  its section is as large as it is.
   * @param {Uint8Array} awake @param {Vector3} middle @param {Theme} theme
   */
  refresh(world, { w, edges }, awake, middle, theme) {
    this.lines.visible = edges !== null;
    if (!edges) return;
    const { points, indices } = edges;
    const positions = new Float32Array(indices.length * 6), colors = new Float32Array(indices.length * 6);
    const color = new Color();
    let count = 0;
    indices.forEach((index, i) => {
      const kind = index < 0 ? 'static' : world.kind(world.bodyAt(index));
      color.set(FILLS[theme][kind === 'dynamic' ? (awake[index] ? 'awake' : 'asleep') : kind]);
      const ends = [8 * i, 8 * i + 4].map((at) => ({ at, scale: EYE / Math.max(EYE + points[at + 3] - w, 1e-9) }));
      if (ends.some(({ scale }) => scale > EYE / NEAREST)) return;
      ends.forEach(({ at, scale }, end) => {
        const to = 6 * count + 3 * end;
        positions[to] = middle.x + (points[at] - middle.x) * scale;
        positions[to + 1] = middle.y + (points[at + 1] - middle.y) * scale;
        positions[to + 2] = middle.z + (points[at + 2] - middle.z) * scale;
        color.toArray(colors, to);
      });
      count += 1;
    });
    this.lines.geometry.dispose();
    this.lines.geometry = new BufferGeometry();
    this.lines.geometry.setAttribute('position', new BufferAttribute(positions, 3));
    this.lines.geometry.setAttribute('color', new BufferAttribute(colors, 3));
    this.lines.geometry.setDrawRange(0, 2 * count);
  }
}

/** Distances along W of ghosts, and their opacity and colour. */
const GHOSTS = [
  { offset: -0.25, opacity: 0.25, color: SKY },
  { offset: -0.5, opacity: 0.1, color: SKY },
  { offset: 0.25, opacity: 0.25, color: ORANGE },
  { offset: 0.5, opacity: 0.1, color: ORANGE },
];

// Bodies that move, and planes: sections of two triangles.
const isSolid = (/** @type {import('tumble').SolidPart} */ { isTrigger, kind, count }) => !isTrigger && (kind !== 'static' || count === 2);

/** Sections of a world of 4D at one w, filled; with ghosts of sections beside it. */
export class Sections {
  group = new Group();
  #mesh = new Mesh(new BufferGeometry(), new MeshStandardMaterial({ vertexColors: true, roughness: 0.65, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
  #ghosts = GHOSTS.map(
    ({ opacity, color }) => new Mesh(new BufferGeometry(), new MeshStandardMaterial({ color, opacity, transparent: true, depthWrite: false, side: DoubleSide })),
  );
  #triggers = new Mesh(new BufferGeometry(), materialOf(true));
  // Walls that stand still are seen through; the ground is not.
  #walls = new Mesh(new BufferGeometry(), new MeshStandardMaterial({ opacity: 0.22, transparent: true, depthWrite: false, side: DoubleSide, roughness: 0.8 }));
  /** @type {LineSegments | null} */
  #selected = null;
  /** @type {import('tumble').Solids | null} */
  #solids = null;

  #projection = new Projection();
  #middle = new Vector3();

  /** @param {World} world @param {Theme} theme */
  constructor(world, theme) {
    this.world = world;
    this.theme = theme;
    this.#middle = this.bounds(world.poses).getCenter(new Vector3());
    this.#mesh.castShadow = true;
    this.#mesh.receiveShadow = true;
    this.#triggers.material.color.set(FILLS.dark.trigger);
    this.group.add(this.#mesh, this.#walls, this.#triggers, ...this.#ghosts, this.#projection.lines);
    for (const object of this.group.children) object.frustumCulled = false;
  }

  /**
   * Needs of `refresh`: the section, and those beside it.
   * @param {number} w [m] @param {Set<string>} show @returns {Pick<import('./look.js').Wanted, 'sections'|'hasEdges'>}
   */
  wanted(w, show) {
    const beside = show.has('ghosts') ? GHOSTS.map(({ offset }) => w + offset) : [];
    return { sections: [w, ...beside], hasEdges: show.has('projection') };
  }

  /** @param {Seen} seen @param {Poses} poses  as they are shown. @param {number} selection  index of a body. */
  refresh(seen, { awake }, selection) {
    this.#projection.refresh(this.world, seen, awake, this.#middle, this.theme);
    const [solids, ...beside] = seen.sections;
    this.#solids = solids;
    this.#walls.material.color.set(FILLS[this.theme].static);
    this.#fill(this.#mesh, solids, (part) => isSolid(part), awake);
    this.#fill(this.#walls, solids, (part) => !part.isTrigger && !isSolid(part));
    this.#fill(this.#triggers, solids, (part) => part.isTrigger);
    this.#ghosts.forEach((ghost, i) => {
      ghost.visible = i < beside.length;
      if (ghost.visible) this.#fill(ghost, beside[i], (part) => !part.isTrigger && part.kind !== 'static');
    });
    this.#outline(solids, selection);
  }

  // Coloured where it is told which bodies are awake.
  #fill(/** @type {Mesh} */ mesh, /** @type {import('tumble').Solids} */ solids, /** @type {(part: any) => boolean} */ takes, /** @type {Uint8Array | null} */ awake = null) {
    const parts = solids.parts.filter((part) => part.count > 0 && takes(part));
    const count = parts.reduce((sum, part) => sum + part.count * 9, 0);
    const positions = new Float32Array(count), normals = new Float32Array(count), colors = new Float32Array(awake ? count : 0);
    const color = new Color();
    let at = 0;
    for (const part of parts) {
      const from = part.first * 9, to = from + part.count * 9;
      positions.set(solids.positions.subarray(from, to), at);
      normals.set(solids.normals.subarray(from, to), at);
      if (awake) {
        color.set(FILLS[this.theme][stateOf(awake, part)]);
        for (let i = at; i < at + to - from; i += 3) color.toArray(colors, i);
      }
      at += to - from;
    }
    mesh.geometry.dispose();
    mesh.geometry = geometryOf({ positions, normals });
    if (awake) mesh.geometry.setAttribute('color', new BufferAttribute(colors, 3));
  }

  #outline(/** @type {import('tumble').Solids} */ solids, /** @type {number} */ selection) {
    this.#selected?.removeFromParent();
    this.#selected?.geometry.dispose();
    this.#selected = null;
    const part = solids.parts.find(({ index, count }) => index === selection && count > 0);
    if (selection < 0 || !part) return;
    this.#selected = outlineOf(surfaceOf(solids, part).positions, this.theme);
    this.group.add(this.#selected);
  }

  /** The body whose section a ray hits, -1: none. @param {import('three').Raycaster} caster */
  pick(caster) {
    const [hit] = caster.intersectObject(this.#mesh, false);
    if (!hit || !this.#solids) return -1;
    // Triangles of the mesh, in order, are those of the parts that are drawn.
    let left = hit.faceIndex ?? 0;
    for (const part of this.#solids.parts) {
      if (!isSolid(part)) continue;
      if (left < part.count) return part.index;
      left -= part.count;
    }
    return -1;
  }

  /** Bounds of the bodies' places. @param {Pick<Poses, 'positions'|'count'>} poses */
  bounds({ positions, count }) {
    const box = new Box3();
    for (let i = 0; i < count; ++i) box.expandByPoint(new Vector3().fromArray(positions, 4 * i));
    return box.isEmpty() ? new Box3(new Vector3(-2, 0, -2), new Vector3(2, 2, 2)) : box.expandByScalar(1);
  }

  /** @param {Theme} theme */
  setTheme(theme) {
    this.theme = theme;
  }

  dispose() {
    this.group.removeFromParent();
    this.group.traverse((/** @type {any} */ object) => {
      object.geometry?.dispose();
      object.material?.dispose();
    });
  }
}
