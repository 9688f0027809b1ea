// SPDX-License-Identifier: MIT
// switches.js: the panel that says which overlays are shown.

import { byId, el } from './dom.js';
import { OVERLAYS, INKS, css } from './theme.js';

const ENTRIES = [
  ...OVERLAYS.map(([name, , label, ink], i) => ({ name, label, ink, key: String(i + 1) })),
  { name: 'model', label: 'Model', ink: 0, key: 'M' },
  { name: 'ground', label: 'Grid', ink: 0, key: 'G' },
];

export class Switches {
  /**
   * @param {HTMLElement} panel @param {HTMLElement} toggle  button that opens and closes the panel.
   * @param {(name: string, isShown: boolean) => void} show
   */
  constructor(panel, toggle, show) {
    this.boxes = ENTRIES.map(({ name, label, ink, key }) => {
      const box = el('input', { type: 'checkbox' });
      box.addEventListener('change', () => show(name, box.checked));
      const swatch = ink ? el('span', { class: `swatch ${INKS.get(ink)?.style ?? ''}` }) : null;
      panel.append(el('label', {}, box, swatch, label, el('kbd', { 'aria-hidden': 'true' }, key)));
      return { name, box, swatch, ink };
    });
    const set = (/** @type {boolean} */ isOpen) => {
      panel.hidden = !isOpen;
      toggle.setAttribute('aria-expanded', String(isOpen));
    };
    toggle.addEventListener('click', () => set(panel.hidden));
    set(byId('view').clientWidth >= 700);
  }

  /** @param {import('./state.js').State} state */
  draw({ show, theme }) {
    for (const { name, box, swatch, ink } of this.boxes) {
      box.checked = show.has(name);
      if (swatch) swatch.style.borderTopColor = css(INKS.get(ink)?.[theme] ?? 0);
    }
  }
}
