import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { getCaseData } from '../api/calls.ts';
import type { FieldCounts, FieldCoverage } from '../folds/field-coverage.ts';
import { undecided } from '../harness/assertions.ts';
import type { Origin } from '../harness/check.ts';
import { caseRecordIn } from '../rules/case-record.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import type { Collected, CollectedState } from './collected.ts';
import type { OpenedRun } from './exchanges.ts';
import type { ShownIdentifier } from './identifiers.ts';
import type { Shard } from './shard.ts';

/**
 * How far the reading of discovered cases has come. Another run can continue from it. Contains no token and
 * no personal data.
 */
export interface SweepState {
  readonly upTo: string;
  readonly read: number;
  readonly swept: CollectedState;
  readonly fieldCoverage: FieldCoverage;
}

export interface SweepHooks {
  readonly earlier?: SweepState | undefined;
  readonly save?: ((state: SweepState) => Promise<void>) | undefined;
  readonly onRead?: ((read: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Sweep extends SweepHooks {
  readonly identifiers: readonly ShownIdentifier[];
  readonly opened: OpenedRun;
  readonly swept: Collected;
  readonly counts: FieldCounts;
  readonly concurrency: number;
}

export const discoveredCheckId = 'getCaseData.discovered';

const identifiersPerBlock = 200;

const saveIntervalMs = 2_000;

/** The identifiers of one shard. An identifier is always in the same shard, even if the list changes. */
export function identifiersOfShard(
  { number, of }: Shard,
  identifiers: readonly ShownIdentifier[],
): ShownIdentifier[] {
  return identifiers.filter(({ id }) => {
    const hash = createHash('sha256').update(id.toLowerCase()).digest();
    return hash.readUInt32BE(0) % of === number - 1;
  });
}

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
  for (let start = 0; start < left.length; start += identifiersPerBlock) {
    const block = left.slice(start, start + identifiersPerBlock);
    const readers = opened.answerBudget.concurrentChecks(concurrency);
    const unanswered = await readAll(block, readers, options);
    // Unanswered readings are repeated one at a time: one lost answer among thousands proves nothing.
    const again = unanswered.map(({ shown }) => shown);
    const lost = await readAll(again, 1, options);
    const [first] = lost;
    if (first !== undefined) {
      swept.addUndecided(discoveredCheckId, undecided(first.why.reason, first.why.message));
      if (signal?.aborted === true || lost.length === block.length || lost.length > maxUnansweredPerBlock)
        return { read, of };
    }
    read += block.length;
    onRead?.(read, of);
    const isLast = start + identifiersPerBlock >= left.length;
    if (save === undefined || (!isLast && performance.now() - savedAt < saveIntervalMs)) continue;
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

const maxUnansweredPerBlock = 5;

async function readAll(
  some: readonly ShownIdentifier[],
  concurrency: number,
  { opened: { exchanges }, swept, counts }: Sweep,
) {
  const unanswered: { readonly shown: ShownIdentifier; readonly why: Undecidable }[] = [];
  const left = some.values();
  const reader = async (): Promise<void> => {
    for (const shown of left) {
      const answer = await exchanges.send(getCaseData(shown.id), 'member').catch(undecidableIn);
      if (answer instanceof Undecidable) unanswered.push({ shown, why: answer });
      else {
        swept.add(answer, originOf(shown));
        const record = caseRecordIn(answer);
        if (record !== undefined) counts.add(record);
      }
      // Gives the event loop a turn, so that signals are handled: judging many records in a row blocks it.
      await turn();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, reader));
  return unanswered;
}

export function originOf({ id, caseType }: ShownIdentifier): Origin {
  return { source: 'list of cases', id, caseType };
}
