// SPDX-License-Identifier: MIT
// tumble.js: rigid-body physics of glTF and G4MF files: the package's interface.

import { versionOf } from './files.js';
import { acquire, compiledModule, configure } from './module.js';

export { TumbleError } from './error.js';
export { convert, info, validate } from './files.js';
export { Debug, World, createWorld, load } from './world.js';

/** Compiles the module that worlds of three dimensions need, and says where modules lie. */
export async function init(options = {}) {
  configure(options);
  await compiledModule('core');
}

/** Version of the module that is in use, "major.minor.patch". */
export async function version() {
  const module = await acquire('core');
  try {
    return versionOf(module);
  } finally {
    module.release();
  }
}
