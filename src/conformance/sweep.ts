import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { getCaseData } from '../api/calls.ts';
import type { FieldCounts, FieldCoverage } from '../folds/field-coverage.ts';
import { undecided } from '../harness/assertions.ts';
import { caseRecordIn } from '../rules/case-record.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { answerTo } from './case-list.ts';
import type { Gathered, GatheredState } from './gathered.ts';
import type { ShownIdentifier } from './identifiers.ts';
import type { OpenedRun } from './opened-run.ts';
import type { Shard } from './shard.ts';

/** How far a sweep has come: all that another run needs to go on with it. No token and nothing personal is in it. */
export interface SweepState {
  /** Every identifier up to this one was read, in the order of their letters. */
  readonly upTo: string;
  /** How many were read. */
  readonly read: number;
  readonly swept: GatheredState;
  readonly fieldCoverage: FieldCoverage;
}

/** Where a sweep begins, and who is told how far it is. */
export interface SweepHooks {
  /** How far an earlier run came. */
  readonly earlier?: SweepState | undefined;
  /** Keeps how far it is. */
  readonly save?: ((state: SweepState) => Promise<void>) | undefined;
  readonly onRead?: ((read: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What is read, and what judges it. */
interface Sweep extends SweepHooks {
  readonly identifiers: readonly ShownIdentifier[];
  readonly opened: OpenedRun;
  readonly swept: Gathered;
  readonly counts: FieldCounts;
  /** Readings under way at once; the transport bounds them besides. */
  readonly concurrency: number;
}

/** The check that judges whether what the list leads to is answered as a case, or as none. */
export const checkOfReadings = 'getCaseData.discovered';

/** So many are read before it is noted how far the sweep is. */
const blockSize = 200;

/** It is kept that often, in milliseconds. */
const savedEvery = 2_000;

/** The identifiers of a shard: the same in every run, whatever else the list shows. */
export function partOf({ number, of }: Shard, identifiers: readonly ShownIdentifier[]): ShownIdentifier[] {
  return identifiers.filter(({ id }) => scattered(id.toLowerCase()) % of === number - 1);
}

/** A number of an identifier, by which also those that count up are dealt evenly. */
function scattered(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0);
}

/**
 * Reads each identifier as a case and judges the answer at once, so that of each record nothing stays but what is wrong
 * with it, and which fields it showed.
 * @returns how many were read, and how many there are
 */
export async function sweep(options: Sweep): Promise<{ readonly read: number; readonly of: number }> {
  const { opened, swept, counts, concurrency, earlier, save, onRead, signal } = options;
  const all = options.identifiers
    .map((shown) => (/[A-F]/.test(shown.id) ? { ...shown, id: shown.id.toLowerCase() } : shown))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const left = earlier === undefined ? all : all.filter(({ id }) => id > earlier.upTo);
  let read = earlier?.read ?? 0;
  const of = read + left.length;
  let savedAt = performance.now();
  onRead?.(read, of);
  for (let start = 0; start < left.length; start += blockSize) {
    const block = left.slice(start, start + blockSize);
    const readers = opened.reception.checksAtOnce(concurrency);
    const unanswered = await readAll(block, readers, options);
    // A read changes nothing, so that one that got no answer can be sent again: one lost answer of thousands tells nothing.
    const lost =
      unanswered.length === 0
        ? []
        : await readAll(
            unanswered.map(({ shown }) => shown),
            1,
            options,
          );
    const [first] = lost;
    if (first !== undefined) {
      swept.addUndecided(checkOfReadings, undecided(first.why.reason, first.why.message));
      // Nothing was answered any more, or nothing more is sent.
      if (signal?.aborted === true || lost.length === block.length || lost.length > mostLost)
        return { read, of };
    }
    read += block.length;
    onRead?.(read, of);
    const isLast = start + blockSize >= left.length;
    if (save === undefined || (!isLast && performance.now() - savedAt < savedEvery)) continue;
    await save({
      upTo: block.at(-1)?.id ?? '',
      read,
      swept: swept.state(),
      fieldCoverage: counts.coverage(),
    });
    savedAt = performance.now();
  }
  return { read, of };
}

/** After so many readings of a block that stayed unanswered, the target is gone. */
const mostLost = 5;

interface Unanswered {
  readonly shown: ShownIdentifier;
  readonly why: Undecidable;
}

/** Reads some, so many at once, and judges them. Returns those that were not answered. */
async function readAll(
  some: readonly ShownIdentifier[],
  atOnce: number,
  { opened: { exchanges }, swept, counts }: Sweep,
): Promise<Unanswered[]> {
  const unanswered: Unanswered[] = [];
  const left = some.values();
  const reader = async (): Promise<void> => {
    for (const shown of left) {
      const answer = await answerTo(exchanges.send(getCaseData(shown.id), 'member'));
      if (answer instanceof Undecidable) unanswered.push({ shown, why: answer });
      else takeIn(answer, shown, { swept, counts });
      // Judging many records in a row must not keep a signal waiting.
      await turn();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
  return unanswered;
}

/** Judges a reading, and keeps what is to be kept of it. */
export function takeIn(
  exchange: Exchange,
  { id, caseType }: ShownIdentifier,
  { swept, counts }: Pick<Sweep, 'swept' | 'counts'>,
): void {
  swept.add(exchange, { source: 'list of cases', id, caseType });
  const record = caseRecordIn(exchange);
  if (record !== undefined) counts.add(record);
}
