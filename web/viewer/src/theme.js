// SPDX-License-Identifier: MIT
// theme.js: colours of states and lines, after Okabe and Ito, and the style of line that says the same without colour.
//
// Okabe, Ito: Color Universal Design, https://jfly.uni-koeln.de/color/ (2008).

export const ORANGE = 0xe69f00, SKY = 0x56b4e9, GREEN = 0x009e73, YELLOW = 0xf0e442, BLUE = 0x0072b2,
  VERMILION = 0xd55e00, PURPLE = 0xcc79a7;

/** Lines that are 'over' all are seen through what is before them. @typedef {'solid'|'dashed'|'dotted'|'over'} LineStyle */
/** @typedef {{ dark: number, light: number, style: LineStyle }} Ink */

/** The library's colours (draw3.h, red green blue) and those of the page. @type {Map<number, Ink>} */
export const INKS = new Map([
  [0x8c8c8c, { dark: 0x9aa4ae, light: 0x6b747d, style: 'solid' }], // static
  [0xf2a93b, { dark: ORANGE, light: 0xb87700, style: 'solid' }], // awake
  [0x5b7fa6, { dark: SKY, light: BLUE, style: 'dashed' }], // asleep
  [0x4fc26b, { dark: 0x2fcf9f, light: GREEN, style: 'solid' }], // kinematic
  [0xb36be0, { dark: PURPLE, light: 0xa04a7c, style: 'dotted' }], // triggers
  [0xff3b30, { dark: VERMILION, light: VERMILION, style: 'over' }], // contacts
  [0xffffff, { dark: 0xffffff, light: 0x000000, style: 'over' }], // centres of mass
  [0x404a55, { dark: 0x6f7d8b, light: 0x8a949e, style: 'dotted' }], // boxes
  [0x30d0ff, { dark: SKY, light: BLUE, style: 'over' }], // velocities
  [0xe8e04c, { dark: YELLOW, light: 0x8a7d00, style: 'over' }], // joints
  [0xb0b8c0, { dark: 0xc3ccd5, light: 0x4a5764, style: 'over' }], // locks
  [0xff8a3c, { dark: VERMILION, light: VERMILION, style: 'over' }], // limits
  [0x6fe0a8, { dark: 0x2fcf9f, light: GREEN, style: 'dashed' }], // springs
  [0xff6ad5, { dark: PURPLE, light: 0xa04a7c, style: 'over' }], // drives
  [0xf4f4f4, { dark: 0xffffff, light: 0x000000, style: 'over' }], // measures
]);

/** Fill of solids by the state of their body. */
export const FILLS = {
  dark: { static: 0x6b7681, awake: ORANGE, asleep: 0x3d86b8, kinematic: GREEN, trigger: PURPLE },
  light: { static: 0xb4bec8, awake: ORANGE, asleep: 0x5aa5d8, kinematic: 0x2fb489, trigger: PURPLE },
};
export const PAGE = {
  dark: { ground: 0x14181d, grid: 0x2d3640, axis: 0x4a5764, select: 0xffffff },
  light: { ground: 0xe9edf1, grid: 0xc9d1d9, axis: 0x98a4af, select: 0x000000 },
};

/** Overlays in the order of their keys: name in the address, flag of the library, label, ink. */
export const OVERLAYS = /** @type {const} */ ([
  ['shapes', 1, 'Shapes', 0xf2a93b],
  ['triggers', 2, 'Triggers', 0xb36be0],
  ['contacts', 4, 'Contacts', 0xff3b30],
  ['centers', 8, 'Centres of mass', 0xffffff],
  ['boxes', 16, 'Boxes', 0x404a55],
  ['velocities', 32, 'Velocities', 0x30d0ff],
  ['joints', 64, 'Joints', 0xe8e04c],
  ['limits', 256, 'Limits, drives', 0xff8a3c],
  ['names', 128, 'Names', 0xf4f4f4],
]);
export const css = (/** @type {number} */ color) => `#${color.toString(16).padStart(6, '0')}`;
