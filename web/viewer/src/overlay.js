// SPDX-License-Identifier: MIT
// overlay.js: the library's debug lines over the scene, in the page's colours and styles of line.

import {
  BufferAttribute, BufferGeometry, DynamicDrawUsage, GreaterDepth, Group, LineBasicMaterial, LineDashedMaterial, LineSegments, Points,
  PointsMaterial,
} from 'three';
import { INKS, OVERLAYS } from './theme.js';

/** @typedef {import('./theme.js').LineStyle} LineStyle */
/** @typedef {{ style: LineStyle, color: number }} Ink */

const STYLES = /** @type {LineStyle[]} */ (['solid', 'dashed', 'dotted', 'over']);
const HIDDEN = 0.13; // Opacity of outlines behind other things.

const lines = { transparent: true, depthWrite: false, vertexColors: true };
const dashes = { dashed: { dashSize: 0.09, gapSize: 0.06 }, dotted: { dashSize: 0.025, gapSize: 0.045 } };

/** @param {LineStyle} style @param {boolean} isHidden  the lines behind other things, faint. */
function materialOf(style, isHidden) {
  const common = { ...lines, depthTest: style !== 'over', opacity: 0.95, ...(isHidden ? { depthFunc: GreaterDepth, opacity: HIDDEN } : {}) };
  return style === 'dashed' || style === 'dotted' ? new LineDashedMaterial({ ...common, ...dashes[style] }) : new LineBasicMaterial(common);
}

/** Flags of lines and of labels. @param {Set<string>} show */
export function flagsOf(show) {
  const lines = OVERLAYS.reduce((all, [name, flag]) => (show.has(name) ? all | flag : all), 0);
  return { lines, labels: show.has('names') ? 128 | (show.has('limits') ? 512 : 0) : 0 };
}

export class Overlay {
  group = new Group();
  /** @type {'dark'|'light'} */
  theme = 'dark';
  #lines = Object.fromEntries(STYLES.map((style) => [style, make(new LineSegments(new BufferGeometry(), materialOf(style, false)))]));
  // The same lines where something is before them.
  #hidden = STYLES.filter((style) => style !== 'over').map((style) => ({ style, object: make(new LineSegments(new BufferGeometry(), materialOf(style, true))) }));
  #points = make(new Points(new BufferGeometry(), new PointsMaterial({ size: 6, sizeAttenuation: false, vertexColors: true, depthTest: false, transparent: true })));
  #inks = { dark: /** @type {Map<number, Ink>} */ (new Map()), light: /** @type {Map<number, Ink>} */ (new Map()) };
  /** @type {HTMLElement[]} */
  #labels = [];
  /** @type {readonly import('tumble').DebugLabel[]} */
  shown = [];

  /** @param {HTMLElement} place  of the labels. */
  constructor(place) {
    this.place = place;
    this.group.add(...Object.values(this.#lines), ...this.#hidden.map(({ object }) => object), this.#points);
  }

  /** Draws lines and labels. @param {import('./look.js').Seen | null} seen  null: none. */
  refresh(seen) {
    this.group.visible = seen?.lines != null;
    this.shown = seen?.labels ?? [];
    if (!seen?.lines) return;
    const { count, positions, colors, points } = seen.lines;
    const counts = { solid: 0, dashed: 0, dotted: 0, over: 0 };
    for (let i = 0; i < count; ++i) counts[this.#inkOf(colors, 8 * i).style] += 1;
    const targets = Object.fromEntries(STYLES.map((style) => [style, room(this.#lines[style], counts[style] * 2, style === 'dashed' || style === 'dotted')]));
    const at = { solid: 0, dashed: 0, dotted: 0, over: 0 };
    for (let i = 0; i < count; ++i) {
      const { style, color } = this.#inkOf(colors, 8 * i);
      putLine(targets[style], at[style]++, positions, 6 * i, color);
    }
    for (const { style, object } of this.#hidden) {
      object.geometry = this.#lines[style].geometry;
      object.visible = this.#lines[style].visible;
    }
    const target = room(this.#points, points.count, false);
    target.position.set(points.positions);
    for (let i = 0; i < points.count; ++i) putColor(target.color, 3 * i, this.#inkOf(points.colors, 4 * i).color);
  }

  // A scene has few inks, and a hundred thousand lines.
  #inkOf(/** @type {Uint8Array} */ colors, /** @type {number} */ at) {
    const key = (colors[at] << 16) | (colors[at + 1] << 8) | colors[at + 2];
    const inks = this.#inks[this.theme];
    const known = inks.get(key);
    if (known) return known;
    const ink = INKS.get(key);
    const made = { style: /** @type {LineStyle} */ (ink?.style ?? 'over'), color: ink ? ink[this.theme] : key };
    inks.set(key, made);
    return made;
  }

  /** Puts the labels at their places on the canvas. @param {import('./stage.js').Stage} stage */
  label(stage) {
    const { shown } = this;
    while (this.#labels.length < shown.length) {
      const label = document.createElement('span');
      label.className = 'label';
      label.setAttribute('aria-hidden', 'true');
      this.place.append(label);
      this.#labels.push(label);
    }
    this.#labels.forEach((label, i) => {
      const at = shown[i] ? stage.screen(shown[i].at) : null;
      label.hidden = at === null;
      if (!at) return;
      label.textContent = shown[i].text;
      label.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
    });
  }

  dispose() {
    this.group.removeFromParent();
    this.#labels.forEach((label) => label.remove());
  }
}

function make(/** @type {any} */ object) {
  object.frustumCulled = false;
  object.renderOrder = 2;
  return object;
}

/** Arrays of an object's geometry with room for so many points, which it then draws. */
function room(/** @type {any} */ object, /** @type {number} */ count, /** @type {boolean} */ hasDistance) {
  let { position, color, lineDistance } = object.geometry.attributes;
  if ((position?.count ?? 0) < count) {
    const capacity = Math.ceil(count * 1.5) + 16;
    const attribute = (/** @type {number} */ size) => new BufferAttribute(new Float32Array(capacity * size), size).setUsage(DynamicDrawUsage);
    object.geometry.dispose();
    object.geometry = new BufferGeometry();
    object.geometry.setAttribute('position', (position = attribute(3)));
    object.geometry.setAttribute('color', (color = attribute(3)));
    if (hasDistance) object.geometry.setAttribute('lineDistance', (lineDistance = attribute(1)));
  }
  object.geometry.setDrawRange(0, count);
  object.visible = count > 0;
  for (const one of [position, color, lineDistance]) if (one) one.needsUpdate = true;
  return { position: position?.array ?? new Float32Array(0), color: color?.array ?? new Float32Array(0), distance: lineDistance?.array };
}

function putLine(/** @type {any} */ { position, color, distance }, /** @type {number} */ i, /** @type {Float32Array} */ ends, /** @type {number} */ from, /** @type {number} */ ink) {
  for (let k = 0; k < 6; ++k) position[6 * i + k] = ends[from + k];
  putColor(color, 6 * i, ink);
  putColor(color, 6 * i + 3, ink);
  if (!distance) return;
  distance[2 * i] = 0;
  distance[2 * i + 1] = Math.hypot(ends[from + 3] - ends[from], ends[from + 4] - ends[from + 1], ends[from + 5] - ends[from + 2]);
}

const LINEAR = new Float32Array(256).map((_, i) => (i / 255 <= 0.04045 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4));

// Colours of vertices are linear.
function putColor(/** @type {Float32Array} */ colors, /** @type {number} */ at, /** @type {number} */ ink) {
  colors[at] = LINEAR[ink >> 16];
  colors[at + 1] = LINEAR[(ink >> 8) & 255];
  colors[at + 2] = LINEAR[ink & 255];
}
