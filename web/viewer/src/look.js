// SPDX-License-Identifier: MIT
// look.js: what the page shows of a world besides its poses, as plain values: asked on the page or in a Worker.

/** @typedef {import('tumble').World} World */
/**
 * Choices of what is shown: flags of lines and of labels, place of the section [m], places of all sections that are
 * filled and whether edges are shown (in 4D), node whose values are shown (-1: none).
 * @typedef {{ lines: number, labels: number, w: number, sections: number[], hasEdges: boolean, node: number, isHashed: boolean }} Wanted
 */
/** @typedef {{ id: number, node: number, material: ReturnType<World['material']> }} ColliderFacts */
/** @typedef {{ a: number, b: number, limits: ReturnType<World['limits']>, drives: ReturnType<World['drives']> }} JointFacts */
/** @typedef {ReturnType<typeof bodyFacts>} BodyFacts */
/** Values of a node. @typedef {{ body: BodyFacts | null, colliders: ColliderFacts[], joints: JointFacts[] }} Facts */
/**
 * @typedef {{ node: number, counts: World['counts'], gravity: readonly number[], hash: string, facts: Facts | null,
 *   lines: ReturnType<World['debug']> | null, labels: readonly import('tumble').DebugLabel[], w: number,
 *   sections: import('tumble').Solids[], edges: ReturnType<World['edges']> | null }} Seen
 */

const MOST_LABELS = 150;
const MOST_COLLIDERS = 12;

/** @param {World} world @param {Wanted} wanted @returns {Seen} */
export function lookAt(world, { lines, labels, w, sections, hasEdges, node, isHashed }) {
  const seen = {
    node,
    counts: world.counts,
    gravity: world.gravity,
    hash: isHashed ? world.hash().toString(16).padStart(16, '0') : '',
    facts: node >= 0 ? factsOf(world, node) : null,
    lines: lines === 0 ? null : copyOf(world.debug(lines, { w })),
    labels: /** @type {import('tumble').DebugLabel[]} */ ([]),
    w,
    sections: sections.map((place) => world.solids({ w: place })),
    edges: hasEdges ? world.edges() : null,
  };
  // Labels draw anew, which ends the views of lines.
  if (labels !== 0) seen.labels = world.debugLabels(labels, { w }).slice(0, MOST_LABELS);
  return seen;
}

const copyOf = (/** @type {ReturnType<World['debug']>} */ { count, positions, colors, points }) => ({
  count, positions: positions.slice(), colors: colors.slice(),
  points: { count: points.count, positions: points.positions.slice(), values: points.values.slice(), colors: points.colors.slice() },
});

function factsOf(/** @type {World} */ world, /** @type {number} */ node) {
  const index = world.poses.nodes.indexOf(node);
  const body = index >= 0 ? world.bodyAt(index) : 0;
  // Colliders of a body; of a node without one, those of the world that are its own.
  const all = body ? world.colliders(body) : world.colliders(null).filter((collider) => world.node(collider) === node);
  const nodeOf = (/** @type {number} */ one) => (one ? world.node(one) : -1);
  const joints = body && world.dimension === 3 ? world.joints(body) : [];
  return {
    body: body ? bodyFacts(world, body, index) : null,
    colliders: all.slice(0, MOST_COLLIDERS).map((id) => ({ id, node: world.node(id), material: world.material(id) })),
    joints: joints.map((id) => {
      const { a, b } = world.jointBodies(id);
      return { a: nodeOf(a), b: nodeOf(b), limits: world.limits(id), drives: world.drives(id) };
    }),
  };
}

function bodyFacts(/** @type {World} */ world, /** @type {number} */ id, /** @type {number} */ index) {
  const isThree = world.dimension === 3;
  const width = isThree ? 3 : 4;
  return {
    id,
    kind: world.kind(id),
    isAwake: world.isAwake(id),
    position: world.poses.positions.slice(index * width, index * width + width),
    gravityFactor: world.gravityFactor(id),
    motion: isThree
      ? { rotation: world.pose(id).rotation, velocity: world.linearVelocity(id), spin: world.angularVelocity(id), mass: world.mass(id) }
      : null,
  };
}
