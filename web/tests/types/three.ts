// SPDX-License-Identifier: MIT
// three.ts: a program that uses each declaration of tumble/three, for tsc --strict.
import type { LineSegments, Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { Debug, type BodyId } from 'tumble';
import { Binding, bind, objectsOfNodes, type BindOptions, type LoadedGltf } from 'tumble/three';

export async function use(bytes: ArrayBuffer): Promise<void> {
  const loaded: LoadedGltf = await new GLTFLoader().parseAsync(bytes, '');
  const options: BindOptions = { rate: 120, instances: true, contactEvents: true };
  const binding: Binding = await bind(loaded, bytes, options);
  const body: BodyId = binding.body({ object: loaded.scene, instanceId: 0 });
  const object: Object3D | undefined = binding.object(body) ?? objectsOfNodes(loaded).get(0);
  const lines: LineSegments = binding.debug(Debug.shapes);
  binding.update(1 / 60);
  binding.refresh(0.5);
  console.log(object, lines, binding.world.time);
  binding.dispose();
  new Binding(loaded, binding.world, options).dispose();
}
