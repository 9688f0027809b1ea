// SPDX-License-Identifier: MIT
// state.js: the state of the page, which is in its address.
//
//     ?file=  t=1.5  w=0.25  sel=4  show=shapes,contacts  rate=60  substeps=4  theme=light  cam=px,py,pz,tx,ty,tz

/** @typedef {'shapes'|'triggers'|'contacts'|'centers'|'boxes'|'velocities'|'joints'|'limits'|'names'|'model'|'ground'|'ghosts'|'projection'|'follow'} Show */
/**
 * @typedef {object} State
 * @property {string} file  address relative to the page; '': none.
 * @property {number} t  [s]
 * @property {number} w  [m] place of the section.
 * @property {number} sel  node that is selected; -1: none.
 * @property {Set<string>} show  things that are drawn.
 * @property {number} rate  [Hz]
 * @property {number} substeps
 * @property {number} speed
 * @property {'dark'|'light'} theme
 * @property {string} tab
 * @property {number[]} cam  position and target; empty: as the file says.
 */

const SHOWN = ['model', 'ground'];
export const KNOWN = [
  'model', 'ground', 'shapes', 'triggers', 'contacts', 'centers', 'boxes', 'velocities', 'joints', 'limits', 'names',
  'ghosts', 'projection', 'follow',
];

const prefersLight = () => globalThis.matchMedia?.('(prefers-color-scheme: light)').matches ?? false;

/** @returns {State} */
function defaults() {
  return {
    file: '', t: 0, w: 0, sel: -1, show: new Set(SHOWN), rate: 60, substeps: 4, speed: 1,
    theme: prefersLight() ? 'light' : 'dark', tab: 'events', cam: [],
  };
}

/** @param {string | null} text @param {number} low @param {number} high @param {number} otherwise */
function number(text, low, high, otherwise) {
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : otherwise;
}

/** Reads an address; what is out of range, or no number, is as in an address without it. @param {string} search */
export function readState(search) {
  const query = new URLSearchParams(search);
  const state = defaults();
  state.file = query.get('file') ?? '';
  state.t = number(query.get('t'), 0, 3600, 0);
  state.w = number(query.get('w'), -1e4, 1e4, 0);
  state.sel = Math.round(number(query.get('sel'), -1, 1e9, -1));
  state.rate = Math.round(number(query.get('rate'), 20, 240, 60));
  state.substeps = Math.round(number(query.get('substeps'), 1, 64, 4));
  state.speed = number(query.get('speed'), 0.05, 4, 1);
  if (query.has('show')) {
    state.show = new Set((query.get('show') ?? '').split(',').filter((name) => KNOWN.includes(name)));
  }
  const theme = query.get('theme');
  if (theme === 'dark' || theme === 'light') state.theme = theme;
  state.tab = ['events', 'findings', 'plots'].includes(query.get('tab') ?? '') ? (query.get('tab') ?? '') : 'events';
  const cam = (query.get('cam') ?? '').split(',').map(Number);
  if (cam.length === 6 && cam.every(Number.isFinite)) state.cam = cam;
  return state;
}

const round = (/** @type {number} */ x, /** @type {number} */ digits) => String(Number(x.toFixed(digits)));

/** The address of a state, without what is as by default. @param {State} state @param {string} search  kept: other members. */
export function writeState(state, search = '') {
  const query = new URLSearchParams(search);
  const plain = defaults();
  const put = (/** @type {string} */ name, /** @type {string} */ value, /** @type {boolean} */ isDefault) =>
    isDefault ? query.delete(name) : query.set(name, value);
  put('file', state.file, state.file === '');
  put('t', round(state.t, 6), state.t === 0);
  put('w', round(state.w, 3), state.w === 0);
  put('sel', String(state.sel), state.sel < 0);
  put('rate', String(state.rate), state.rate === plain.rate);
  put('substeps', String(state.substeps), state.substeps === plain.substeps);
  put('speed', round(state.speed, 3), state.speed === 1);
  put('theme', state.theme, state.theme === plain.theme);
  put('tab', state.tab, state.tab === 'events');
  const show = KNOWN.filter((name) => state.show.has(name));
  put('show', show.join(','), show.join() === SHOWN.join());
  put('cam', state.cam.map((x) => round(x, 2)).join(','), state.cam.length === 0);
  // Slashes and commas are easier to read as they are.
  return `?${query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',')}`;
}
