// SPDX-License-Identifier: MIT
// error.js: errors with a status that a program decides by, and the findings that a person reads.

const STATUS = [
  'ok', 'argument', 'input', 'file', 'unsupported', 'capacity', 'memory', 'diverged', 'internal', 'version',
];

export class TumbleError extends Error {
  constructor(status, message, findings = []) {
    super(message);
    this.name = 'TumbleError';
    this.status = status;
    this.findings = findings;
  }
}

/** Throws for a status of a module other than TUM_OK. */
export function check(module, status, findings = [], what = '') {
  if (status === 0) return;
  const first = findings.find((finding) => finding.severity === 'error');
  const text = module.text(module.call('tum_web_status_text', status));
  const reason = first ? `${first.message} (${first.pointer ?? `byte ${first.offset}`}, ${first.code})` : text;
  throw new TumbleError(STATUS[status] ?? 'internal', what ? `${what}: ${reason}` : reason, findings);
}

/** False for a status that says "no such thing", true for TUM_OK; throws for every other. */
export function isDone(module, status) {
  if (status === 1) return false;
  check(module, status);
  return true;
}
