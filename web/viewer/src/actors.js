// SPDX-License-Identifier: MIT
// actors.js: things that move on the stage: objects of the file, and solids of colliders where it has none.

import {
  BackSide, Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, Group, InstancedMesh, LineBasicMaterial,
  LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, Quaternion, Vector3,
} from 'three';
import { Binding, objectsOfNodes } from 'tumble/three';
import { FILLS, PAGE } from './theme.js';

/** @typedef {import('tumble').World} World */
/** @typedef {'dark'|'light'} Theme */
/** @typedef {{ positions: Float32Array, normals: Float32Array }} Surface */

const ONE = new Vector3(1, 1, 1);
const GHOST = 0x8c8c8c;

/** Whether two poses differ by less than one sees. */
const isNear = (/** @type {Matrix4} */ a, /** @type {Matrix4} */ b) => a.elements.every((x, i) => Math.abs(x - b.elements[i]) < 1e-3);


/** A solid of a batch, with the color that it shows. @typedef {{ part: import('tumble').SolidPart, local: Matrix4, fill: number }} Member */
/** @typedef {{ mesh: InstancedMesh, isCovered: boolean, members: Member[] }} Batch */

/** @typedef {{ before: import('tumble/three').StoredPoses, poses: import('tumble/three').StoredPoses }} Between */

/** @param {Between} between  a world, or stored poses. @param {number} index @param {number} part */
function poseMatrix({ poses, before }, index, part, to = new Matrix4()) {
  position.fromArray(before.positions, 3 * index).lerp(next.fromArray(poses.positions, 3 * index), part);
  rotation.fromArray(before.rotations, 4 * index).slerp(turned.fromArray(poses.rotations, 4 * index), part);
  return to.compose(position, rotation, ONE);
}

// Thousands of poses are read in a frame: nothing is made for one.
const position = new Vector3(), next = new Vector3(), rotation = new Quaternion(), turned = new Quaternion();

/** Triangles of one part. @param {import('tumble').Solids} solids @param {import('tumble').SolidPart} part @returns {Surface} */
export function surfaceOf({ positions, normals }, { first, count }) {
  return {
    positions: positions.slice(first * 9, (first + count) * 9),
    normals: normals.slice(first * 9, (first + count) * 9),
  };
}

export function geometryOf(/** @type {Surface} */ { positions, normals }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  return geometry;
}

// Equal surfaces have equal keys: of thousands of boxes there is one geometry.
function keyOf(/** @type {Surface} */ { positions }) {
  let hash = positions.length;
  for (let i = 0; i < positions.length; ++i) hash = (Math.imul(hash, 31) + Math.round(positions[i] * 2000)) | 0;
  return `${positions.length} ${hash}`;
}

/** State of a body as its fill shows it. @param {Uint8Array} awake  of the poses. @param {import('tumble').SolidPart} part */
export function stateOf(awake, { index, isTrigger, kind }) {
  if (isTrigger) return 'trigger';
  if (kind !== 'dynamic' || index < 0) return kind === 'kinematic' ? 'kinematic' : 'static';
  return awake[index] ? 'awake' : 'asleep';
}

export class Actors {
  group = new Group();
  /** @type {Binding | null} */
  binding = null;
  #solids = new Group();
  #ghosts = new Group();
  /** @type {Batch[]} */
  #batches = [];
  /** @type {LineSegments | null} */
  #selected = null;
  #selection = -1;
  /** @type {Map<number, Surface[]>} Surfaces in the frame of each body, for the outline of the selection. */
  #surfaces = new Map();

  /**
   * @param {World} world
   * @param {any} gltf  result of GLTFLoader; null: all is drawn from colliders.
   * @param {Theme} theme
   */
  constructor(world, gltf, theme) {
    this.world = world;
    this.theme = theme;
    this.gltf = gltf;
    this.hasModel = gltf !== null && hasMeshes(gltf.scene);
    if (gltf) {
      this.binding = new Binding(gltf, world, { instances: true });
      this.group.add(gltf.scene);
      gltf.scene.traverse((/** @type {any} */ object) => {
        if (object.isMesh) {
          object.castShadow = true;
          object.receiveShadow = true;
          // A little behind outlines of colliders, which lie on the same surface.
          for (const material of [object.material].flat()) {
            Object.assign(material, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 2 });
          }
        }
      });
    }
    this.group.add(this.#solids, this.#ghosts);
    if (world.dimension === 3) this.#addSolids();
  }

  // Solids of all colliders. Those of bodies that have meshes in the file show where the model is hidden.
  #addSolids() {
    const solids = this.world.solids();
    const { poses, before } = this.world;
    const isCovered = this.#coverage();
    /** @type {Map<string, { geometry: BufferGeometry, isTrigger: boolean, isCovered: boolean, members: Member[] }>} */
    const groups = new Map();
    for (const part of solids.parts) {
      if (part.count === 0) continue;
      const surface = surfaceOf(solids, part);
      const pose = part.index >= 0 ? poseMatrix({ poses, before }, part.index, 1) : new Matrix4();
      toLocal(surface, pose.clone().invert());
      const list = this.#surfaces.get(part.index) ?? [];
      if (!part.isTrigger) this.#surfaces.set(part.index, [...list, surface]);
      const covered = isCovered(part);
      const key = `${part.isTrigger} ${covered} ${keyOf(surface)}`;
      if (!groups.has(key)) {
        groups.set(key, { geometry: geometryOf(surface), isTrigger: part.isTrigger, isCovered: covered, members: [] });
      }
      groups.get(key)?.members.push({ part, local: new Matrix4(), fill: -1 });
    }
    for (const { geometry, isTrigger, isCovered: covered, members } of groups.values()) {
      const mesh = new InstancedMesh(geometry, materialOf(isTrigger), members.length);
      mesh.castShadow = !isTrigger;
      mesh.receiveShadow = !isTrigger;
      mesh.frustumCulled = false;
      this.#batches.push({ mesh, members, isCovered: covered });
      this.#solids.add(mesh);
    }
  }

  // Whether the file has meshes for a collider: at the node of its body, or at its own. Triggers are no things.
  #coverage() {
    /** @type {Map<number, any>} */
    const objects = this.gltf ? objectsOfNodes(this.gltf) : new Map();
    const { nodes } = this.world.poses;
    return (/** @type {import('tumble').SolidPart} */ part) => {
      const object = objects.get(part.index >= 0 ? nodes[part.index] : this.world.node(part.collider));
      return part.isTrigger || (object !== undefined && hasMeshes(object));
    };
  }

  /** @param {boolean} isModel  the file's own objects, else solids of colliders. */
  show(isModel) {
    const isShown = isModel && this.hasModel;
    if (this.gltf) this.gltf.scene.visible = isShown;
    for (const { mesh, isCovered } of this.#batches) mesh.visible = !isShown || !isCovered;
  }

  /**
   * Puts all where the bodies are.
   *
   * @param {import('./track.js').Between} between  poses that are shown.
   * @param {import('./track.js').Between | null} ghost  poses of another future, shown as wires.
   */
  refresh(between, ghost) {
    const { part } = between;
    if (this.world.dimension === 3) {
      if (this.gltf?.scene.visible) this.binding?.refresh(part, between);
      for (const batch of this.#batches) if (batch.mesh.visible) this.#refreshSolids(batch, between);
      this.#refreshGhosts(between, ghost);
    }
    this.#placeSelection(between, part);
  }

  /**
   * The collider that a ray meets first, as it is drawn, and where on its body; null: none.
   * @param {import('three').Raycaster} caster @param {import('./track.js').Between} between  poses that are shown.
   */
  pick(caster, between) {
    let found = null;
    for (const batch of this.#batches) {
      if (batch.members[0].part.isTrigger) continue;
      this.#refreshSolids(batch, between);
      batch.mesh.computeBoundingSphere();
      const [hit] = caster.intersectObject(batch.mesh, false);
      if (hit && (!found || hit.distance < found.distance)) {
        const { part } = batch.members[hit.instanceId ?? 0];
        const place = part.index >= 0 ? poseMatrix(between, part.index, between.part) : new Matrix4();
        found = { distance: hit.distance, part, local: hit.point.applyMatrix4(place.invert()) };
      }
    }
    return found;
  }

  // Wires of the bodies that are elsewhere in another future. They are made when there is one.
  #refreshGhosts(/** @type {import('./track.js').Between} */ here, /** @type {import('./track.js').Between | null} */ ghost) {
    this.#ghosts.visible = ghost !== null;
    if (!ghost) return;
    if (this.#ghosts.children.length === 0) this.#addGhosts();
    const now = new Matrix4(), then = new Matrix4(), nowhere = new Matrix4().makeScale(0, 0, 0);
    this.#batches.forEach(({ members }, batch) => {
      const mesh = /** @type {InstancedMesh} */ (this.#ghosts.children[batch]);
      members.forEach(({ part: { index, isTrigger } }, i) => {
        const isThere = index >= 0 && index < ghost.poses.count && !isTrigger;
        if (isThere) poseMatrix(ghost, index, ghost.part, then);
        const isElsewhere = isThere && !isNear(then, poseMatrix(here, index, 1, now));
        mesh.setMatrixAt(i, isElsewhere ? then : nowhere);
      });
      mesh.instanceMatrix.needsUpdate = true;
    });
  }

  #addGhosts() {
    const material = new MeshBasicMaterial({ color: GHOST, wireframe: true, transparent: true, opacity: 0.5, depthWrite: false });
    for (const { mesh, members } of this.#batches) {
      const wires = new InstancedMesh(mesh.geometry, material, members.length);
      wires.frustumCulled = false;
      this.#ghosts.add(wires);
    }
  }

  #refreshSolids(/** @type {Batch} */ { mesh, members }, /** @type {import('./track.js').Between} */ between) {
    const color = new Color();
    const fills = FILLS[this.theme];
    const identity = new Matrix4();
    const { awake } = between.poses;
    for (let i = 0; i < members.length; ++i) {
      const member = members[i];
      const { index } = member.part;
      mesh.setMatrixAt(i, index >= 0 ? poseMatrix(between, index, between.part, member.local) : identity);
      const fill = fills[stateOf(awake, member.part)];
      if (member.fill === fill) continue;
      member.fill = fill;
      mesh.setColorAt(i, color.set(fill));
      /** @type {import('three').InstancedBufferAttribute} */ (mesh.instanceColor).needsUpdate = true;
    }
    mesh.instanceMatrix.needsUpdate = true;
  }

  /** Outlines a body. @param {number} index  of the body in poses; -1: none. */
  select(index) {
    this.#selection = index;
    this.#selected?.removeFromParent();
    this.#selected?.geometry.dispose();
    this.#selected = null;
    const surfaces = this.#surfaces.get(index) ?? [];
    if (index < 0 || surfaces.length === 0) return;
    const all = new Float32Array(surfaces.reduce((sum, { positions }) => sum + positions.length, 0));
    let at = 0;
    for (const { positions } of surfaces) {
      all.set(positions, at);
      at += positions.length;
    }
    this.#selected = outlineOf(all, this.theme);
    this.group.add(this.#selected);
    this.#placeSelection(this.world, 1);
  }

  #placeSelection(/** @type {Between} */ between, /** @type {number} */ part) {
    if (!this.#selected || this.world.dimension !== 3) return;
    this.#selected.matrixAutoUpdate = false;
    poseMatrix(between, this.#selection, part, this.#selected.matrix);
    this.#selected.matrixWorldNeedsUpdate = true;
  }

  /** Bounds of the solids of a body, or of all that has a size. @param {number} [index] */
  bounds(index) {
    const solids = this.world.solids({ w: 0 });
    const box = new Box3();
    const point = new Vector3();
    for (const part of solids.parts) {
      if (index !== undefined ? part.index !== index : part.isTrigger) continue;
      const bounds = new Box3();
      for (let i = part.first * 9; i < (part.first + part.count) * 9; i += 3) {
        bounds.expandByPoint(point.fromArray(solids.positions, i));
      }
      // A ground of hundreds of metres is not what one looks at.
      const isVast = part.index < 0 && bounds.getSize(point).length() > 30;
      if (!bounds.isEmpty() && !isVast) box.union(bounds);
    }
    if (index === undefined && this.hasModel && box.isEmpty()) box.setFromObject(this.gltf.scene);
    return box;
  }

  /** @param {Theme} theme */
  setTheme(theme) {
    this.theme = theme;
    this.select(this.#selection);
  }

  dispose() {
    this.binding?.dispose();
    this.group.removeFromParent();
    this.group.traverse((/** @type {any} */ object) => {
      object.geometry?.dispose();
      for (const material of [object.material ?? []].flat()) material.dispose();
    });
  }
}

const hasMeshes = (/** @type {any} */ scene) => {
  let found = false;
  scene.traverse((/** @type {any} */ object) => (found ||= object.isMesh));
  return found;
};

function toLocal(/** @type {Surface} */ surface, /** @type {Matrix4} */ matrix) {
  new BufferAttribute(surface.positions, 3).applyMatrix4(matrix);
  new BufferAttribute(surface.normals, 3).transformDirection(matrix);
}

/** Material of solids, whose color is that of each instance. @param {boolean} isTrigger */
export function materialOf(isTrigger) {
  return new MeshStandardMaterial({
    roughness: 0.65, metalness: 0, side: DoubleSide, transparent: isTrigger, opacity: isTrigger ? 0.22 : 1,
    depthWrite: !isTrigger, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  });
}

/** Edges of a surface, and a rim around it: round things have no edges. */
export function outlineOf(/** @type {Float32Array} */ positions, /** @type {Theme} */ theme) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  const color = PAGE[theme].select;
  const lines = new LineSegments(new EdgesGeometry(geometry, 25), new LineBasicMaterial({ color, depthTest: false, transparent: true }));
  lines.renderOrder = 3;
  lines.frustumCulled = false;
  // The back of a slightly larger copy, which the thing itself hides in the middle.
  geometry.computeBoundingBox();
  const middle = /** @type {Box3} */ (geometry.boundingBox).getCenter(new Vector3());
  const size = /** @type {Box3} */ (geometry.boundingBox).getSize(new Vector3()).length();
  const grown = 1 + Math.max(0.02, Math.min(0.08, 0.05 / Math.max(size, 1e-3)));
  const rim = new Mesh(geometry, new MeshBasicMaterial({ color, side: BackSide }));
  rim.scale.setScalar(grown);
  rim.position.copy(middle).multiplyScalar(1 - grown);
  rim.frustumCulled = false;
  lines.add(rim);
  return lines;
}
