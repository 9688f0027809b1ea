// SPDX-License-Identifier: MIT
// plots.js: numbers of each step over time.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { el, short } from './dom.js';

const SERIES = /** @type {const} */ ([
  ['energy', 'Energy', 'J'], ['awake', 'Awake bodies', ''], ['contacts', 'Contacts', ''], ['ms', 'Time of a step', 'ms'],
]);
const MOST_POINTS = 2000;

export class Plots {
  /** @type {{ name: string, plot: any, place: HTMLElement }[]} */
  #plots = [];
  #theme = '';
  #drawn = '';

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /** @param {import('./session.js').Session | null} session */
  draw(session) {
    const theme = document.documentElement.dataset.theme ?? '';
    if (this.place.clientWidth === 0) return;
    if (this.#theme !== theme) this.#make(theme);
    const samples = session?.timeline.samples ?? {};
    const count = samples.time?.length ?? 0;
    const key = `${count} ${session?.timeline.last} ${this.place.clientWidth}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const stride = Math.max(1, Math.ceil(count / MOST_POINTS));
    const pick = (/** @type {number[]} */ all = []) => (stride === 1 ? all : all.filter((_, i) => i % stride === 0));
    for (const { name, plot, place } of this.#plots) {
      const values = pick(samples[name]).map((value) => (Number.isFinite(value) ? value : null));
      plot.setData([pick(samples.time), values]);
      plot.setSize({ width: Math.max(place.clientWidth, 120), height: 112 });
      const last = samples[name]?.at(-1) ?? NaN;
      place.setAttribute('aria-label', `${place.dataset.title}: ${Number.isFinite(last) ? short(last) : 'not computed for many bodies'}`);
    }
  }

  #make(/** @type {string} */ theme) {
    this.#theme = theme;
    this.#drawn = '';
    this.#plots.forEach(({ plot }) => plot.destroy());
    const style = getComputedStyle(document.documentElement);
    const faint = style.getPropertyValue('--faint'), line = style.getPropertyValue('--line'), accent = style.getPropertyValue('--accent');
    const grid = el('div', { class: 'plots' });
    this.place.replaceChildren(grid);
    this.#plots = SERIES.map(([name, title, unit]) => {
      const label = unit ? `${title} [${unit}]` : title;
      const place = el('div', { role: 'img', 'aria-label': label, 'data-title': label });
      grid.append(place);
      const axis = { stroke: faint, grid: { stroke: line, width: 0.5 }, ticks: { stroke: line, width: 0.5 }, font: '10px system-ui' };
      const plot = new uPlot({
        width: 240, height: 118, title: label, legend: { show: false }, cursor: { y: false }, scales: { x: { time: false } },
        axes: [{ ...axis, size: 24 }, { ...axis, size: 52, values: (/** @type {any} */ _, /** @type {number[]} */ all) => all.map((value) => (Math.abs(value) >= 1e4 ? value.toExponential(1).replace('e+', 'e') : String(value))) }], series: [{}, { stroke: accent, width: 1.5, label }],
      }, [[], []], place);
      return { name, plot, place };
    });
  }
}
