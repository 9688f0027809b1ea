// SPDX-License-Identifier: MIT
// single.js: the entry of tumble/single, one file with scripts and module. tools/web.sh bundles it.

import code from 'tumble-module'; // The full module, deflated.
import { configure } from './tumble/src/module.js';

const inflated = async () => {
  const stream = new Blob([code]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
let bytes;
const source = () => (bytes ??= inflated());
configure({ wasm: source, full: source });

export * from './tumble/src/tumble.js';
