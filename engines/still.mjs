// SPDX-License-Identifier: MIT
// still.mjs: an engine in which nothing moves. Checks of motion that it passes check nothing.

import { adapt, stillWorld } from './common.mjs';

await adapt({ engine: 'still', version: '1', open: (scene) => stillWorld(scene) });
