// SPDX-License-Identifier: MIT
// slice.js: the place of the section of a world of four dimensions.

import { el } from './dom.js';

export class Slice {
  /**
   * @param {HTMLElement} place
   * @param {{ set: (w: number) => void, show: (name: 'ghosts'|'projection'|'follow', isShown: boolean) => void }} calls
   */
  constructor(place, calls) {
    this.place = place;
    this.slider = el('input', { type: 'range', step: 0.01, min: -2, max: 2, value: 0, 'aria-label': 'Place along W' });
    this.slider.addEventListener('input', () => calls.set(Number(this.slider.value)));
    this.number = el('input', { type: 'number', step: 0.1, 'aria-label': 'W in metres' });
    this.number.addEventListener('change', () => Number.isFinite(Number(this.number.value)) && calls.set(Number(this.number.value)));
    this.bars = el('canvas', { 'aria-hidden': 'true' });
    this.boxes = Object.fromEntries(/** @type {const} */ ([['ghosts', 'Ghosts'], ['projection', 'Projection'], ['follow', 'Follow selection']]).map(([name, label]) => {
      const box = el('input', { type: 'checkbox' });
      box.addEventListener('change', () => calls.show(name, box.checked));
      return [name, { box, label: el('label', {}, box, label) }];
    }));
    place.append(el('div', { class: 'slice' }, this.bars, this.slider), el('label', {}, 'W', this.number, 'm'), ...Object.values(this.boxes).map(({ label }) => label));
  }

  /** @param {import('./session.js').Session} session @param {import('./state.js').State} state */
  draw(session, state) {
    const { positions, count } = session.between.poses;
    const places = Array.from({ length: count }, (_, i) => positions[4 * i + 3]);
    const reach = Math.max(2, ...places.map(Math.abs).filter((w) => w < 100), Math.abs(state.w)) * 1.05;
    const bound = Math.ceil(reach * 2) / 2;
    this.slider.min = String(-bound);
    this.slider.max = String(bound);
    this.slider.value = String(state.w);
    this.slider.setAttribute('aria-valuetext', `${state.w.toFixed(2)} metres`);
    if (document.activeElement !== this.number) this.number.value = state.w.toFixed(2);
    for (const [name, { box }] of Object.entries(this.boxes)) box.checked = state.show.has(name);
    this.#histogram(places, bound);
  }

  // Bodies along W.
  #histogram(/** @type {number[]} */ places, /** @type {number} */ bound) {
    const { clientWidth: width, clientHeight: height } = this.bars;
    if (width === 0) return;
    const counts = new Array(48).fill(0);
    for (const w of places) {
      const at = Math.floor(((w + bound) / (2 * bound)) * counts.length);
      if (counts[at] !== undefined) counts[at] += 1;
    }
    this.bars.width = width * devicePixelRatio;
    this.bars.height = height * devicePixelRatio;
    const draw = this.bars.getContext('2d');
    draw.scale(devicePixelRatio, devicePixelRatio);
    draw.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent');
    const most = Math.max(...counts, 1);
    counts.forEach((count, i) => {
      const tall = (count / most) * height;
      draw.fillRect(8 + (i * (width - 16)) / counts.length, height - tall, (width - 16) / counts.length - 1, tall);
    });
  }
}
