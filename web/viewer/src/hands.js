// SPDX-License-Identifier: MIT
// hands.js: bodies under the pointer: selected, and pulled by a spring.

import { Plane, Quaternion, Vector3 } from 'three';

/** @typedef {import('./session.js').Session} Session */

const REACH = 1000; // [m] Of a ray from the eye.

export class Hands {
  // The joint is 0 until the world has settled.
  /** @type {{ joint: number, plane: Plane, wasPlaying: boolean, pointer: number } | null} */
  #held = null;

  /**
   * @param {import('./stage.js').Stage} stage
   * @param {{ session: () => Session | null, sections: () => import('./sections.js').Sections | null,
   *   actors: () => import('./actors.js').Actors | null,
   *   select: (node: number) => void, changed: () => void, slide: (by: number) => void }} calls
   */
  constructor(stage, calls) {
    this.stage = stage;
    this.calls = calls;
    const { canvas } = stage;
    // Before the camera's listeners, so that a pulled body does not turn the view.
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture'])) canvas.addEventListener(name, (event) => this.#up(event));
    canvas.addEventListener('wheel', (event) => {
      if (!event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      calls.slide(-Math.sign(event.deltaY) * 0.05);
    }, { capture: true, passive: false });
  }

  /** Joint of the body that is held; 0: none. */
  get joint() {
    return this.#held?.joint ?? 0;
  }

  // The body and the point of it that a ray meets first.
  #find(/** @type {PointerEvent} */ event) {
    const session = this.calls.session();
    if (!session) return null;
    const caster = this.stage.ray(event);
    if (session.world.dimension === 4) {
      const index = this.calls.sections()?.pick(caster) ?? -1;
      return index >= 0 ? { body: session.world.bodyAt(index), node: session.world.poses.nodes[index], point: null } : null;
    }
    // A world that is away is asked by what is drawn.
    if (session.isAway) {
      const picked = this.calls.actors()?.pick(caster, session.between);
      if (!picked) return null;
      const { part, local } = picked;
      const body = part.index >= 0 ? session.world.bodyAt(part.index) : 0;
      return { body, node: session.world.node(body || part.collider), point: null, local };
    }
    const { origin, direction } = caster.ray;
    const to = origin.clone().addScaledVector(direction, REACH);
    const hit = session.world.rayCast([origin.x, origin.y, origin.z], [to.x, to.y, to.z]);
    if (!hit) return null;
    return { body: hit.body, node: hit.body ? session.world.node(hit.body) : hit.node, point: hit.point };
  }

  #down(/** @type {PointerEvent} */ event) {
    if (event.button !== 0 || !event.isPrimary || this.#held) return;
    const session = this.calls.session();
    const found = this.#find(event);
    if (!session || !found) return this.#noteClick(event);
    this.calls.select(found.node);
    const isDynamic = found.body !== 0 && (found.point || found.local) && session.world.kind(found.body) === 'dynamic';
    if (!isDynamic || event.ctrlKey || event.metaKey || session.isSeeking) return;
    this.#held = { joint: 0, plane: new Plane(), wasPlaying: session.isPlaying, pointer: event.pointerId };
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    if (found.local) this.#grabSettled(session, found.body, found.local, this.#held);
    else this.#grab(session, found.body, /** @type {readonly number[]} */ (found.point));
  }

  // A body that is away is taken when it is there, at the point of it that was under the pointer.
  async #grabSettled(/** @type {Session} */ session, /** @type {number} */ body, /** @type {Vector3} */ local, /** @type {object} */ held) {
    session.play(false);
    await session.settle();
    if (this.#held !== held || this.calls.session() !== session) return;
    if (session.isSeeking || !session.world.exists(body)) return this.release();
    const { position, rotation } = session.world.pose(body);
    const point = local.applyQuaternion(new Quaternion(...rotation)).add(new Vector3(...position));
    this.#grab(session, body, point.toArray());
  }

  #grab(/** @type {Session} */ session, /** @type {number} */ body, /** @type {readonly number[]} */ [x, y, z]) {
    const held = this.#held;
    if (!held) return;
    const { joint } = session.timeline.change({ kind: 'grab', body, at: [x, y, z] });
    held.joint = /** @type {number} */ (joint);
    const normal = this.stage.camera.getWorldDirection(new Vector3());
    held.plane.setFromNormalAndCoplanarPoint(normal, new Vector3(x, y, z));
    session.play(true);
    this.calls.changed();
  }

  // A click that meets nothing selects nothing; a drag turns the view.
  #noteClick(/** @type {PointerEvent} */ { clientX, clientY }) {
    const up = (/** @type {PointerEvent} */ event) => {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < 4) this.calls.select(-1);
    };
    this.stage.canvas.addEventListener('pointerup', up, { once: true });
  }

  #move(/** @type {PointerEvent} */ event) {
    const session = this.calls.session();
    if (!this.#held?.joint || !session || event.pointerId !== this.#held.pointer) return;
    const at = this.stage.ray(event).ray.intersectPlane(this.#held.plane, new Vector3());
    if (at) session.change({ kind: 'drag', joint: this.#held.joint, to: [at.x, at.y, at.z] });
  }

  #up(/** @type {PointerEvent} */ event) {
    if (this.#held && event.pointerId === this.#held.pointer) this.release();
  }

  /** Lets go of what is held. */
  release() {
    const session = this.calls.session();
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    this.stage.controls.enabled = true;
    if (!session) return;
    if (held.joint) session.change({ kind: 'release', joint: held.joint });
    session.play(held.wasPlaying);
    this.calls.changed();
  }

  /** Forgets what was held, of a session that is gone. */
  drop() {
    this.#held = null;
    this.stage.controls.enabled = true;
  }
}
