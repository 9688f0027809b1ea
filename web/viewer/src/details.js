// SPDX-License-Identifier: MIT
// details.js: tabs of events, findings and plots.

import { el } from './dom.js';
import { nodeOfPointer } from './document.js';
import { Plots } from './plots.js';

const TABS = /** @type {const} */ (['events', 'findings', 'plots']);
const MOST_ROWS = 200;
const SEVERITIES = ['error', 'warning', 'info', 'hint'];

export class Details {
  name = '';
  drawn = '';

  /**
   * @param {HTMLElement} place
   * @param {{ select: (node: number) => void, seek: (step: number) => void, tab: (name: string) => void, copied: (text: string) => void }} calls
   */
  constructor(place, calls) {
    this.calls = calls;
    this.tabs = TABS.map((name) =>
      el('button', {
        type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, 'aria-selected': 'false', tabindex: -1,
        onclick: () => calls.tab(name),
      }, name[0].toUpperCase() + name.slice(1)),
    );
    this.panels = TABS.map((name) => el('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: 0, hidden: true }));
    const list = el('div', { role: 'tablist', 'aria-label': 'Details' }, ...this.tabs);
    list.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.#key(event));
    place.append(list, ...this.panels);
    this.plots = new Plots(this.panels[2]);
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const turn = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (turn === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
    const next = (at + turn + TABS.length) % TABS.length;
    this.calls.tab(TABS[next]);
    this.tabs[next].focus();
  }

  /** @param {string} name */
  show(name) {
    TABS.forEach((tab, i) => {
      this.tabs[i].setAttribute('aria-selected', String(tab === name));
      this.tabs[i].tabIndex = tab === name ? 0 : -1;
      this.panels[i].hidden = tab !== name;
    });
    this.name = name;
    this.drawn = '';
  }

  /** @param {import('./session.js').Session | null} session */
  draw(session) {
    if (this.name === 'plots') this.plots.draw(session);
    if (this.name === 'events') this.#events(session);
  }

  #events(/** @type {import('./session.js').Session | null} */ session) {
    const events = session?.timeline.events ?? [];
    const now = session?.timeline.step ?? 0;
    const key = `${events.length} ${events.at(-1)?.step} ${now}`;
    if (this.drawn === key) return;
    this.drawn = key;
    const last = events.findLastIndex(({ step }) => step <= now) + 1;
    const rows = events.slice(Math.max(0, last - MOST_ROWS), last).reverse().map(({ step, kind, a, b, text }) =>
      el('tr', {},
        el('td', {}, el('button', { type: 'button', class: 'pointer', onclick: () => this.calls.seek(step) }, `${(step / (session?.timeline.rate ?? 60)).toFixed(3)} s`, el('span', { class: 'hidden' }, `, to step ${step}`))),
        el('td', {}, kind), el('td', {}, this.#node(session, a)), el('td', {}, this.#node(session, b)), el('td', {}, text)),
    );
    this.panels[0].replaceChildren(
      rows.length === 0 ? el('p', { class: 'note' }, 'Nothing has happened yet: triggers and contacts are listed here.')
        : table(['Time', 'Event', 'A', 'B', ''], rows),
    );
  }

  #node(/** @type {import('./session.js').Session | null} */ session, /** @type {number} */ node) {
    if (node < 0) return 'world';
    return el('button', { type: 'button', class: 'pointer', onclick: () => this.calls.select(node) }, session?.nameOf(node) ?? `node ${node}`);
  }

  /** @param {readonly { code: string, severity: string, message: string, pointer: string | null, offset?: number }[]} findings @param {string} note */
  setFindings(findings, note) {
    const sorted = [...findings].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    const rows = sorted.slice(0, 500).map(({ code, severity, message, pointer, offset }) => {
      const node = nodeOfPointer(pointer);
      const place = pointer ?? (offset === undefined ? '' : `byte ${offset}`);
      const go = () => (node >= 0 ? this.calls.select(node) : navigator.clipboard?.writeText(place).then(() => this.calls.copied(place), () => {}));
      return el('tr', { class: `severity-${severity}` }, el('td', {}, severity), el('td', { class: 'code' }, code), el('td', {}, message),
        el('td', {}, place ? el('button', { type: 'button', class: 'pointer', 'aria-label': node >= 0 ? `Select ${place}` : `Copy ${place}`, onclick: go }, place) : ''));
    });
    this.panels[1].replaceChildren(
      el('p', { class: 'note', role: 'status' }, note),
      ...(rows.length > 0 ? [table(['Severity', 'Code', 'Message', 'Place'], rows)] : []),
    );
  }
}

function table(/** @type {string[]} */ heads, /** @type {HTMLElement[]} */ rows) {
  return el('table', {}, el('thead', {}, el('tr', {}, ...heads.map((head) => el(head ? 'th' : 'td', head ? { scope: 'col' } : {}, head)))), el('tbody', {}, ...rows));
}
