// SPDX-License-Identifier: MIT
// dom.js: elements of the page.

/**
 * Makes an element. Members that begin with "on" are listeners; null and false leave an attribute out.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node | string | number | null | undefined)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value === 'boolean') /** @type {any} */ (element)[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(String(child) === child || typeof child === 'number' ? String(child) : child);
  return element;
}

/** The element of an id of the page. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** A number of up to five digits, as people read it. @param {number} value */
export function short(value) {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : '–';
  if (Math.abs(value) < 5e-5) return '0';
  const digits = Math.max(0, 4 - Math.max(0, Math.floor(Math.log10(Math.abs(value)))));
  return String(Number(value.toFixed(digits))).replace('-', '−');
}

/** @param {unknown} value */
export function shown(value) {
  if (typeof value === 'number') return short(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return [.../** @type {number[]} */ (value)].map((x) => (typeof x === 'number' ? short(x) : String(x))).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** Hands bytes to the person as a file. @param {string} name @param {BlobPart} bytes @param {string} type */
export function download(name, bytes, type = 'application/octet-stream') {
  const link = el('a', { href: URL.createObjectURL(new Blob([bytes], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** Outlines of the icons of playback, 16 by 16. */
const ICONS = {
  play: 'M4 2.5v11l9-5.5z', pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z', first: 'M3 2.5h2v11H3zM13 2.5v11L5.5 8z', last: 'M11 2.5h2v11h-2zM3 2.5v11L10.5 8z',
  back: 'M11 3v10L4.5 8zM12 3h1v10h-1z', forward: 'M5 3v10l6.5-5zM3 3h1v10H3z',
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 16 16', width: '16', height: '16', fill: 'currentColor', 'aria-hidden': 'true' })) svg.setAttribute(key, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}
