import type { JsonBody } from '../../http/json.ts';
import { quoted } from '../../report/quoted.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Finding } from '../../validation/finding.ts';
import { didYouMean } from '../did-you-mean.ts';
import { Failure } from '../failure.ts';
import { recordsIn } from './input.ts';

export interface ValidatedRecord {
  /** The line number of the record, from 1; also 1 if the record is the whole input. */
  readonly line: number;
  readonly findings: readonly Finding[];
}

/**
 * Validates the records of an input in order. The input has one record per line, or one JSON document over
 * several lines.
 * @throws {Failure} `NAME_UNKNOWN` if the specification has no such schema
 */
export async function* validateRecords(
  input: AsyncIterable<Uint8Array>,
  options: JudgeOptions = {},
): AsyncGenerator<ValidatedRecord> {
  const judge = judgeOf(options);
  for await (const records of recordsIn(input))
    for (const { line = 1, json } of records) yield { line, findings: findingsOf(json, judge) };
}

export function findingsOf(json: JsonBody, { specification, schemaName }: Judge): readonly Finding[] {
  if (json.kind === 'json') return specification.validate(schemaName, json.value);
  return [{ pointer: '', keyword: 'json', message: json.message.replace(/\.$/, '') }];
}

export interface Judge {
  readonly specification: Specification;
  readonly schemaName: string;
}

interface JudgeOptions {
  /** The specification with the schema; the bundled one by default. */
  readonly specification?: Specification | undefined;
  /** The name of a schema of the specification; `CaseRecord` by default. */
  readonly schema?: string | undefined;
}

export function judgeOf({ specification = bundled, schema = 'CaseRecord' }: JudgeOptions): Judge {
  if (specification.describesSchema(schema)) return { specification, schemaName: schema };
  const names = Object.keys(specification.description.components.schemas);
  const advice = didYouMean(schema, names, `Its schemas are ${names.join(', ')}.`);
  throw new Failure('NAME_UNKNOWN', `The description has no schema named ${quoted(schema)}. ${advice}`);
}
