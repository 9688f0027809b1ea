// SPDX-License-Identifier: MIT
// exporter.js: what can be taken out: the file in another dialect, the state, the motion.

import { convert } from 'tumble';
import { download, el } from './dom.js';

const DIALECTS = [
  ['khr', 'KHR_physics_rigid_bodies'], ['khr-draft', 'KHR, draft of 2024'], ['msft', 'MSFT_rigid_bodies'], ['omi', 'OMI_physics_*'],
  ['omi-draft', 'OMI, draft'], ['omi-collider', 'OMI_collider'], ['g4mf', 'G4MF'], ['gltf21', 'glTF 2.1, proposal'],
];

/**
 * Records what happened up to now, by replaying it from the start.
 * @param {import('./session.js').Session} session @returns {Promise<import('tumble').Recording>}
 */
export async function recordingOf(session) {
  const { timeline, world } = session;
  session.play(false);
  await session.settle();
  const last = timeline.step;
  session.seekNow(0);
  const recording = world.record({ every: 1e9, rate: timeline.rate });
  session.seekNow(last);
  recording.stop();
  return recording;
}

export class Exporter {
  /** @param {HTMLDialogElement} dialog @param {(text: string) => void} say */
  constructor(dialog, say) {
    this.dialog = dialog;
    this.say = say;
    this.dialect = el('select', { 'aria-label': 'Dialect' }, ...DIALECTS.map(([value, text]) => el('option', { value }, text)));
    this.container = el('select', { 'aria-label': 'Container' }, el('option', { value: 'text' }, 'text'), el('option', { value: 'binary' }, 'binary'));
    this.result = el('div', { role: 'status' });
    const button = (/** @type {string} */ text, /** @type {() => unknown} */ run) => el('button', { type: 'button', onclick: () => this.#run(run) }, text);
    dialog.append(
      el('h2', { id: 'export-title' }, 'Export'),
      el('form', { method: 'dialog' },
        el('div', { class: 'row' }, button('Convert', () => this.#convert()), this.dialect, this.container),
        el('div', { class: 'row' }, button('Baked glTF', () => this.#bake()), el('span', { class: 'note' }, 'animations of what was simulated, no physics needed')),
        el('div', { class: 'row' }, button('Checkpoint', () => this.#checkpoint()), el('span', { class: 'note' }, 'the state now; open it beside its file to go on')),
        el('div', { class: 'row' }, button('Trajectory', () => this.#trajectory()), el('span', { class: 'note' }, 'poses of each step up to now, JSON Lines')),
        this.result,
        el('div', { class: 'row' }, el('button', { value: 'close' }, 'Close')),
      ),
    );
  }

  /** @param {import('./session.js').Session | null} session */
  open(session) {
    this.session = session;
    this.result.replaceChildren();
    this.dialog.showModal();
  }

  async #run(/** @type {() => unknown} */ run) {
    if (!this.session) return;
    this.result.textContent = 'Working…';
    try {
      await run();
    } catch (error) {
      this.result.textContent = /** @type {Error} */ (error).message;
    }
  }

  get #stem() {
    return this.session?.given.name.replace(/\.[^.]*$/, '') ?? 'scene';
  }

  async #convert() {
    const { bytes, name, resource } = /** @type {any} */ (this.session).given;
    const to = this.dialect.value, container = this.container.value;
    const made = await convert(bytes, { name, to, container, resource });
    const endings = to === 'g4mf' ? ['g4tf', 'g4b'] : ['gltf', 'glb'];
    const file = `${this.#stem}-${to}.${endings[container === 'binary' ? 1 : 0]}`;
    download(file, /** @type {BlobPart} */ (made.bytes));
    const changes = made.changes.map(({ code, message, pointer }) => el('li', {}, `${message} (${pointer ?? ''}, ${code})`));
    this.result.replaceChildren(el('p', {}, `${file} is saved. ${changes.length === 0 ? 'Nothing is lost.' : `${changes.length} differences:`}`), el('ul', {}, ...changes.slice(0, 20)));
  }

  async #bake() {
    const bytes = await (await recordingOf(/** @type {any} */ (this.session))).bake({ container: 'binary' });
    download(`${this.#stem}-baked.glb`, /** @type {BlobPart} */ (bytes));
    this.result.textContent = `${this.#stem}-baked.glb is saved.`;
  }

  async #checkpoint() {
    await this.session?.settle();
    const file = `${this.#stem}.tck`;
    download(file, /** @type {any} */ (this.session).world.checkpoint());
    this.result.textContent = `${file} is saved.`;
  }

  async #trajectory() {
    const file = `${this.#stem}.ndjson`;
    const bytes = await (await recordingOf(/** @type {any} */ (this.session))).trajectory();
    download(file, /** @type {BlobPart} */ (bytes), 'application/x-ndjson');
    this.result.textContent = `${file} is saved.`;
  }
}
