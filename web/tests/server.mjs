// SPDX-License-Identifier: MIT
// server.mjs: a server of static files on this machine, for tests in a browser.

import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.json': 'application/json', '.gltf': 'model/gltf+json', '.glb': 'model/gltf-binary',
  '.png': 'image/png', '.svg': 'image/svg+xml',
};
// Pages with these have SharedArrayBuffer, and with it threads.
const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

async function fileOf(mounts, path) {
  for (const [prefix, folder] of mounts) {
    if (!path.startsWith(prefix)) continue;
    const root = resolve(folder);
    const place = resolve(root, `.${sep}${path.slice(prefix.length)}`);
    if (place !== root && !place.startsWith(root + sep)) continue;
    const kind = await stat(place).catch(() => null);
    if (kind?.isFile()) return place;
    if (kind?.isDirectory() && (await stat(join(place, 'index.html')).catch(() => null))) return join(place, 'index.html');
  }
  return null;
}

/**
 * Serves folders by the beginning of a path, the longest first: { '/': site, '/samples/': samples }. The path
 * /blank.html is an empty page. `isolated: false` leaves out the headers of isolation.
 */
export async function serve(folders, { isolated = true } = {}) {
  const mounts = Object.entries(folders).sort(([a], [b]) => b.length - a.length);
  const server = createServer(async (request, response) => {
    const headers = { 'cache-control': 'no-store', ...(isolated ? ISOLATION : {}) };
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    if (path === '/blank.html') {
      response.writeHead(200, { ...headers, 'content-type': TYPES['.html'] });
      response.end('<!doctype html><title>blank</title><link rel="icon" href="data:,">');
      return;
    }
    const file = await fileOf(mounts, path);
    response.writeHead(file ? 200 : 404, {
      ...headers, 'content-type': TYPES[extname(file ?? '')] ?? 'application/octet-stream',
    });
    response.end(file ? await readFile(file) : `no file ${path}`);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}
