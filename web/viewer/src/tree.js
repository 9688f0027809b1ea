// SPDX-License-Identifier: MIT
// tree.js: the nodes of the file, with what physics they have and how many findings.

import { hierarchyOf, nodeOfPointer, physicsOfNode } from './document.js';
import { el } from './dom.js';

const FIRST = 200; // Children that are listed at once; a button lists more.

export class Tree {
  /** @type {any[]} */
  #nodes = [];
  /** @type {number[]} */
  #roots = [];
  /** @type {Map<number, number>} */
  #parents = new Map();
  /** @type {Set<number>} */
  #open = new Set();
  /** @type {Map<number, number>} */
  #findings = new Map();
  #query = '';
  #selected = -1;
  #json = /** @type {any} */ (null);

  /**
   * @param {HTMLElement} place @param {HTMLInputElement} search
   * @param {{ select: (node: number) => void, kindOf: (node: number) => string }} calls
   */
  constructor(place, search, calls) {
    this.place = place;
    this.calls = calls;
    search.addEventListener('input', () => {
      this.#query = search.value.trim().toLowerCase();
      this.draw();
    });
    place.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {any} json */
  setDocument(json) {
    const { nodes, roots } = hierarchyOf(json);
    this.#json = json;
    this.#nodes = nodes;
    this.#roots = roots;
    this.#parents = new Map();
    nodes.forEach((/** @type {any} */ node, /** @type {number} */ i) => {
      for (const child of Array.isArray(node?.children) ? node.children : []) this.#parents.set(child, i);
    });
    // Roots are open where that is no long list.
    this.#open = new Set(nodes.length <= 300 ? roots : []);
    this.#findings = new Map();
    this.draw();
  }

  /** @param {readonly { pointer: string | null }[]} findings */
  setFindings(findings) {
    this.#findings = new Map();
    for (const { pointer } of findings) {
      const node = nodeOfPointer(pointer);
      if (node >= 0) this.#findings.set(node, (this.#findings.get(node) ?? 0) + 1);
    }
    this.draw();
  }

  /** @param {number} node  -1: none. */
  select(node) {
    this.#selected = node;
    for (let at = this.#parents.get(node); at !== undefined; at = this.#parents.get(at)) this.#open.add(at);
    this.draw();
    this.place.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  draw() {
    const isFocused = this.place.contains(document.activeElement);
    const list = el('ul', { role: 'tree', 'aria-label': 'Nodes of the file' });
    if (this.#query) {
      const found = this.#nodes.map((_, i) => i).filter((i) => this.nameOf(i).toLowerCase().includes(this.#query));
      this.#fill(list, found, 1, false);
      if (found.length === 0) list.replaceWith(el('p', { class: 'note' }, 'No node has this name.'));
    } else {
      this.#fill(list, this.#roots, 1, true);
    }
    this.place.replaceChildren(list.children.length > 0 ? list : el('p', { class: 'note' }, this.#query ? 'No node has this name.' : 'No nodes.'));
    const items = [...this.place.querySelectorAll('[role="treeitem"]')];
    const current = items.find((item) => item.getAttribute('aria-selected') === 'true') ?? items[0];
    current?.setAttribute('tabindex', '0');
    if (isFocused) /** @type {HTMLElement} */ (current)?.focus();
  }

  /** @param {number} node */
  nameOf(node) {
    return this.#nodes[node]?.name || `node ${node}`;
  }

  #fill(/** @type {HTMLElement} */ list, /** @type {number[]} */ nodes, /** @type {number} */ level, /** @type {boolean} */ isDeep, from = 0) {
    for (const node of nodes.slice(from, from + FIRST)) this.#add(list, node, level, isDeep);
    const left = nodes.length - from - FIRST;
    if (left <= 0) return;
    const more = el('button', { type: 'button', onclick: () => {
      const rest = el('ul');
      this.#fill(rest, nodes, level, isDeep, from + FIRST);
      item.replaceWith(...rest.children);
    } }, `${left} more`);
    const item = el('li', { role: 'none' }, more);
    list.append(item);
  }

  // A flat list, in which levels tell which node is within which.
  #add(/** @type {HTMLElement} */ list, /** @type {number} */ node, /** @type {number} */ level, /** @type {boolean} */ isDeep) {
    const children = isDeep && Array.isArray(this.#nodes[node]?.children) ? this.#nodes[node].children.filter((/** @type {any} */ i) => this.#nodes[i]) : [];
    const isOpen = children.length > 0 && this.#open.has(node);
    const count = this.#findings.get(node) ?? 0;
    const kind = this.calls.kindOf(node) || (physicsOfNode(this.#json, node).some(({ pointer }) => /physics|collider/i.test(pointer)) ? 'physics' : '');
    const twist = el('span', { class: 'twist', 'aria-hidden': 'true' }, children.length === 0 ? '' : isOpen ? '▾' : '▸');
    twist.addEventListener('click', (/** @type {Event} */ event) => {
      event.stopPropagation();
      this.#toggle(node);
    });
    const row = el(
      'div', { class: 'row', style: `padding-left: ${5 + 14 * (level - 1)}px`, id: `node-${node}`, onclick: () => this.calls.select(node) }, twist, el('span', { class: 'name' }, this.nameOf(node)),
      count > 0 ? el('span', { class: 'badge' }, count, el('span', { class: 'hidden' }, ' findings')) : null, ' ', kind ? el('span', { class: 'kind' }, kind) : null,
    );
    const item = el('li', {
      role: 'treeitem', 'aria-level': level, 'aria-selected': node === this.#selected ? 'true' : 'false', tabindex: '-1', 'data-node': node,
      'aria-expanded': children.length > 0 ? String(isOpen) : null,
      'aria-labelledby': `node-${node}`,
    }, row);
    list.append(item);
    if (isOpen) this.#fill(list, children, level + 1, true);
  }

  #toggle(/** @type {number} */ node, isOpen = !this.#open.has(node)) {
    if (isOpen) this.#open.add(node);
    else this.#open.delete(node);
    this.draw();
  }

  // Keys of a tree: ARIA Authoring Practices, "Tree View".
  #key(/** @type {KeyboardEvent} */ event) {
    const items = /** @type {HTMLElement[]} */ ([...this.place.querySelectorAll('[role="treeitem"]')]);
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0) return;
    const node = Number(items[at].dataset.node);
    const expanded = items[at].getAttribute('aria-expanded');
    const go = (/** @type {number} */ to) => {
      items[at].setAttribute('tabindex', '-1');
      const item = items[Math.max(0, Math.min(items.length - 1, to))];
      item.setAttribute('tabindex', '0');
      item.focus();
    };
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(items.length - 1),
      ArrowRight: () => (expanded === 'false' ? this.#open.add(node) && this.#redrawAt(node) : go(at + 1)),
      ArrowLeft: () => (expanded === 'true' ? this.#open.delete(node) && this.#redrawAt(node) : this.#parents.has(node) && go(items.findIndex((item) => Number(item.dataset.node) === this.#parents.get(node)))),
      Enter: () => this.calls.select(node),
      ' ': () => this.calls.select(node),
    });
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  #redrawAt(/** @type {number} */ node) {
    this.draw();
    const item = /** @type {HTMLElement | null} */ (this.place.querySelector(`[data-node="${node}"]`));
    this.place.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    item?.setAttribute('tabindex', '0');
    item?.focus();
  }
}
