// SPDX-License-Identifier: MIT
// files.js: what is in a file, what is wrong with it, and the same physics in another dialect.

import { TumbleError, check } from './error.js';
import { DIALECTS, Source, dialectsOf, findingsOf, openFile } from './source.js';

const TARGETS = DIALECTS.slice(0, 8);
const SHAPES = ['sphere', 'box', 'capsule', 'cylinder', 'plane', 'convex', 'mesh', 'general', 'heightmap', 'ray'];

async function withSource(part, name, run) {
  const source = await Source.begin(part, name ?? '');
  try {
    return await run(source);
  } finally {
    source.end();
  }
}

/** Counts what physics is in a file. */
export async function info(file, options = {}) {
  const { source, status } = await openFile('core', file, options);
  try {
    check(source.module, status, source.findings(), options.name);
    source.read(options.dialect);
    source.call('counts', source.module.answer);
    const counts = [...source.module.answers(21)];
    const [dimension, nodes, bodies, joints, materials, filters, triggers] = counts;
    const colliders = {};
    SHAPES.forEach((name, i) => {
      if (counts[11 + i] > 0) colliders[name] = counts[11 + i];
    });
    return {
      dialects: dialectsOf(source), dimension, nodes, bodies,
      kinds: { static: counts[8], kinematic: counts[9], dynamic: counts[10] },
      colliders, joints, materials, filters, triggers, findings: source.findings(),
    };
  } finally {
    source.end();
  }
}

/** Checks every rule of physics in a file. Options and report are those of Khronos' gltf-validator. */
export function validate(file, options = {}) {
  return withSource('full', options.uri, async (source) => {
    const resource = options.externalResourceFunction;
    check(source.module, await source.open(file, resource, 'validate', options.deep ? 1 : 0));
    const mimeType = source.module.text(source.call('mime_type'));
    return {
      uri: options.uri ?? '',
      ...(mimeType && { mimeType }),
      validatorVersion: `tumble ${versionOf(source.module)}`,
      issues: issuesOf(source, options),
      ...(mimeType && { info: infoOf(source) }),
    };
  });
}

export function versionOf(module) {
  const number = module.call('tum_web_version');
  return [Math.floor(number / 1e6), Math.floor(number / 1000) % 1000, number % 1000].join('.');
}

function infoOf(source) {
  check(source.module, source.call('info', source.module.answer));
  return JSON.parse(new TextDecoder().decode(source.module.takeBlock('tum_web_info_release')));
}

const NUMBERS = { error: 0, warning: 1, info: 2, hint: 3 };

// Severity of a code by the options, -1 where it is left out.
function severityBy({ ignoredIssues = [], onlyIssues = [], severityOverrides = {} }) {
  const ignored = new Set(ignoredIssues);
  const only = new Set(onlyIssues);
  return (code, severity) => {
    if (ignored.has(code) || (only.size > 0 && !only.has(code))) return -1;
    return severityOverrides[code] ?? severity;
  };
}

function issuesOf(source, options) {
  const severityOf = severityBy(options);
  const messages = [];
  const counts = [0, 0, 0, 0];
  for (const { code, message, severity, pointer, offset } of source.findings()) {
    const number = severityOf(code, NUMBERS[severity]);
    if (number < 0) continue;
    counts[number] += 1;
    messages.push({ code, message, severity: number, ...(pointer === null ? { offset } : { pointer }) });
  }
  const lost = countLost(source, severityOf, counts);
  messages.sort((a, b) => a.severity - b.severity);
  const most = options.maxIssues > 0 ? options.maxIssues : Infinity;
  const [numErrors, numWarnings, numInfos, numHints] = counts;
  return {
    numErrors, numWarnings, numInfos, numHints,
    messages: messages.slice(0, most),
    truncated: messages.length > most || lost > 0,
  };
}

// Findings that the report counted and did not keep.
function countLost({ module, ...source }, severityOf, counts) {
  const report = module.call('tum_web_source_report', source.pointer);
  let all = 0;
  for (let i = 0, code; (code = module.call('tum_web_code', i)) !== 0; ++i) {
    const lost = module.call('tum_web_finding_lost', report, code);
    const number = lost > 0 ? severityOf(module.text(code), module.call('tum_web_code_severity', code)) : -1;
    if (number >= 0) {
      counts[number] += lost;
      all += lost;
    }
  }
  return all;
}

const CONTAINERS = [undefined, 'text', 'binary'];

/** Writes a file with its physics in another dialect, and everything else as it is. */
export function convert(file, options) {
  return withSource('full', options.name, async (source) => {
    const target = TARGETS.indexOf(options.to);
    const container = CONTAINERS.indexOf(options.container);
    if (target < 0) throw new TumbleError('argument', `to is one of ${TARGETS.join(', ')}, not ${options.to}`);
    if (container < 0) throw new TumbleError('argument', `container is text or binary, not ${options.container}`);
    check(source.module, await source.open(file, options.resource), source.findings(), options.name);
    source.read(options.dialect);
    const findings = source.findings();
    const failed = findings.filter(({ severity }) => severity === 'error');
    if (failed.length > 0 && !options.lenient) {
      throw new TumbleError('input', `${failed[0].message} (${failed[0].pointer ?? ''}, ${failed[0].code})`, findings);
    }
    const status = source.call('write', target, container, options.project ? 1 : 0, source.module.answer);
    const changesAt = source.call('changes');
    const changes = changesAt === 0 ? [] : withoutBlock(source.module, () => findingsOf(source.module, changesAt));
    check(source.module, status, changes, 'not written');
    const bytes = source.module.takeBlock();
    refuse(changes, options.strict);
    return { bytes, changes, findings };
  });
}

// Reads answers of other calls while the block of an earlier one stays in its place.
function withoutBlock(module, run) {
  const block = [...module.words(2)];
  const result = run();
  module.words(2).set(block);
  return result;
}

// A code begins with L where something is lost, with A where it is approximated.
function refuse(changes, strict) {
  if (!strict) return;
  const bad = changes.filter(({ code }) => code.startsWith('L-') || (strict === 'all' && code.startsWith('A-')));
  if (bad.length > 0) {
    throw new TumbleError('unsupported', `${bad[0].message} (${bad[0].pointer ?? ''}, ${bad[0].code})`, bad);
  }
}
