import type { JsonBody } from '../../http/json.ts';
import { quoted } from '../../report/quoted.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Finding } from '../../validation/finding.ts';
import { didYouMean } from '../did-you-mean.ts';
import { Failure } from '../failure.ts';
import { type Part, partsOf, recordsIn } from './parts.ts';

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
  const invalid: InvalidRecord[] = [];
  let records = 0;
  for (const { line, json } of recordsIn(part)) {
    const findings = findingsOf(json, judge);
    if (findings.length > 0) invalid.push({ line, findings });
    records += 1;
  }
  return { records, invalid };
}

function findingsOf(json: JsonBody, { specification, schemaName }: Judge): Finding[] {
  if (json.kind === 'json') return specification.validate(schemaName, json.value);
  return [{ pointer: '', keyword: 'json', message: json.message.replace(/\.$/, '') }];
}

export interface Judge {
  readonly specification: Specification;
  readonly schemaName: string;
}

interface JudgeOptions {
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
  const advice = didYouMean(schema, names, `Its schemas are ${names.join(', ')}.`);
  throw new Failure('SCHEMA_UNKNOWN', `The description has no schema named ${quoted(schema)}. ${advice}`);
}
