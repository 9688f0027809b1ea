// SPDX-License-Identifier: MIT
// three.js: moves the objects of a glTF file that three.js has loaded, as the physics of the file says.
//
//     const gltf = await new GLTFLoader().loadAsync('crate.glb');
//     const binding = await bind(gltf);
//     renderer.setAnimationLoop(() => { binding.update(clock.getDelta()); renderer.render(scene, camera); });
//
// Physics happens in the frame of `gltf.scene`, which may be put anywhere, in any size.

import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4,
  Quaternion, Vector3,
} from 'three';
import { load } from '../src/tumble.js';

const ONE = new Vector3(1, 1, 1);
const FLOATS = 7; // Position and rotation.

/** Makes a world of the physics in a file and binds its bodies to the objects of GLTFLoader's result. */
export async function bind(gltf, source, options = {}) {
  const world = await (source ? load(source, options) : loadParsed(gltf.parser, options));
  if (world.dimension !== 3) {
    world.free();
    throw new TypeError('a file of four dimensions has no objects to bind');
  }
  return new Binding(gltf, world, options);
}

// The file again, from what the loader kept of it: its JSON, and its buffers one by one.
function loadParsed(parser, options) {
  const json = { ...parser.json };
  if (json.buffers) json.buffers = json.buffers.map((buffer, i) => ({ ...buffer, uri: `buffer-${i}` }));
  const resource = (path) => parser.getDependency('buffer', Number(path.slice('buffer-'.length)));
  return load(JSON.stringify(json), { ...options, resource });
}

/** Objects of a loaded file by the index of their node. */
export function objectsOfNodes(gltf) {
  const objects = new Map();
  gltf.scene.traverse((object) => {
    const node = gltf.parser.associations.get(object)?.nodes;
    if (node !== undefined && !objects.has(node)) objects.set(node, object);
  });
  return objects;
}

// Transform of an object in the frame of `root`, an ancestor.
function matrixWithin(root, object, to) {
  to.identity();
  for (let at = object; at !== root && at !== null; at = at.parent) {
    if (at.matrixAutoUpdate) at.updateMatrix();
    to.premultiply(at.matrix);
  }
  return to;
}

const depthOf = (object) => (object.parent ? 1 + depthOf(object.parent) : 0);

export class Binding {
  #gltf;
  #rate;
  #bodies; // Objects of the bodies, parents first: index, object, what the body's pose leaves of its matrix.
  #batches = []; // Instanced meshes, each with index and offset of its members.
  #replaced = []; // Meshes that instances stand for, with the parents they had.
  #written; // [FLOATS a body] Poses that the objects have.
  #part = 0;
  #lines = null;
  #flags = 0;
  #matrix = new Matrix4();

  constructor(gltf, world, { rate = 60, instances = false } = {}) {
    this.#gltf = gltf;
    this.#rate = rate;
    this.world = world;
    const { count } = world.poses;
    this.#written = new Float32Array(count * FLOATS).fill(NaN);
    this.#bodies = this.#findBodies();
    if (instances) this.#makeInstances();
    this.refresh();
  }

  #findBodies() {
    const objects = objectsOfNodes(this.#gltf);
    const { count, nodes } = this.world.poses;
    const bodies = [];
    for (let i = 0; i < count; ++i) {
      const object = objects.get(nodes[i]);
      if (object) bodies.push({ index: i, object, rest: this.#restOf(i, object), depth: depthOf(object) });
    }
    for (const { object } of bodies) object.matrixAutoUpdate = false;
    return bodies.sort((a, b) => a.depth - b.depth);
  }

  // Scale, and whatever else of an object's matrix is not in the pose of its body.
  #restOf(index, object) {
    const inverse = this.#poseMatrix(this.#poseOf(index, 1), new Matrix4()).invert();
    return matrixWithin(this.#gltf.scene, object, new Matrix4()).premultiply(inverse);
  }

  // Pose of a body, a part of the way from before the last step to after it.
  #poseOf(index, part) {
    const { poses, before } = this.world;
    const pose = new Float64Array(FLOATS);
    interpolate(before, poses, index, part, pose);
    return pose;
  }

  #poseMatrix(pose, to, at = 0) {
    scratchPosition.fromArray(pose, at);
    scratchRotation.fromArray(pose, at + 3);
    return to.compose(scratchPosition, scratchRotation, ONE);
  }

  // One instanced mesh for all meshes of bodies with the same geometry and material.
  #makeInstances() {
    const owners = new Map(this.#bodies.map(({ object, index }) => [object, index]));
    const groups = new Map();
    for (const { object, index } of this.#bodies) {
      const inverse = this.#poseMatrix(this.#poseOf(index, 1), new Matrix4()).invert();
      for (const mesh of ownMeshes(object, owners)) {
        const offset = matrixWithin(this.#gltf.scene, mesh, new Matrix4()).premultiply(inverse);
        if (offset.determinant() <= 0) continue;
        const key = `${mesh.geometry.uuid} ${mesh.material.uuid}`;
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push({ mesh, index, offset });
      }
    }
    const byObject = new Map(this.#bodies.map((body) => [body.object, body]));
    for (const members of groups.values()) {
      if (members.length > 1) this.#batch(members, byObject);
    }
  }

  #batch(members, byObject) {
    const [{ mesh: first }] = members;
    const mesh = new InstancedMesh(first.geometry, first.material, members.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.name = first.name;
    mesh.castShadow = first.castShadow;
    mesh.receiveShadow = first.receiveShadow;
    // Bodies move; their bounds would have to be computed in each frame.
    mesh.frustumCulled = false;
    this.#gltf.scene.add(mesh);
    this.#batches.push({ mesh, members });
    for (const { mesh: replaced } of members) {
      // Nothing is drawn of such an object any longer; it is put in its place where it is asked for.
      const body = byObject.get(replaced);
      if (body && replaced.children.length === 0) body.isReplaced = true;
      this.#replaced.push({ mesh: replaced, layers: replaced.layers.mask });
      // Children of a mesh stay visible: the mesh alone is taken out of every layer.
      replaced.layers.mask = 0;
    }
  }

  /** Steps the world as far as is due, and puts the objects between the last two steps. */
  update(delta) {
    this.#part = this.world.advance(delta, this.#rate);
    this.refresh(this.#part);
  }

  /** Puts the objects where the bodies are, without a step; for worlds that are stepped elsewhere, or between poses
   * that are given. */
  refresh(part = 1, { poses, before } = this.world) {
    const moved = this.#readPoses(before, poses, part);
    for (const body of this.#bodies) {
      if (body.isReplaced) continue;
      if (moved[body.index] || body.object.parent !== this.#gltf.scene) this.#place(body);
    }
    for (const { mesh, members } of this.#batches) {
      let isStale = false;
      for (let i = 0; i < members.length; ++i) {
        const { index, offset } = members[i];
        if (!moved[index]) continue;
        mesh.setMatrixAt(i, this.#matrixOf(index).multiply(offset));
        isStale = true;
      }
      if (isStale) mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
    if (this.#lines) this.#draw();
  }

  // Poses to write, and whether they are other than those that were written.
  #readPoses(before, poses, part) {
    const count = Math.min(poses.count, before.count);
    if (this.#written.length < count * FLOATS) {
      const longer = new Float32Array(count * FLOATS).fill(NaN);
      longer.set(this.#written);
      this.#written = longer;
    }
    const written = this.#written;
    const moved = new Uint8Array(count);
    for (let i = 0; i < count; ++i) {
      interpolate(before, poses, i, part, scratchPose);
      for (let k = 0; k < FLOATS; ++k) {
        const value = Math.fround(scratchPose[k]);
        if (written[i * FLOATS + k] !== value) {
          written[i * FLOATS + k] = value;
          moved[i] = 1;
        }
      }
    }
    return moved;
  }

  #matrixOf(index) {
    return this.#poseMatrix(this.#written, this.#matrix, index * FLOATS);
  }

  // Within its parent, whose frame may be scaled and may itself be that of a body.
  #place({ index, object, rest }) {
    const root = this.#gltf.scene;
    object.matrix.copy(this.#matrixOf(index)).multiply(rest);
    if (object.parent !== root && object.parent !== null) {
      object.matrix.premultiply(matrixWithin(root, object.parent, scratchMatrix).invert());
    }
    object.matrix.decompose(object.position, object.quaternion, object.scale);
    object.matrixWorldNeedsUpdate = true;
  }

  /** The object that a body moves; undefined where its node is not in the scene. */
  object(body) {
    const index = this.world.indexOf(body);
    const found = this.#bodies.find((bound) => bound.index === index);
    if (found?.isReplaced) this.#place(found);
    return found?.object;
  }

  /** The body that moves what a ray of three.js has hit; 0 where none does. */
  body({ object, instanceId }) {
    const batch = this.#batches.find(({ mesh }) => mesh === object);
    if (batch && instanceId !== undefined) return this.world.bodyAt(batch.members[instanceId].index);
    for (let at = object; at; at = at.parent) {
      const bound = this.#bodies.find((one) => one.object === at);
      if (bound) return this.world.bodyAt(bound.index);
    }
    return 0;
  }

  /** Lines over the physics, as flags of `Debug`; a child of `gltf.scene` that each update draws again. 0: none. */
  debug(flags) {
    this.#flags = flags;
    if (!this.#lines) {
      const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false });
      this.#lines = new LineSegments(new BufferGeometry(), material);
      this.#lines.frustumCulled = false;
      this.#lines.renderOrder = 1;
      this.#gltf.scene.add(this.#lines);
    }
    this.#draw();
    return this.#lines;
  }

  #draw() {
    const { geometry } = this.#lines;
    const { count, positions, colors } = this.world.debug(this.#flags);
    const room = geometry.getAttribute('position')?.count ?? 0;
    if (room < count * 2) {
      // Another geometry: buffers of the graphics card keep their size.
      geometry.dispose();
      const capacity = count * 3;
      this.#lines.geometry = new BufferGeometry();
      this.#lines.geometry.setAttribute('position', dynamic(new Float32Array(capacity * 3), 3, false));
      this.#lines.geometry.setAttribute('color', dynamic(new Uint8Array(capacity * 4), 4, true));
    }
    const { position, color } = this.#lines.geometry.attributes;
    if (position) {
      position.array.set(positions);
      color.array.set(colors);
      position.needsUpdate = true;
      color.needsUpdate = true;
    }
    this.#lines.geometry.setDrawRange(0, count * 2);
  }

  /** Frees the world. Objects stay where they are, and are three.js's alone again. */
  dispose() {
    for (const { object } of this.#bodies) {
      object.matrixAutoUpdate = true;
    }
    for (const { mesh, layers } of this.#replaced) mesh.layers.mask = layers;
    for (const { mesh } of this.#batches) {
      mesh.removeFromParent();
      mesh.dispose();
    }
    if (this.#lines) {
      this.#lines.removeFromParent();
      this.#lines.geometry.dispose();
      this.#lines.material.dispose();
      this.#lines = null;
    }
    this.#bodies = [];
    this.#batches = [];
    this.#replaced = [];
    this.world.free();
  }
}

const scratchPosition = new Vector3();
const scratchRotation = new Quaternion();
const scratchMatrix = new Matrix4();
const scratchPose = new Float64Array(FLOATS);

const dynamic = (array, size, isNormalized) =>
  new BufferAttribute(array, size, isNormalized).setUsage(DynamicDrawUsage);

// Meshes of a body's object that no other body moves.
function* ownMeshes(object, owners) {
  if (object.isMesh && !object.isSkinnedMesh && !object.isInstancedMesh && !Array.isArray(object.material)) yield object;
  for (const child of object.children) {
    if (!owners.has(child)) yield* ownMeshes(child, owners);
  }
}

// Straight between two positions, and between two rotations by the shorter way, of length 1.
function interpolate(before, poses, index, part, out) {
  const p = before.positions, q = poses.positions, a = before.rotations, b = poses.rotations;
  for (let k = 0; k < 3; ++k) {
    const from = p[3 * index + k];
    out[k] = from + (q[3 * index + k] - from) * part;
  }
  const at = 4 * index;
  const dot = a[at] * b[at] + a[at + 1] * b[at + 1] + a[at + 2] * b[at + 2] + a[at + 3] * b[at + 3];
  const far = dot < 0 ? -part : part;
  let squared = 0;
  for (let k = 0; k < 4; ++k) {
    out[3 + k] = a[at + k] * (1 - part) + b[at + k] * far;
    squared += out[3 + k] * out[3 + k];
  }
  const scale = squared > 0 ? 1 / Math.sqrt(squared) : 1;
  for (let k = 3; k < FLOATS; ++k) out[k] *= scale;
}
