import { type JsonBody, readJson } from '../../http/json.ts';
import type { Finding } from '../../validation/finding.ts';
import type { Judge } from './judge.ts';
import { linesOf, maxBytes, type Part } from './part.ts';

export interface ValidatedPart {
  readonly records: number;
  readonly invalid: readonly InvalidRecord[];
}

interface InvalidRecord {
  /** The line within the part, from 0; undefined if the record is the whole input. */
  readonly line: number | undefined;
  readonly findings: readonly Finding[];
}

export function validatePart(part: Part, judge: Judge): ValidatedPart {
  switch (part.kind) {
    case 'lines':
      return judgeLines(part.bytes, judge);
    case 'line-too-long':
      return judgeRecord(0, tooLong, judge);
    case 'document':
      return judgeRecord(undefined, readJson(part.bytes), judge);
  }
}

/** Stands for a line or document that was too long to read. */
export const tooLong: JsonBody = {
  kind: 'not-json',
  message: `It is longer than ${maxBytes / 2 ** 20} MiB, and was not read.`,
};

function judgeLines(bytes: Uint8Array, judge: Judge): ValidatedPart {
  const invalid: InvalidRecord[] = [];
  let records = 0;
  for (const line of linesOf(bytes)) {
    const findings = findingsOf(readJson(line), judge);
    if (findings.length > 0) invalid.push({ line: records, findings });
    records += 1;
  }
  return { records, invalid };
}

function judgeRecord(line: number | undefined, json: JsonBody, judge: Judge): ValidatedPart {
  const findings = findingsOf(json, judge);
  return { records: 1, invalid: findings.length === 0 ? [] : [{ line, findings }] };
}

function findingsOf(json: JsonBody, { specification, schemaName }: Judge): Finding[] {
  if (json.kind === 'json') return specification.validate(schemaName, json.value);
  return [{ pointer: '', keyword: 'json', message: json.message.replace(/\.$/, '') }];
}
