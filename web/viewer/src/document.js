// SPDX-License-Identifier: MIT
// document.js: a file with the files it names, its JSON, and which of it is physics.

/** @typedef {{ name: string, bytes: Uint8Array, resource: (path: string) => Promise<Uint8Array>, base: string, files: Map<string, File> }} Given */
/** @typedef {{ pointer: string, value: unknown }} Leaf */

/** Fetches a file by its address. @param {string} address @returns {Promise<Given>} */
export async function fetchFile(address) {
  const url = new URL(address, document.baseURI);
  const read = async (/** @type {URL} */ from) => {
    const response = await fetch(from);
    if (!response.ok) throw new Error(`${from.pathname}: HTTP ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const name = decodeURIComponent(url.pathname.split('/').pop() ?? '');
  const resource = (/** @type {string} */ path) => read(new URL(path.split('/').map(encodeURIComponent).join('/'), url));
  return { name, bytes: await read(url), resource, base: new URL('.', url).href, files: new Map() };
}

const DOCUMENT = /\.(gltf|glb|g4tf|g4b|vrm)$/i;

/** Takes files that were dropped or chosen: one document, and what it names. @param {Iterable<File>} files @returns {Promise<Given>} */
export async function takeFiles(files) {
  const all = new Map([...files].map((file) => [file.webkitRelativePath || file.name, file]));
  const main = [...all.values()].find((file) => DOCUMENT.test(file.name)) ?? [...all.values()][0];
  if (!main) throw new Error('there is no file');
  const resource = async (/** @type {string} */ path) => {
    const found = all.get(path) ?? [...all.values()].find((file) => file.name === path.split('/').pop());
    if (!found) throw new Error(`${path} was not among the files`);
    return new Uint8Array(await found.arrayBuffer());
  };
  return { name: main.name, bytes: new Uint8Array(await main.arrayBuffer()), resource, base: '', files: all };
}

/** The JSON of a text or a container; null for what is neither. @param {Uint8Array} bytes @returns {any} */
export function jsonOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const magic = bytes.length >= 20 ? view.getUint32(0, true) : 0;
    let text = bytes;
    if (magic === 0x46546c67) text = bytes.subarray(20, 20 + view.getUint32(12, true)); // "glTF"
    else if (magic === 0x464d3447) text = chunkOfG4mf(bytes, view); // "G4MF"
    const json = JSON.parse(new TextDecoder().decode(text));
    return json !== null && typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

// A header of 16 bytes; chunks of type, compression (0: none) and size.
function chunkOfG4mf(/** @type {Uint8Array} */ bytes, /** @type {DataView} */ view) {
  return bytes.subarray(32, 32 + Number(view.getBigUint64(24, true)));
}

const PHYSICS = /physics|rigid|collider|collision|joint|gravity|motion/i;

/** Escapes a name for a JSON pointer. @param {string | number} name */
const escape = (name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at a JSON pointer. @param {any} json @param {string} pointer */
export function valueAt(json, pointer) {
  const names = pointer.split('/').slice(1).map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce((value, name) => value?.[name], json);
}

/** Values of physics that a node has in the file, and those that it refers to. @param {any} json @param {number} node @returns {Leaf[]} */
export function physicsOfNode(json, node) {
  const at = json?.nodes?.[node];
  if (!at) return [];
  /** @type {Leaf[]} */
  const leaves = [];
  for (const name of ['translation', 'rotation', 'scale', 'position', 'rotor', 'basis']) {
    if (at[name] !== undefined) leaves.push({ pointer: `/nodes/${node}/${name}`, value: at[name] });
  }
  if (at.physics) collect(json, at.physics, `/nodes/${node}/physics`, leaves, new Set());
  for (const [name, value] of Object.entries(at.extensions ?? {})) {
    if (PHYSICS.test(name)) collect(json, value, `/nodes/${node}/extensions/${name}`, leaves, new Set());
  }
  return leaves;
}

/** Members that name another place by its index, and where the list is. @type {Record<string, string[]>} */
const REFERENCES = {
  shape: ['/extensions/KHR_implicit_shapes/shapes', '/extensions/OMI_physics_shape/shapes', '/shapes', '/extensions/KHR_collision_shapes/shapes'],
  physicsMaterial: ['/extensions/KHR_physics_rigid_bodies/physicsMaterials', '/extensions/OMI_physics_body/physicsMaterials', '/physicsMaterials', '/materials'],
  collisionFilter: ['/extensions/KHR_physics_rigid_bodies/collisionFilters'],
  joint: ['/extensions/KHR_physics_rigid_bodies/physicsJoints', '/extensions/OMI_physics_joint/physicsJoints', '/physicsJoints'],
};

function collect(/** @type {any} */ json, /** @type {any} */ value, /** @type {string} */ pointer, /** @type {Leaf[]} */ leaves, /** @type {Set<string>} */ seen) {
  const isPlain = value === null || typeof value !== 'object';
  if (isPlain || (Array.isArray(value) && value.every((one) => typeof one !== 'object'))) {
    leaves.push({ pointer, value });
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    const list = typeof value === 'number' ? REFERENCES[name]?.find((one) => valueAt(json, one)?.[value]) : undefined;
    if (list && !seen.has(`${list}/${value}`)) {
      seen.add(`${list}/${value}`);
      collect(json, valueAt(json, list)[value], `${list}/${value}`, leaves, seen);
    }
    return;
  }
  for (const [name, inner] of Object.entries(value)) collect(json, inner, `${pointer}/${escape(name)}`, leaves, seen);
}

/** The first of the leaves whose pointer ends with one of these. @param {Leaf[]} leaves @param {string[]} names */
export function leafOf(leaves, names) {
  return leaves.find(({ pointer }) => names.some((name) => pointer.endsWith(`/${name}`)));
}

/** Node of a pointer of a finding; -1: none. @param {string | null | undefined} pointer */
export function nodeOfPointer(pointer) {
  const match = /^\/nodes\/(\d+)(\/|$)/.exec(pointer ?? '');
  return match ? Number(match[1]) : -1;
}

/** Children of each node, and the roots: nodes that no other node has as its child. @param {any} json */
export function hierarchyOf(json) {
  const nodes = Array.isArray(json?.nodes) ? json.nodes : [];
  const isChild = new Set(nodes.flatMap((/** @type {any} */ node) => (Array.isArray(node?.children) ? node.children : [])));
  const roots = nodes.map((/** @type {any} */ _, /** @type {number} */ i) => i).filter((/** @type {number} */ i) => !isChild.has(i));
  return { nodes, roots };
}
