import { type JsonBody, readJson } from '../../http/json.ts';
import { quoted } from '../../report/quoted.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Finding } from '../../validation/finding.ts';
import { Failure } from '../failure.ts';
import { nearest } from '../nearest.ts';
import { linesOf, maxBytes, type Part, partsOf } from './parts.ts';

export interface ValidatedRecord {
  /** The record's line, from 1; also 1 if the record is the whole input. */
  readonly line: number;
  readonly findings: readonly Finding[];
}

/**
 * Validates the records of an input in order: one per line, or one JSON document over several lines.
 * @throws {Failure} `SCHEMA_UNKNOWN`
 */
export async function* validateRecords(
  input: AsyncIterable<Uint8Array>,
  options: JudgeOptions = {},
): AsyncGenerator<ValidatedRecord> {
  const judge = judgeOf(options);
  let first = 1;
  for await (const part of partsOf(input)) {
    const { records, invalid } = validatePart(part, judge);
    const findings = new Map(invalid.map((record) => [record.line ?? 0, record.findings]));
    for (let line = 0; line < records; line += 1)
      yield { line: first + line, findings: findings.get(line) ?? [] };
    first += records;
  }
}

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

export interface Judge {
  readonly specification: Specification;
  readonly schemaName: string;
}

export interface JudgeOptions {
  /** By default the bundled specification. */
  readonly specification?: Specification | undefined;
  /** The name of one of its schemas; by default that of case records. */
  readonly schema?: string | undefined;
}

/**
 * Finds the schema for judging records.
 * @throws {Failure} `SCHEMA_UNKNOWN` if the specification has no such schema
 */
export function judgeOf({ specification = bundled, schema = 'CaseRecord' }: JudgeOptions): Judge {
  if (specification.describesSchema(schema)) return { specification, schemaName: schema };
  const names = Object.keys(specification.description.components.schemas);
  const near = nearest(schema, names);
  throw new Failure(
    'SCHEMA_UNKNOWN',
    `The description has no schema named ${quoted(schema)}. ${near === undefined ? `Its schemas are ${names.join(', ')}.` : `Did you mean '${near}'?`}`,
  );
}
