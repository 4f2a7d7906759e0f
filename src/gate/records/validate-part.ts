import { type JsonBody, readJson } from '../../http/json.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Finding } from '../../validation/finding.ts';
import { linesOf, maxBytes, type Part } from './part.ts';

/** What was found in a part of an input. */
export interface ValidatedPart {
  readonly records: number;
  readonly invalid: readonly InvalidRecord[];
}

interface InvalidRecord {
  /** The line within the part, from 0, or undefined where it is the whole input. */
  readonly line: number | undefined;
  readonly findings: readonly Finding[];
}

/** Judges each record of a part of an input. */
export function validatePart(part: Part): ValidatedPart {
  switch (part.kind) {
    case 'lines':
      return judgeLines(part.bytes);
    case 'line-too-long':
      return judgeRecord(0, tooLong);
    case 'document':
      return judgeRecord(undefined, readJson(part.bytes));
  }
}

const tooLong: JsonBody = {
  kind: 'not-json',
  message: `It is longer than ${maxBytes / 2 ** 20} MiB, and was not read.`,
};

function judgeLines(bytes: Uint8Array): ValidatedPart {
  const invalid: InvalidRecord[] = [];
  let records = 0;
  for (const line of linesOf(bytes)) {
    const findings = findingsOf(readJson(line));
    if (findings.length > 0) invalid.push({ line: records, findings });
    records += 1;
  }
  return { records, invalid };
}

function judgeRecord(line: number | undefined, json: JsonBody): ValidatedPart {
  const findings = findingsOf(json);
  return { records: 1, invalid: findings.length === 0 ? [] : [{ line, findings }] };
}

function findingsOf(json: JsonBody): Finding[] {
  if (json.kind === 'json') return bundled.validate('CaseRecord', json.value);
  return [{ pointer: '', keyword: 'json', message: json.message.replace(/\.$/, '') }];
}
