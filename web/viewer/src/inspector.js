// SPDX-License-Identifier: MIT
// inspector.js: a node's physics: each value with its place in the file, or where else it is from.

import { leafOf, physicsOfNode } from './document.js';
import { el, shown } from './dom.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./look.js').Seen} Seen */
/** @typedef {{ label: string, value: unknown, unit?: string, names?: string[], source?: string, edit?: (value: number) => void, changed?: boolean }} Row */

export class Inspector {
  /**
   * @param {HTMLElement} place
   * @param {{ change: (change: import('./timeline.js').Change) => void, copied: (text: string) => void, select: (node: number) => void }} calls
   */
  constructor(place, calls) {
    this.place = place;
    this.calls = calls;
  }

  /** @param {Session | null} session @param {Seen | null} seen  with the values of the node that is selected. */
  draw(session, seen) {
    // A field that is being edited stays as it is.
    if (this.place.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT') return;
    if (!session || !seen) return this.place.replaceChildren();
    const { node, facts } = seen;
    if (!facts) return this.place.replaceChildren(...this.#world(session, seen));
    const leaves = physicsOfNode(session.json, node);
    const sections = [this.#node(session, node)];
    if (facts.body) sections.push(this.#body(session, facts.body, leaves));
    for (const collider of facts.colliders) sections.push(this.#collider(session, collider));
    for (const joint of facts.joints) sections.push(this.#joint(session, joint));
    if (leaves.length > 0) sections.push(this.#file(leaves));
    else sections.push(el('p', { class: 'note' }, 'The file has no physics at this node.'));
    this.place.replaceChildren(...sections);
  }

  #world(/** @type {Session} */ { world }, /** @type {Seen} */ { counts, gravity }) {
    const { bodies, awake, contacts, pairs, islands } = counts;
    const rows = [
      { label: 'Dimension', value: world.dimension }, { label: 'Bodies', value: bodies }, { label: 'Awake', value: awake },
      { label: 'Pairs', value: pairs }, { label: 'Contacts', value: contacts }, { label: 'Islands', value: islands },
      { label: 'Gravity', value: gravity, unit: 'm/s²' },
    ];
    return [this.#section('World', rows, []), el('p', { class: 'note' }, 'Select a node or a body to see its values.')];
  }

  #node(/** @type {Session} */ session, /** @type {number} */ node) {
    const section = el('section', {}, el('h2', {}, session.nameOf(node)), this.#pointer(`/nodes/${node}`));
    return section;
  }

  #body(/** @type {Session} */ session, /** @type {import('./look.js').BodyFacts} */ { id: body, kind, isAwake, position, gravityFactor, motion }, /** @type {import('./document.js').Leaf[]} */ leaves) {
    const isDynamic = kind === 'dynamic';
    // After the first step velocities are no longer those of the file.
    const isFirst = session.timeline.step === 0;
    const wasChanged = (/** @type {string} */ name) => session.timeline.changes.some(({ change }) => change.kind === name && change.body === body);
    /** @type {Row[]} */
    const rows = [
      { label: 'Kind', value: kind, names: ['motion/type', 'motion/isKinematic'], source: 'default' },
      { label: 'State', value: !isDynamic ? 'moves by itself' : isAwake ? 'awake' : 'asleep', source: 'simulated' },
      { label: 'Position', value: position, unit: 'm', source: 'simulated' },
    ];
    if (kind === 'static') rows[1].value = 'static';
    if (motion) {
      const { rotation, velocity, spin, mass } = motion;
      rows.push({ label: 'Rotation', value: rotation, source: 'simulated' });
      rows.push({ label: 'Velocity', value: velocity, unit: 'm/s', names: isFirst ? ['linearVelocity'] : [], source: 'simulated' });
      rows.push({ label: 'Spin', value: spin, unit: 'rad/s', names: isFirst ? ['angularVelocity'] : [], source: 'simulated' });
      if (mass && isDynamic) {
        rows.push({
          label: 'Mass', value: mass.mass, unit: 'kg', names: ['mass'], source: 'from colliders', changed: wasChanged('mass'),
          edit: (value) => value > 0 && this.calls.change({ kind: 'mass', body, value }),
        });
        rows.push({ label: 'Centre of mass', value: mass.center, unit: 'm', names: ['centerOfMass'], source: 'from colliders' });
        rows.push({ label: 'Moments', value: mass.inertia, unit: 'kg m²', names: ['inertiaDiagonal', 'inertiaTensor'], source: 'from colliders' });
      }
    }
    if (isDynamic) {
      rows.push({
        label: 'Gravity factor', value: gravityFactor, names: ['gravityFactor'], source: 'default', changed: wasChanged('gravity-factor'),
        edit: (value) => this.calls.change({ kind: 'gravity-factor', body, value }),
      });
    }
    return this.#section('Body', rows, leaves);
  }

  #collider(/** @type {Session} */ session, /** @type {import('./look.js').ColliderFacts} */ { id: collider, node, material }) {
    const leaves = physicsOfNode(session.json, node);
    const wasChanged = session.timeline.changes.some(({ change }) => change.kind === 'material' && change.collider === collider);
    /** @type {Row[]} */
    const rows = [];
    if (material) {
      const edit = (/** @type {string} */ name) => (/** @type {number} */ value) =>
        value >= 0 && this.calls.change({ kind: 'material', collider, value: { [name]: value } });
      rows.push({ label: 'Static friction', value: material.staticFriction, names: ['staticFriction'], source: 'default', edit: edit('staticFriction'), changed: wasChanged });
      rows.push({ label: 'Dynamic friction', value: material.dynamicFriction, names: ['dynamicFriction'], source: 'default', edit: edit('dynamicFriction'), changed: wasChanged });
      rows.push({ label: 'Restitution', value: material.restitution, names: ['restitution'], source: 'default', edit: edit('restitution'), changed: wasChanged });
      rows.push({ label: 'Friction combine', value: material.frictionCombine, names: ['frictionCombine'], source: 'default' });
    }
    return this.#section(`Collider ${session.nameOf(node)}`, rows, leaves);
  }

  #joint(/** @type {Session} */ session, /** @type {import('./look.js').JointFacts} */ { a, b, limits, drives }) {
    /** @type {Row[]} */
    const rows = [];
    for (const limit of limits) {
      const axes = limit.axes.map((axis) => 'xyz'[axis]).join('');
      rows.push({ label: `Limit ${limit.space} ${axes}`, value: [limit.min, limit.max], unit: limit.space === 'linear' ? 'm' : 'rad' });
    }
    for (const drive of drives) {
      rows.push({ label: `Drive ${drive.space} ${'xyz'[drive.axis]}`, value: drive.positionTarget ?? drive.velocityTarget ?? 0 });
    }
    return this.#section(`Joint of ${session.nameOf(a)} and ${session.nameOf(b)}`, rows, []);
  }

  #file(/** @type {import('./document.js').Leaf[]} */ leaves) {
    const rows = leaves.map(({ pointer, value }) =>
      el('tr', {}, el('td', {}, this.#pointer(pointer)), el('td', {}, shown(value))),
    );
    return el('section', {}, el('h2', {}, 'In the file'), el('table', {}, el('tbody', {}, ...rows)));
  }

  #section(/** @type {string} */ title, /** @type {Row[]} */ rows, /** @type {import('./document.js').Leaf[]} */ leaves) {
    const lines = rows.map((row) => {
      const leaf = row.names ? leafOf(leaves, row.names) : undefined;
      const source = row.changed ? el('span', { class: 'source changed' }, 'changed here')
        : leaf ? this.#pointer(leaf.pointer, 'file')
        : row.source ? el('span', { class: 'source' }, row.source) : null;
      const value = row.edit ? this.#field(row) : `${shown(row.value)}${row.unit ? ` ${row.unit}` : ''}`;
      return el('tr', {}, el('th', { scope: 'row' }, row.label), el('td', {}, value), el('td', {}, source));
    });
    return el('section', { 'aria-label': title }, el('h2', {}, title), el('table', {}, el('tbody', {}, ...lines)));
  }

  #field(/** @type {Row} */ row) {
    const unit = row.unit ? `${row.label} [${row.unit}]` : row.label;
    const input = el('input', { type: 'number', step: 'any', 'aria-label': unit, value: Number(/** @type {number} */ (row.value).toPrecision(6)) });
    input.addEventListener('change', () => {
      const value = Number(input.value);
      input.blur();
      if (input.value !== '' && Number.isFinite(value)) row.edit?.(value);
    });
    return el('span', {}, input, row.unit ? ` ${row.unit}` : '');
  }

  #pointer(/** @type {string} */ pointer, text = pointer) {
    const copy = () => navigator.clipboard?.writeText(pointer).then(() => this.calls.copied(pointer), () => {});
    return el('button', { type: 'button', class: 'pointer', title: `Copy ${pointer}`, 'aria-label': `Copy pointer ${pointer}${text === pointer ? '' : ' in the file'}`, onclick: copy }, text);
  }
}
