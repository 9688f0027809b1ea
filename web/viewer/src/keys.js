// SPDX-License-Identifier: MIT
// keys.js: keys of the page, and the dialog that lists them.

import { el } from './dom.js';
import { OVERLAYS } from './theme.js';

/** @typedef {'play'|'forward'|'back'|'first'|'last'|'frame'|'ground'|'theme'|'model'|'validate'|'export'|'help'|'less'|'more'|'deselect'|'ghosts'} Command */

/** Keys, what they are called, the command, its words. @type {readonly [string[], string, Command, string][]} */
const KEYS = [
  [[' '], 'Space', 'play', 'play, pause'],
  [['.'], '.', 'forward', 'a step forward'],
  [[','], ',', 'back', 'a step back'],
  [['Home'], 'Home', 'first', 'to the start'],
  [['End'], 'End', 'last', 'to the end of what was simulated'],
  [['f', 'F'], 'F', 'frame', 'look at the selection, or at all'],
  [['m', 'M'], 'M', 'model', 'model, or solids of colliders'],
  [['g', 'G'], 'G', 'ground', 'grid of the ground'],
  [['t', 'T'], 'T', 'theme', 'dark, light'],
  [['['], '[', 'less', 'the slice 0.1 m back along W'],
  [[']'], ']', 'more', 'the slice 0.1 m on along W'],
  [['v', 'V'], 'V', 'validate', 'validate'],
  [['e', 'E'], 'E', 'export', 'export'],
  [['Escape'], 'Esc', 'deselect', 'select nothing'],
  [['?'], '?', 'help', 'these keys'],
];

/**
 * Listens for keys. Fields keep theirs, and so do buttons their Space and Enter.
 * @param {(command: Command) => void} run @param {(name: string) => void} toggle  an overlay by its name.
 */
export function listen(run, toggle) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    const isBox = isField && /^(checkbox)$/.test(/** @type {HTMLInputElement} */ (target).type);
    if (isField && !isBox) return;
    if (event.key === ' ' && (isBox || target.closest('button, [role="tab"], summary'))) return;
    const overlay = OVERLAYS[Number(event.key) - 1];
    const known = KEYS.find(([keys]) => keys.includes(event.key));
    if (overlay && event.key.length === 1) toggle(overlay[0]);
    else if (known) run(known[2]);
    else return;
    event.preventDefault();
  });
}

/** @param {HTMLDialogElement} dialog */
export function fillHelp(dialog) {
  const list = el('dl');
  for (const [, name, , words] of KEYS) list.append(el('dt', {}, el('kbd', {}, name)), el('dd', {}, words));
  list.append(el('dt', {}, el('kbd', {}, '1 – 9')), el('dd', {}, OVERLAYS.map(([, , label]) => label.toLowerCase()).join(', ')));
  const mouse = el('dl');
  for (const [what, words] of [
    ['drag on a body', 'pulls it, and selects it; with Ctrl it is selected alone'],
    ['drag elsewhere, or right', 'turns the view'], ['wheel, pinch', 'nearer and farther'], ['middle, two fingers', 'moves the view'],
    ['Alt and wheel', 'moves the slice along W'],
  ]) mouse.append(el('dt', {}, what), el('dd', {}, words));
  dialog.append(
    el('h2', { id: 'help-title' }, 'Keys'), list, el('h2', {}, 'Mouse and touch'), mouse,
    el('form', { method: 'dialog' }, el('button', { value: 'close' }, 'Close')),
  );
}
