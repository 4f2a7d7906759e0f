import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type ExitStatus, Failure } from '../../gate/failure.ts';
import {
  editionsOf,
  type GeneratedType,
  generatedTypes,
  invalidRecordStream,
  recordStream,
  type Wanted,
} from '../../generation/records.ts';
import type { Terminal } from '../terminal.ts';

/** The options of `generate`. */
export interface GenerateOptions {
  readonly type: string;
  readonly edition?: string;
  readonly count: number;
  /** Each record with every field. */
  readonly complete?: boolean;
  /** Each record with one defect, and where it is. */
  readonly invalid?: boolean;
  /** Texts that software trips over. */
  readonly hostile?: boolean;
  readonly seed?: number;
}

/**
 * Prints generated records, one a line: first those that show everything that can be enumerated, then random ones.
 * @throws {Failure} `TYPE_UNKNOWN` or `EDITION_UNKNOWN`
 */
export async function generate(options: GenerateOptions, { output, errors }: Terminal): Promise<ExitStatus> {
  const { count, invalid = false, seed = randomInt(2 ** 31) } = options;
  const wanted = wantedBy(options);
  if (options.seed === undefined) errors.write(`The same again: --seed ${seed}\n`);
  let written = 0;
  for (const line of invalid ? invalidLines(wanted, seed) : recordStream(wanted, seed)) {
    if (written === count) break;
    written += 1;
    if (!output.write(`${JSON.stringify(line)}\n`)) await once(output, 'drain');
  }
  return 0;
}

function* invalidLines(wanted: Wanted, seed: number): Generator<object> {
  for (const { record, pointer, keyword } of invalidRecordStream(wanted, seed))
    yield { record, pointer, keyword };
}

function wantedBy({ type, edition, complete = false, hostile = false }: GenerateOptions): Wanted {
  const known = generatedTypes.find((one) => one === type);
  if (known === undefined) {
    throw new Failure(
      'TYPE_UNKNOWN',
      `There are no records of the type '${type}'. Give one of ${generatedTypes.join(', ')}.`,
    );
  }
  const wanted: Wanted = {
    type: known,
    isComplete: complete,
    texts: hostile ? 'hostile' : 'realistic',
  };
  if (edition === undefined) return wanted;
  assertEdition(known, edition);
  return { ...wanted, edition };
}

function assertEdition(type: GeneratedType, edition: string): void {
  const editions = editionsOf({ type });
  if (editions.includes(edition)) return;
  throw new Failure(
    'EDITION_UNKNOWN',
    editions.length === 0
      ? `A ${type} holds no form that has editions. Leave --edition out.`
      : `A ${type} holds no form of the edition '${edition}'. Give one of ${editions.join(', ')}.`,
  );
}
