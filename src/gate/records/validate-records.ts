import type { Finding } from '../../validation/finding.ts';
import { type JudgeOptions, judgeOf } from './judge.ts';
import { partsOf } from './parts.ts';
import { openValidatorPool } from './validator-pool.ts';

/** What was found in a record of an input. */
export interface ValidatedRecord {
  /** Where it stands, from 1; 1 also where it is the whole input. */
  readonly line: number;
  readonly findings: readonly Finding[];
}

/**
 * Validates the records of an input, in their order: one a line, or one JSON document over several lines. Much of it is
 * validated in threads of its own.
 * @throws {Failure} `SCHEMA_UNKNOWN`
 */
export async function* validateRecords(
  input: AsyncIterable<Uint8Array>,
  options: JudgeOptions = {},
): AsyncGenerator<ValidatedRecord> {
  const pool = openValidatorPool(judgeOf(options), 'findings');
  let first = 1;
  try {
    for await (const { records, invalid } of pool.judged(partsOf(input))) {
      const findings = new Map(invalid.map((record) => [record.line ?? 0, record.findings]));
      for (let line = 0; line < records; line += 1)
        yield { line: first + line, findings: findings.get(line) ?? [] };
      first += records;
    }
  } finally {
    await pool.end();
  }
}
