// SPDX-License-Identifier: MIT
// source.js: files on their way into a module: bytes, the files they name, findings.

import { TumbleError, check } from './error.js';
import { acquire } from './module.js';

const SEVERITIES = ['error', 'warning', 'info', 'hint'];
export const DIALECTS = [
  'khr', 'khr-draft', 'msft', 'omi', 'omi-draft', 'omi-collider', 'g4mf', 'gltf21', 'names',
];

/** Bytes of a file: those that were given, or UTF-8 of a text. */
export function bytesOf(file) {
  if (typeof file === 'string') return new TextEncoder().encode(file);
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) return file;
  throw new TumbleError('argument', 'a file is a Uint8Array, an ArrayBuffer or a text');
}

/** Findings of a report in the module. */
export function findingsOf(module, report) {
  const findings = [];
  if (report === 0) return findings;
  const count = module.call('tum_web_finding_count', report);
  for (let i = 0; i < count; ++i) {
    module.call('tum_web_finding', report, i, module.answer, module.answer + 64);
    const [code, message, pointer, file, result] = module.words(5);
    const [severity, offset] = module.answers(2, module.answer + 64);
    const finding = {
      code: module.text(code),
      severity: SEVERITIES[severity],
      message: module.text(message),
      pointer: module.text(pointer),
      file: module.text(file),
    };
    if (pointer === 0) finding.offset = offset;
    if (result !== 0) finding.result = module.text(result);
    findings.push(finding);
  }
  return findings;
}

/** Names of the dialects of a scene, which has the ids of their revisions. */
export function dialectsOf(source) {
  const { module } = source;
  const ids = module.text(source.call('dialects')).split(', ').filter(Boolean);
  const names = ids.map((id) => {
    const number = module.withText(id, (at) => module.call('tum_web_dialect', at));
    return module.text(module.call('tum_web_dialect_name', number));
  });
  return [...new Set(names)];
}

/** A document in a module. End it with `end`, unless a world has taken it. */
export class Source {
  static async begin(part, name) {
    const module = await acquire(part);
    const source = new Source();
    source.module = module;
    source.pointer = module.withText(name, (text) => module.call('tum_web_source_create', text));
    if (source.pointer === 0) {
      module.release();
      throw new TumbleError('memory', 'out of memory');
    }
    return source;
  }

  call(name, ...values) {
    return this.module.call(`tum_web_source_${name}`, this.pointer, ...values);
  }

  end() {
    if (this.isEnded) return;
    this.isEnded = true;
    if (this.pointer !== 0 && !this.module.isDead) this.call('destroy');
    this.pointer = 0;
    this.module.release();
  }

  /** The world has the source now; the module stays. */
  taken() {
    this.pointer = 0;
  }

  findings() {
    return findingsOf(this.module, this.call('report'));
  }

  /** Opens the bytes as often as the module asks for files that were not given. @returns the last status. */
  async open(file, resource, how = 'open', ...values) {
    const bytes = bytesOf(file);
    for (;;) {
      const status = this.module.with(bytes, (at) => this.call(how, at, bytes.byteLength, ...values));
      const path = this.module.text(this.call('wanted'));
      if (path === null) return status;
      await this.#give(path, resource);
      for (let next; (next = this.module.text(this.call('wanted'))) !== null; ) await this.#give(next, resource);
    }
  }

  async #give(path, resource) {
    let bytes;
    try {
      bytes = resource ? await resource(path) : undefined;
    } catch {
      // No bytes: the document has a finding then.
    }
    const at = bytes === undefined || bytes === null ? 0 : this.module.copyIn(bytes);
    const status = this.module.withText(path, (text) => this.call('give', text, at, bytes?.byteLength ?? 0));
    check(this.module, status);
  }

  /** Reads the scene of the document. */
  read(dialect) {
    const number = dialect === undefined ? 0 : DIALECTS.indexOf(dialect) + 1;
    if (dialect !== undefined && number === 0) {
      throw new TumbleError('argument', `no dialect is called ${JSON.stringify(dialect)}`);
    }
    const status = this.call('read', number);
    check(this.module, status, this.findings());
  }
}

/** Opens a file in the core module, or in the full one, which alone has four dimensions. @returns source, status. */
export async function openFile(part, file, { name = '', resource } = {}) {
  const source = await Source.begin(part, name);
  try {
    const status = await source.open(file, resource);
    if (source.module.part !== 'core' || status !== 0 || source.call('dimension') !== 4) return { source, status };
  } catch (error) {
    source.end();
    throw error;
  }
  source.end();
  return openFile('full', file, { name, resource });
}
