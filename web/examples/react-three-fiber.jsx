// SPDX-License-Identifier: MIT
// A glTF file with physics in react-three-fiber: <Physics url="crate.glb" /> within a <Canvas>.
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Canvas, useFrame, useLoader } from '@react-three/fiber';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { bind } from 'tumble/three';

/** @param onBound  receives the binding: its world takes impulses, rays and all else. */
export function Physics({ url, onBound, ...options }) {
  const gltf = useLoader(GLTFLoader, url);
  const binding = useRef(null);
  useEffect(() => {
    let isGone = false;
    bind(gltf, null, options).then((bound) => {
      if (isGone) return bound.dispose();
      binding.current = bound;
      onBound?.(bound);
    });
    return () => {
      isGone = true;
      binding.current?.dispose();
      binding.current = null;
    };
  }, [gltf]);
  useFrame((state, delta) => binding.current?.update(delta));
  return <primitive object={gltf.scene} />;
}

const url = new URLSearchParams(location.search).get('file') ?? 'crate.glb';
createRoot(document.getElementById('root')).render(
  <Canvas camera={{ position: [4, 4, 8] }}>
    <hemisphereLight intensity={3} />
    <Physics url={url} />
  </Canvas>,
);
