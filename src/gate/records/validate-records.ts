import type { Finding } from '../../validation/finding.ts';
import { type JudgeOptions, judgeOf } from './judge.ts';
import { partsOf } from './parts.ts';
import { validatePart } from './validate-part.ts';

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
