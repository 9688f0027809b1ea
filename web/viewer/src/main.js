// SPDX-License-Identifier: MIT
// main.js: the page: a session, what shows it, and what changes it.

import './style.css';
import { Vector3 } from 'three';
import { TumbleError, validate } from 'tumble';
import { Actors } from './actors.js';
import { Controls } from './controls.js';
import { Details } from './details.js';
import { fetchFile, takeFiles } from './document.js';
import { byId, el } from './dom.js';
import { Exporter } from './exporter.js';
import { Hands } from './hands.js';
import { Inspector } from './inspector.js';
import { fillHelp, listen } from './keys.js';
import { Overlay, flagsOf } from './overlay.js';
import { Sections } from './sections.js';
import { Session } from './session.js';
import { Slice } from './slice.js';
import { Stage } from './stage.js';
import { readState, writeState } from './state.js';
import { Switches } from './switches.js';
import { Tree } from './tree.js';

const MOST_HASHED = 1000; // Bodies of a world whose hash is shown while it moves.

class Viewer {
  state = readState(location.search);
  /** @type {Session | null} */
  session = null;
  /** @type {Actors | null} */
  actors = null;
  /** @type {Sections | null} */
  sections = null;
  #isStale = true;
  #panelsDue = 0;
  #opening = 0;
  #addressDue = 0;
  /** @type {Error | null} That was told last. */
  #failure = null;
  #message = byId('message');

  constructor() {
    const { state } = this;
    this.stage = new Stage(byId('canvas'));
    const labels = el('div', { class: 'labels' });
    byId('view').append(labels);
    this.overlay = new Overlay(labels);
    this.stage.scene.add(this.overlay.group);
    const select = (/** @type {number} */ node) => this.select(node);
    const copied = (/** @type {string} */ text) => this.say(`${text} is copied.`);
    this.tree = new Tree(byId('tree'), byId('search'), { select, kindOf: (node) => this.kindOf(node) });
    this.inspector = new Inspector(byId('inspector'), { change: (change) => this.change(change), copied, select });
    this.details = new Details(byId('details'), {
      select, copied, seek: (step) => this.seek(step), tab: (name) => this.showTab(name),
    });
    this.controls = new Controls(byId('controls'), byId('timeline'), {
      toggle: () => this.run('play'), step: (count) => this.stepBy(count), seek: (step) => this.seek(step), first: () => this.run('first'),
      last: () => this.run('last'), set: (name, value) => this.set(name, value),
      gravity: (value) => this.change({ kind: 'gravity', value: [0, value, 0, 0].slice(0, this.session?.world.dimension) }),
    });
    this.slice = new Slice(byId('slice-panel'), {
      set: (w) => this.setW(w), show: (name, isShown) => this.show(name, isShown),
    });
    this.exporter = new Exporter(byId('export-dialog'), (text) => this.say(text));
    this.hands = new Hands(this.stage, {
      session: () => this.session, sections: () => this.sections, actors: () => this.actors, select, changed: () => this.#touch(), slide: (by) => this.setW(this.state.w + by),
    });
    fillHelp(byId('help-dialog'));
    listen((command) => this.run(command), (name) => this.show(name, !this.state.show.has(name)));
    this.#listenToolbar();
    this.switches = new Switches(byId('overlay-panel'), byId('overlay-toggle'), (name, isShown) => this.show(name, isShown));
    this.setTheme(state.theme);
    this.showTab(state.tab);
    this.stage.controls.addEventListener('controlend', () => {
      this.state.cam = this.stage.place;
      this.#touch();
    });
  }

  // Opening.

  /** Opens what the address names. */
  async start() {
    requestAnimationFrame((now) => this.#frame(now, now));
    this.#watch();
    this.#listSamples();
    if (this.state.file) await this.openAddress(this.state.file, true);
    else this.tell('Open a file', [el('p', {}, 'Drop a .gltf, .glb, .g4tf or .g4b file here, with the files it names, or choose a sample above.')]);
  }

  /** @param {string} address @param {boolean} isKept  the state of the page stays. */
  async openAddress(address, isKept = false) {
    this.state.file = address;
    const number = ++this.#opening;
    try {
      const given = await fetchFile(address);
      if (number === this.#opening) await this.open(given, isKept);
    } catch (error) {
      if (number === this.#opening) this.fail(error, address);
    }
  }

  /** @param {Iterable<File>} files */
  async openFiles(files) {
    const all = [...files];
    const number = ++this.#opening;
    const checkpoint = all.find((file) => file.name.endsWith('.tck'));
    try {
      const rest = all.filter((file) => file !== checkpoint);
      if (rest.length > 0) {
        const given = await takeFiles(rest);
        if (number !== this.#opening) return;
        this.state.file = '';
        await this.open(given, false);
      }
      if (checkpoint && this.session) await this.#resume(new Uint8Array(await checkpoint.arrayBuffer()));
    } catch (error) {
      if (number === this.#opening) this.fail(error, all[0]?.name ?? 'the file');
    }
  }

  // A checkpoint is a state that the past of the page does not lead to: it is a beginning.
  async #resume(/** @type {Uint8Array} */ bytes) {
    const { session } = this;
    if (!session) return;
    session.play(false);
    await session.settle();
    session.world.restore(bytes);
    session.timeline.restart();
    this.#touch();
    this.say('The checkpoint goes on from here.');
  }

  /** @param {import('./document.js').Given} given @param {boolean} isKept */
  async open(given, isKept) {
    const { state } = this;
    byId('file-name').textContent = given.name;
    document.title = `${given.name} – tumble viewer`;
    const number = ++this.#opening;
    this.given = given;
    let session;
    try {
      session = await Session.open(given, state);
    } catch (error) {
      if (number === this.#opening) this.fail(error, given.name);
      return;
    }
    if (number !== this.#opening) return session.close();
    this.#close();
    if (!isKept) Object.assign(state, { t: 0, w: 0, sel: -1, cam: [] });
    this.session = session;
    session.speed = state.speed;
    this.#message.hidden = true;
    this.#stageSession(session);
    this.tree.setDocument(session.json);
    this.#setFindings(session.world.findings, 'Findings of reading the file; Validate checks every rule.');
    if (state.t > 0) session.seek(Math.round(state.t * state.rate));
    this.select(state.sel);
    if (session.world.poses.count === 0) {
      this.tell('No bodies', [el('p', {}, session.world.colliders(null).length > 0 ? 'The file has colliders that stand still, and nothing that moves.' : 'The file has no physics: nothing is simulated.')]);
    }
    this.#touch();
    document.documentElement.dataset.ready = given.name;
  }

  #stageSession(/** @type {Session} */ session) {
    const { state, stage } = this;
    const isFour = session.world.dimension === 4;
    byId('slice-panel').hidden = !isFour;
    this.actors = new Actors(session.world, session.gltf, state.theme);
    stage.scene.add(this.actors.group);
    if (isFour) {
      this.sections = new Sections(session.world, state.theme);
      stage.scene.add(this.sections.group);
    }
    this.actors.show(state.show.has('model'));
    const bounds = this.sections ? this.sections.bounds(session.world.poses) : this.actors.bounds();
    stage.setBounds(bounds);
    const camera = session.gltf?.cameras?.[0];
    if (state.cam.length === 6) stage.look(new Vector3().fromArray(state.cam), new Vector3().fromArray(state.cam, 3));
    else if (camera) stage.lookAs(camera);
    else stage.frame(bounds, new Vector3(0.55, 0.45, 1));
  }

  #close() {
    this.hands.drop();
    this.actors?.dispose();
    this.sections?.dispose();
    this.actors = null;
    this.sections = null;
    this.session?.close();
    this.session = null;
  }

  /** Says why a file is not shown, with its findings. @param {unknown} error @param {string} name */
  fail(error, name) {
    this.#close();
    const findings = error instanceof TumbleError ? error.findings : [];
    this.tree.setDocument(null);
    this.#setFindings(findings, `${name} could not be read.`);
    const [first] = findings;
    this.tell('This file cannot be shown', [
      el('p', {}, first?.message ?? /** @type {Error} */ (error).message),
      first?.pointer ? el('p', { class: 'pointer' }, `${first.pointer} (${first.code})`) : null,
      findings.length > 0 ? el('button', { type: 'button', onclick: () => this.showTab('findings') }, 'Show findings') : null,
    ]);
    byId('file-name').textContent = name;
    this.showTab(findings.length > 0 ? 'findings' : this.state.tab);
    this.inspector.draw(null, null);
    this.#facts(null);
    this.stage.isDirty = true;
    document.documentElement.dataset.ready = `failed ${name}`;
  }

  /** @param {string} title @param {(Node | null)[]} children */
  tell(title, children) {
    this.#message.replaceChildren(el('h2', {}, title), ...children.filter((child) => child !== null));
    this.#message.hidden = false;
  }

  /** A line that goes by itself. @param {string} text */
  say(text) {
    const line = el('p', {}, text);
    this.#message.replaceChildren(line);
    this.#message.hidden = false;
    setTimeout(() => {
      if (line.isConnected) this.#message.hidden = true;
    }, 2500);
  }

  #setFindings(/** @type {readonly any[]} */ findings, /** @type {string} */ note) {
    this.details.setFindings(findings, note);
    this.tree.setFindings(findings);
  }

  // The server of `tumble view` says when the document has changed.
  #watch() {
    const isAsked = new URLSearchParams(location.search).has('watch') || document.querySelector('meta[name="tumble-watch"]');
    if (!isAsked && !this.state.file.startsWith('doc/')) return;
    const source = new EventSource('events');
    const reload = async () => {
      this.state.t = this.session?.time ?? this.state.t;
      this.state.cam = this.stage.place;
      const wasPlaying = this.session?.isPlaying ?? false;
      await this.openAddress(this.state.file, true);
      /** @type {Session | null} */ (this.session)?.play(wasPlaying);
    };
    source.addEventListener('change', reload);
    source.addEventListener('message', reload);
  }

  async #listSamples() {
    const select = byId('sample');
    const response = await fetch('samples/index.json').catch(() => null);
    const names = response?.ok ? await response.json().catch(() => []) : [];
    select.hidden = names.length === 0;
    select.append(el('option', { value: '' }, 'Samples'), ...names.map((/** @type {string} */ name) => el('option', { value: `samples/${name}` }, name)));
    select.value = names.some((/** @type {string} */ name) => `samples/${name}` === this.state.file) ? this.state.file : '';
    select.addEventListener('change', () => select.value && this.openAddress(select.value));
  }

  // Changes of the state of the page.

  /** @param {string} command */
  run(command) {
    const { session, state } = this;
    const runs = /** @type {Record<string, () => void>} */ ({
      play: () => session?.play(!session.isPlaying),
      forward: () => this.stepBy(1),
      back: () => this.stepBy(-1),
      first: () => this.seek(0),
      last: () => this.seek(session?.timeline.last ?? 0),
      frame: () => this.frameSelection(),
      model: () => this.show('model', !state.show.has('model')),
      ground: () => this.show('ground', !state.show.has('ground')),
      theme: () => this.setTheme(state.theme === 'dark' ? 'light' : 'dark'),
      less: () => this.setW(state.w - 0.1),
      more: () => this.setW(state.w + 0.1),
      validate: () => this.validate(),
      export: () => this.exporter.open(session),
      help: () => byId('help-dialog').showModal(),
      deselect: () => (document.querySelector('.panel.open') ? this.#drawer(null) : this.select(-1)),
    });
    runs[command]?.();
    this.#touch();
  }

  /** @param {number} count */
  async stepBy(count) {
    const { session } = this;
    if (!session) return;
    session.play(false);
    await session.settle();
    if (this.session !== session) return;
    session.seekNow(Math.max(0, session.timeline.step + count));
    this.#touch();
  }

  /** @param {number} step */
  seek(step) {
    this.session?.play(false);
    this.session?.seek(step);
    this.#touch();
  }

  /** @param {import('./timeline.js').Change} change */
  change(change) {
    this.session?.change(change);
    this.#touch();
  }

  /** @param {'speed'|'rate'|'substeps'} name @param {number} value */
  set(name, value) {
    this.state[name] = value;
    if (name === 'speed' && this.session) this.session.speed = value;
    // Another rate is another world: it begins anew.
    else if (this.given) {
      this.state.t = 0;
      this.state.cam = this.stage.place;
      this.open(this.given, true);
    }
    this.#touch();
  }

  /** @param {number} w [m] */
  setW(w) {
    if (this.session?.world.dimension !== 4) return;
    this.state.w = Math.round(w * 1000) / 1000;
    this.#touch();
  }

  /** @param {string} name @param {boolean} isShown */
  show(name, isShown) {
    if (isShown) this.state.show.add(name);
    else this.state.show.delete(name);
    this.actors?.show(this.state.show.has('model'));
    this.switches.draw(this.state);
    this.#touch();
  }

  /** @param {'dark'|'light'} theme */
  setTheme(theme) {
    this.state.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.stage.setTheme(theme);
    this.overlay.theme = theme;
    this.actors?.setTheme(theme);
    this.sections?.setTheme(theme);
    this.switches.draw(this.state);
    this.#touch();
  }

  /** @param {string} name */
  showTab(name) {
    this.state.tab = name;
    this.details.show(name);
    this.#touch();
  }

  /** @param {number} node  -1: none. */
  select(node) {
    this.state.sel = node;
    this.tree.select(node);
    this.actors?.select(this.indexOf(node));
    this.#touch();
  }

  /** Index of the body of a node, -1: none. @param {number} node */
  indexOf(node) {
    return node < 0 || !this.session ? -1 : this.session.world.poses.nodes.indexOf(node);
  }

  /** @param {number} node */
  kindOf(node) {
    const index = this.indexOf(node);
    return index < 0 || !this.session ? '' : this.session.world.kind(this.session.world.bodyAt(index));
  }

  frameSelection() {
    if (!this.actors) return;
    const index = this.indexOf(this.state.sel);
    const box = this.sections && this.session ? this.sections.bounds(this.session.between.poses) : this.actors.bounds(index >= 0 ? index : undefined);
    if (box.isEmpty()) return;
    this.stage.frame(index >= 0 && !this.sections ? box.expandByScalar(box.getSize(new Vector3()).length() * 0.5) : box);
    this.state.cam = this.stage.place;
  }

  async validate() {
    const { given } = this;
    if (!given) return;
    const button = byId('validate');
    button.disabled = true;
    try {
      const report = await validate(given.bytes, { uri: given.name, externalResourceFunction: given.resource });
      const names = ['error', 'warning', 'info', 'hint'];
      const findings = report.issues.messages.map((message) => ({ ...message, severity: names[message.severity], pointer: message.pointer ?? null }));
      const { numErrors, numWarnings, numInfos, numHints } = report.issues;
      const count = numErrors + numWarnings + numInfos + numHints;
      button.textContent = `Validate (${count})`;
      this.#setFindings(findings, count === 0 ? 'Every rule holds.' : `${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints.`);
    } catch (error) {
      this.#setFindings([], /** @type {Error} */ (error).message);
    } finally {
      button.disabled = false;
    }
    this.showTab('findings');
    this.#drawer('details-panel');
  }

  // The page.

  #listenToolbar() {
    const input = byId('file-input');
    byId('open').addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      if (input.files.length > 0) this.openFiles(input.files);
      input.value = '';
    });
    byId('validate').addEventListener('click', () => this.validate());
    byId('export').addEventListener('click', () => this.exporter.open(this.session));
    byId('help').addEventListener('click', () => byId('help-dialog').showModal());
    byId('share').addEventListener('click', () => {
      this.#writeAddress();
      navigator.clipboard?.writeText(location.href).then(() => this.say('The link is copied.'), () => this.say(location.href));
    });
    for (const button of document.querySelectorAll('[data-drawer]')) {
      button.addEventListener('click', () => this.#drawer(/** @type {HTMLElement} */ (button).dataset.drawer ?? null, true));
    }
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      if (event.dataTransfer && event.dataTransfer.files.length > 0) this.openFiles(event.dataTransfer.files);
    });
  }

  // On narrow screens one panel is open at most.
  #drawer(/** @type {string | null} */ id, isToggled = false) {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-drawer]'))) {
      const panel = byId(button.dataset.drawer ?? '');
      const isOpen = button.dataset.drawer === id && !(isToggled && panel.classList.contains('open'));
      panel.classList.toggle('open', isOpen);
      button.setAttribute('aria-expanded', String(isOpen));
    }
    this.#isStale = true;
  }

  /** Everything is to be drawn anew. */
  #touch() {
    this.#isStale = true;
    this.#addressDue = performance.now() + 300;
  }

  #writeAddress() {
    const { session, state } = this;
    if (session && !session.isSeeking) state.t = session.time;
    const search = writeState(state, location.search);
    if (search !== location.search) history.replaceState(null, '', search === '?' ? location.pathname : search);
  }

  #frame(/** @type {number} */ now, /** @type {number} */ last) {
    requestAnimationFrame((next) => this.#frame(next, now));
    const { session } = this;
    const delta = Math.max(0, (now - last) / 1000);
    const wasPlaying = session?.isPlaying;
    const hasMoved = session?.frame(delta) ?? false;
    if (session && (session.failure !== this.#failure || (wasPlaying && !session.isPlaying))) this.#stopped(session);
    if (hasMoved || this.#isStale) {
      this.#isStale = false;
      this.#show();
    }
    this.stage.render(delta);
    this.overlay.label(this.stage);
    if (this.#addressDue > 0 && now > this.#addressDue && !session?.isPlaying) {
      this.#addressDue = 0;
      this.#writeAddress();
    }
  }

  #stopped(/** @type {Session} */ session) {
    this.#failure = session.failure;
    if (session.failure) this.tell('The simulation has ended', [el('p', {}, session.failure.message)]);
    this.#touch();
  }

  // Puts the session on the stage and in the panels.
  #show() {
    const { session, state, stage } = this;
    stage.isDirty = true;
    if (stage.grid) stage.grid.visible = state.show.has('ground');
    if (!session || !this.actors) {
      this.overlay.group.visible = false;
      this.overlay.shown = [];
      return;
    }
    const index = this.indexOf(state.sel);
    const { poses } = session.between;
    if (this.sections && state.show.has('follow') && index >= 0) state.w = poses.positions[4 * index + 3];
    this.actors.refresh(session.between, session.ghost);
    const now = performance.now();
    // Panels of numbers need not follow each frame.
    const isDue = !session.isPlaying || now > this.#panelsDue;
    const isRead = isDue || session.isAway;
    // A hash of thousands of bodies takes longer than a step.
    const isHashed = isRead && (!session.isPlaying || session.world.poses.count <= MOST_HASHED);
    const filled = this.sections?.wanted(state.w, state.show) ?? { sections: [], hasEdges: false };
    const seen = session.look({ ...flagsOf(state.show), w: state.w, ...filled, node: isRead ? state.sel : -1, isHashed });
    if (this.sections) {
      this.sections.refresh(seen, poses, index);
      this.slice.draw(session, state);
    }
    // Lines are those of the world, which is on its way where stored poses are shown.
    this.overlay.refresh(session.preview ? null : seen);
    this.controls.draw(session, state, seen.gravity);
    if (isDue) {
      this.#panelsDue = now + 200;
      this.controls.mark(session);
      this.details.draw(session);
      if (seen.node === state.sel) this.inspector.draw(session, seen);
      this.#facts(seen);
    }
  }

  #facts(/** @type {import('./look.js').Seen | null} */ seen) {
    const { timeline } = this.session ?? {};
    byId('counts').textContent = seen ? `${seen.counts.bodies} bodies, ${seen.counts.awake} awake` : '';
    byId('step-time').textContent = timeline && timeline.last > 0 ? `${timeline.ms.toFixed(1)} ms a step` : '';
    byId('hash').textContent = seen?.hash ?? '';
  }
}

const viewer = new Viewer();
// Tests, and the curious, reach the page's parts here.
/** @type {any} */ (globalThis).viewer = viewer;
await viewer.start();
