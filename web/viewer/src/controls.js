// SPDX-License-Identifier: MIT
// controls.js: buttons of time, and the timeline with its events and checkpoints.

import { el, icon } from './dom.js';

const LEAST = 10; // [s] Of the timeline at first.

export class Controls {
  /**
   * @param {HTMLElement} controls @param {HTMLElement} timeline
   * @param {{ toggle: () => void, step: (count: number) => void, seek: (step: number) => void, first: () => void,
   *   last: () => void, set: (name: 'speed'|'rate'|'substeps', value: number) => void, gravity: (value: number) => void }} calls
   */
  constructor(controls, timeline, calls) {
    this.calls = calls;
    const button = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      el('button', { type: 'button', class: 'icon', 'aria-label': label, title: label, onclick }, icon(name));
    this.play = button('play', 'Play', calls.toggle);
    const choice = (/** @type {string} */ label, /** @type {'speed'|'rate'|'substeps'} */ name, /** @type {[number, string][]} */ values) => {
      const select = el('select', {}, ...values.map(([value, text]) => el('option', { value }, text)));
      select.addEventListener('change', () => calls.set(name, Number(select.value)));
      this.selects[name] = select;
      return el('label', { class: name === 'speed' ? 'keep' : '' }, label, select);
    };
    this.gravity = el('input', { type: 'number', step: 'any', value: '-9.81' });
    this.gravity.addEventListener('change', () => {
      const value = Number(this.gravity.value);
      if (this.gravity.value !== '' && Number.isFinite(value)) calls.gravity(value);
    });
    controls.append(
      button('first', 'To the start', calls.first), button('back', 'Step back', () => calls.step(-1)), this.play,
      button('forward', 'Step forward', () => calls.step(1)), button('last', 'To the end of what was simulated', calls.last),
      choice('Speed', 'speed', [[0.1, '0.1×'], [0.25, '0.25×'], [0.5, '0.5×'], [1, '1×'], [2, '2×'], [4, '4×']]),
      choice('Rate', 'rate', [[30, '30 Hz'], [60, '60 Hz'], [120, '120 Hz'], [240, '240 Hz']]),
      choice('Substeps', 'substeps', [[1, '1'], [2, '2'], [4, '4'], [8, '8'], [16, '16']]),
      el('label', {}, 'Gravity Y', this.gravity),
    );
    this.slider = el('input', { type: 'range', min: 0, max: LEAST * 60, step: 1, value: 0, 'aria-label': 'Time' });
    this.slider.addEventListener('input', () => calls.seek(Number(this.slider.value)));
    this.marks = el('canvas', { 'aria-hidden': 'true' });
    this.clock = el('output', { 'aria-label': 'Simulated time' });
    timeline.append(el('div', { class: 'track' }, this.slider, this.marks), this.clock);
  }

  /** @type {Record<string, any>} */
  selects = {};
  #drawn = '';

  /** @param {import('./session.js').Session} session @param {import('./state.js').State} state @param {readonly number[]} gravity */
  draw(session, state, gravity) {
    const { timeline } = session;
    const isPlaying = session.isPlaying;
    if (this.play.dataset.state !== String(isPlaying)) {
      this.play.dataset.state = String(isPlaying);
      this.play.replaceChildren(icon(isPlaying ? 'pause' : 'play'));
      this.play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
      this.play.title = isPlaying ? 'Pause' : 'Play';
    }
    this.slider.max = String(lengthOf(timeline));
    if (!session.isSeeking) this.slider.value = String(timeline.step);
    const seconds = session.time.toFixed(2);
    this.slider.setAttribute('aria-valuetext', `${seconds} seconds of ${(timeline.last / timeline.rate).toFixed(2)}`);
    this.clock.textContent = `${seconds} s`;
    for (const name of /** @type {const} */ (['speed', 'rate', 'substeps'])) choose(this.selects[name], state[name]);
    if (document.activeElement !== this.gravity) this.gravity.value = String(Number(gravity[1].toPrecision(6)));
  }

  /** Marks of the timeline: the simulated time as a bar, checkpoints as dots, events as ticks, told apart by colour and form.
   * @param {import('./session.js').Session} session */
  mark({ timeline }) {
    const length = lengthOf(timeline);
    const { clientWidth: width, clientHeight: height } = this.marks;
    const key = `${width} ${length} ${timeline.last} ${timeline.checkpoints.length} ${timeline.events.length} ${timeline.changes.length} ${document.documentElement.dataset.theme}`;
    if (width === 0 || this.#drawn === key) return;
    this.#drawn = key;
    const ratio = devicePixelRatio;
    this.marks.width = width * ratio;
    this.marks.height = height * ratio;
    const draw = this.marks.getContext('2d');
    const style = getComputedStyle(document.documentElement);
    const color = (/** @type {string} */ name) => style.getPropertyValue(name);
    const x = (/** @type {number} */ step) => 8 + ((width - 16) * step) / length;
    draw.scale(ratio, ratio);
    draw.fillStyle = color('--line');
    draw.fillRect(x(0), 1, x(timeline.last) - x(0), 2);
    draw.fillStyle = color('--accent');
    for (const { step, kind } of timeline.events) {
      const isTrigger = kind.startsWith('trigger');
      draw.globalAlpha = isTrigger ? 1 : 0.6;
      draw.fillRect(x(step) - 0.5, isTrigger ? 4 : 6, 1, isTrigger ? 9 : 5);
    }
    draw.globalAlpha = 1;
    draw.fillStyle = color('--changed');
    for (const { step } of timeline.changes) draw.fillRect(x(step) - 1, 4, 2, 4);
    draw.fillStyle = color('--faint');
    for (const { step } of timeline.checkpoints) {
      draw.beginPath();
      draw.arc(x(step), 2, 2, 0, 2 * Math.PI);
      draw.fill();
    }
  }
}

/** Steps of the slider: whole five seconds. @param {import('./timeline.js').Timeline} timeline */
const lengthOf = ({ last, rate }) => Math.max(LEAST * rate, Math.ceil(last / rate / 5) * 5 * rate);

// A value that is not in the list joins it.
function choose(/** @type {any} */ select, /** @type {number} */ value) {
  if (Number(select.value) === value) return;
  if (![...select.options].some((option) => Number(option.value) === value)) select.append(el('option', { value }, String(value)));
  select.value = String(value);
}
