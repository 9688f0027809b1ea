// SPDX-License-Identifier: MIT
// vite.config.js: the viewer as a static folder, build/web/viewer, that works below any address.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const out = path('../../build/web/viewer');

/** Copies the samples, and the list of them that the page reads. */
const samples = {
  name: 'samples',
  closeBundle() {
    const names = readdirSync(path('../../samples')).filter((name) => /\.(gltf|glb|g4tf|g4b)$/.test(name)).sort();
    mkdirSync(`${out}/samples`, { recursive: true });
    for (const name of names) cpSync(path(`../../samples/${name}`), `${out}/samples/${name}`);
    writeFileSync(`${out}/samples/index.json`, JSON.stringify(names));
  },
};

export default defineConfig({
  root: path('.'),
  base: './',
  resolve: {
    // One three.js for the page and for the package's adapter.
    alias: [
      { find: /^tumble\/three$/, replacement: path('../../build/web/tumble/three/three.js') },
      { find: /^tumble$/, replacement: path('../../build/web/tumble/src/tumble.js') },
      { find: /^three$/, replacement: path('node_modules/three/build/three.module.js') },
      { find: /^three\/addons\//, replacement: path('node_modules/three/examples/jsm/') },
    ],
  },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  plugins: [samples],
});
