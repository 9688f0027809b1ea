// SPDX-License-Identifier: MIT
// tumble/three puts the objects of GLTFLoader where the bodies of the file are.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageFolder, root, sample } from './support.mjs';

// three.js comes with the viewer's packages; the adapter finds it beside the package.
const modules = `${root}build/web/node_modules/three`;
const skip = existsSync(modules) ? false : 'three is missing: npm ci --prefix web/viewer';
const from = (path) => import(pathToFileURL(path));
const three = skip ? {} : await from(`${modules}/build/three.module.js`);
const { GLTFLoader } = skip ? {} : await from(`${modules}/examples/jsm/loaders/GLTFLoader.js`);
const { Binding, bind } = skip ? {} : await from(`${packageFolder}/three/three.js`);
const { Debug } = skip ? {} : await from(`${packageFolder}/src/tumble.js`);
const { Matrix4, Quaternion, Vector3 } = three;

// What the loader uses of a browser.
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};

const parse = (file) => new GLTFLoader().parseAsync(typeof file === 'string' ? file : file.buffer, '');

/** Parents of 2 times the size, turned a quarter about Y, at (5, 0, 0), over a falling box 3 m above. */
const nested = {
  asset: { version: '2.0' },
  extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
  extensions: { KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [1, 1, 1] } }] } },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [
    { name: 'Parent', children: [1], scale: [2, 2, 2], translation: [5, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
    {
      name: 'Box',
      translation: [0, 1.5, 1],
      scale: [1, 2, 3],
      extensions: { KHR_physics_rigid_bodies: { motion: {}, collider: { geometry: { shape: 0 } } } },
    },
  ],
};

function assertNear(values, expected, tolerance = 1e-5) {
  values = [...values];
  assert.equal(values.length, expected.length);
  values.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= tolerance, `${values} is not ${expected}`));
}

/** World matrix that a body's pose and a scale make. */
function matrixOf(world, body, scale) {
  const { position, rotation } = world.pose(body);
  return new Matrix4().compose(new Vector3(...position), new Quaternion(...rotation), new Vector3(...scale));
}

test('objects follow their bodies within scaled and turned parents', { skip }, async () => {
  const gltf = await parse(JSON.stringify(nested));
  const binding = await bind(gltf);
  const body = binding.world.bodyOfNode(1);
  const object = binding.object(body);
  assert.equal(object.name, 'Box');
  // The quarter turn takes Z to X: 5 + 2 * 1.
  object.updateWorldMatrix(true, false);
  assertNear(new Vector3().setFromMatrixPosition(object.matrixWorld), [7, 3, 0]);
  binding.world.setAngularVelocity(body, [1, 2, 3]);
  for (let i = 0; i < 30; ++i) binding.world.step();
  binding.refresh();
  object.updateWorldMatrix(true, false);
  assertNear(object.matrixWorld.elements, matrixOf(binding.world, body, [2, 4, 6]).elements, 2e-5);
  // Half a second of falling from 3 m.
  assert.ok(Math.abs(object.matrixWorld.elements[13] - (3 - 0.5 * 9.81 * 0.25)) < 0.05);
  binding.dispose();
});

test('physics happens in the frame of the scene, wherever that is put', { skip }, async () => {
  const gltf = await parse(JSON.stringify(nested));
  gltf.scene.position.set(0, 10, 0);
  gltf.scene.scale.setScalar(0.1);
  const binding = await bind(gltf);
  const object = binding.object(binding.world.bodyOfNode(1));
  object.updateWorldMatrix(true, false);
  assertNear(new Vector3().setFromMatrixPosition(object.matrixWorld), [0.7, 10.3, 0]);
  binding.dispose();
});

test('between two steps an object is the part of the way that time says', { skip }, async () => {
  const gltf = await parse(JSON.stringify(nested));
  const binding = await bind(gltf, undefined, { gravity: [0, 0, 0], rate: 10 });
  const body = binding.world.bodyOfNode(1);
  binding.world.setLinearVelocity(body, [1, 0, 0]);
  const object = binding.object(body);
  const x = () => {
    object.updateWorldMatrix(true, false);
    return object.matrixWorld.elements[12];
  };
  // A step of 0.1 s is due: the frame is half a step beyond it, and shows what was half a step before its end.
  binding.update(0.15);
  assert.equal(binding.world.stepCount, 1);
  assertNear([x()], [7.05]);
  binding.update(0.03);
  assert.equal(binding.world.stepCount, 1);
  assertNear([x()], [7.08]);
  binding.dispose();
});

test('rotations are interpolated by the shorter way', { skip }, async () => {
  const gltf = await parse(JSON.stringify(nested));
  const turn = (angle, sign) => [0, sign * Math.sin(angle / 2), 0, sign * Math.cos(angle / 2)];
  const poses = (rotation) => ({ count: 1, positions: [0, 0, 0], rotations: rotation, nodes: [1] });
  // q and -q are one rotation: from 0.2 to 0.4 rad it is not far.
  const world = { poses: poses(turn(0.2, 1)), before: poses(turn(0.2, 1)), bodyAt: () => 1, indexOf: () => 0, free() {} };
  const binding = new Binding(gltf, world);
  world.poses = poses(turn(0.4, -1));
  binding.refresh(0.5);
  const object = binding.object(1);
  object.updateWorldMatrix(true, false);
  // The box was turned by the quarter of its parent less 0.2 rad beyond its pose of 0.2 rad.
  const forward = new Vector3(0, 0, 1).transformDirection(object.matrixWorld);
  assertNear([Math.atan2(forward.x, forward.z)], [Math.PI / 2 + 0.1], 1e-3);
  binding.dispose();
});

test('the bytes of the file and what the loader kept of them give the same world', { skip }, async () => {
  const text = sample('tumbling-tower.gltf').toString();
  const [kept, given] = await Promise.all([bind(await parse(text)), bind(await parse(text), text)]);
  for (const { world } of [kept, given]) for (let i = 0; i < 20; ++i) world.step();
  assert.equal(kept.world.hash(), given.world.hash());
  assert.ok(kept.world.poses.count > 5);
  kept.dispose();
  given.dispose();
});

test('instances stand where their meshes would', { skip }, async () => {
  // Scaled nodes: a mesh has more to it than the pose of its body.
  const file = JSON.parse(sample('dominoes.gltf'));
  for (const node of file.nodes) if (node.mesh !== undefined) node.scale = [1, 0.8, 1.5];
  const text = JSON.stringify(file);
  const plain = await bind(await parse(text));
  const gltf = await parse(text);
  const binding = await bind(gltf, undefined, { instances: true });
  const batches = gltf.scene.children.filter((child) => child.isInstancedMesh);
  assert.ok(batches.length >= 1);
  for (let i = 0; i < 40; ++i) {
    plain.update(1 / 60);
    binding.update(1 / 60);
  }
  const matrix = new Matrix4();
  let compared = 0;
  for (const batch of batches) {
    for (let i = 0; i < batch.count; ++i) {
      const body = binding.body({ object: batch, instanceId: i });
      const object = plain.object(plain.world.bodyAt(binding.world.indexOf(body)));
      object.updateWorldMatrix(true, true);
      batch.getMatrixAt(i, matrix);
      const meshes = [];
      object.traverse((one) => one.isMesh && meshes.push(one));
      const gap = Math.min(...meshes.map((mesh) => Math.max(
        ...mesh.matrixWorld.elements.map((value, k) => Math.abs(value - matrix.elements[k])))));
      assert.ok(gap < 1e-5, `${gap}`);
      // Asked for, the object that the instance stands for is where it was before.
      const own = binding.object(body);
      own.updateWorldMatrix(true, false);
      assertNear(own.matrixWorld.elements, object.matrixWorld.elements);
      compared += 1;
    }
  }
  assert.ok(compared >= 30);
  plain.dispose();
  binding.dispose();
  assert.equal(gltf.scene.children.filter((child) => child.isInstancedMesh).length, 0);
});

test('a hit on an object, or on something within it, names its body', { skip }, async () => {
  const gltf = await parse(sample('bounce.gltf').toString());
  const binding = await bind(gltf);
  const body = binding.world.bodyAt(0);
  const object = binding.object(body);
  assert.equal(binding.body({ object }), body);
  object.traverse((child) => assert.equal(binding.body({ object: child }), body));
  assert.equal(binding.body({ object: gltf.scene }), 0);
  binding.dispose();
});

test('debug lines are those of the world, and follow it', { skip }, async () => {
  const gltf = await parse(sample('bounce.gltf').toString());
  const binding = await bind(gltf);
  const lines = binding.debug(Debug.shapes);
  assert.equal(lines.parent, gltf.scene);
  const drawn = () => [...lines.geometry.attributes.position.array.subarray(0, lines.geometry.drawRange.count * 3)];
  const first = drawn();
  assert.deepEqual(first, [...binding.world.debug(Debug.shapes).positions]);
  binding.update(0.25);
  assert.notDeepEqual(drawn(), first);
  binding.debug(0);
  assert.equal(lines.geometry.drawRange.count, 0);
  binding.dispose();
  assert.equal(lines.parent, null);
  binding.dispose();
});

test('files of four dimensions are refused', { skip }, async () => {
  const gltf = await parse(JSON.stringify(nested));
  await assert.rejects(bind(gltf, sample('around.g4tf')), TypeError);
});
