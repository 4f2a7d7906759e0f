import fc from 'fast-check';
import { patchSequences } from '../../generation/patch-sequences.ts';
import { held, withPath } from '../../harness/assertions.ts';
import { type Judgement, Undecidable } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { everyRule, replacesAddress, takesFields } from '../../rules/change-rules.ts';
import { type ObservedChange, observeChange, readBack } from '../../rules/client-change.ts';
import type { ClientRecord } from '../../rules/client-record.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { valuesOf } from './new-values.ts';
import { nothingToChange } from './nothing-to-change.ts';

/** Each sequence costs the target two requests a change. */
const mostChanges = 4;
const mostShrinks = 40;

/**
 * Random sequences of changes follow the rules: what is shown after each change is what was shown before it, with what
 * the change sent put over it. A sequence that does not is made as small as it can be.
 */
export async function* followsRules(session: Session): AsyncIterable<Judgement> {
  const clients = await session.share(changeableClients);
  const one = mostChangeable(clients);
  const otherwise = nothingToChange('a field that can be changed', session);
  // The first changes are a sequence, too, and what they show may be why there are no others.
  for (const { firstChanges, broken: early } of clients) {
    if (early !== undefined) yield* firstChanges.flatMap((change) => wrongIn(session, change));
  }
  if (one === undefined) throw otherwise;
  let broken: Undecidable | undefined;
  let smallest: readonly Judgement[] = [];
  let isSeen = false;
  const property = fc.asyncProperty(
    fc.limitShrink(patchSequences(valuesOf(one), mostChanges), mostShrinks),
    async (patches) => {
      if (broken !== undefined) return;
      try {
        const { judgements, isTaken } = await tried(session, one, patches);
        isSeen ||= isTaken;
        const wrong = judgements.filter(({ kind }) => kind === 'deviates');
        if (wrong.length === 0) return;
        smallest = wrong;
      } catch (error) {
        // That the target falls silent is nothing that a smaller sequence could show better.
        if (!(error instanceof Undecidable)) throw error;
        broken = error;
        return;
      }
      throw new Error('The sequence breaks a rule.');
    },
  );
  const { seed, runs, path } = session.sampling;
  const details = await fc.check(property, {
    seed,
    numRuns: runs,
    // Otherwise most sequences have one change.
    unbiased: true,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  });
  if (details.failed && smallest.length === 0) throw details.errorInstance;
  for (const judgement of smallest) yield withPath(judgement, details.counterexamplePath);
  if (broken !== undefined) throw broken;
  if (!isSeen) throw otherwise;
  if (smallest.length === 0) yield held;
}

function wrongIn({ specification }: Session, change: ObservedChange): Judgement[] {
  return everyRule.flatMap((rule) => rule(specification, change)).filter(({ kind }) => kind === 'deviates');
}

/** What the rules have to say of a sequence. */
interface TriedSequence {
  /** Up to its first change that breaks a rule. */
  readonly judgements: readonly Judgement[];
  /** Whether a change of it showed what became of something new: a target may refuse all of them. */
  readonly isTaken: boolean;
}

async function tried(
  session: Session,
  changeable: ChangeableClient,
  patches: readonly ClientRecord[],
): Promise<TriedSequence> {
  const values = Object.entries(valuesOf(changeable));
  const start = Object.fromEntries(values.map(([field, [first]]) => [field, first]));
  let shown = (await readBack(session, changeable.client)).record;
  const judgements: Judgement[] = [];
  let isTaken = false;
  // Each from the same start, so that it is the same when it is tried again.
  for (const patch of [start, ...patches]) {
    if (shown === undefined) break;
    const change = await observeChange(session, { ...changeable, before: shown }, patch);
    judgements.push(...everyRule.flatMap((rule) => rule(session.specification, change)));
    isTaken ||= [takesFields, replacesAddress].some((rule) =>
      rule(session.specification, change).some(({ kind }) => kind !== 'undecided'),
    );
    if (judgements.some(({ kind }) => kind === 'deviates')) break;
    shown = change.after.record;
  }
  return { judgements, isTaken };
}
