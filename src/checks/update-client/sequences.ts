import fc from 'fast-check';
import { coveringSets } from '../../generation/covering-sets.ts';
import { patchSequences } from '../../generation/patch-sequences.ts';
import { held, withPath } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { turnOf } from '../../harness/turns.ts';
import { replacesAddress, storesSentFields, wrongIn } from '../../rules/change-rules.ts';
import { type ObservedChange, patchOf, sendsShownValues } from '../../rules/client-change.ts';
import { type ClientRecord, isSame } from '../../rules/client-record.ts';
import { nothingToChange } from '../../rules/series-rules.ts';
import { Undecidable } from '../../trace/gap.ts';
import { changeSeries } from './change-series.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { changesInSequence, type PlannedChange, planOf, readBack, readBefore } from './making-changes.ts';
import { valuesOf } from './new-values.ts';

const maxChangesPerSequence = 4;
const maxShrinks = 40;

const maxChangesWithoutEmail = 4;
const maxChangesWithEmail = 5;
const minChangesWithEmail = 3;

/** Judges that the record after each change is the record before the change, merged with the body. */
export async function* followsRules(session: Session): AsyncIterable<Judgement> {
  const clients = await session.share(changeableClients);
  // If the first changes of a client ended early, the changes made until then are judged here.
  for (const { firstChanges, broken } of clients) {
    if (broken !== undefined) yield* firstChanges.flatMap((change) => wrongIn(session.specification, change));
  }
  const one = await mostChangeable(session);
  const { thorough, path } = session.sampling;
  yield* thorough || path !== undefined ? inRandomSequences(session, one) : inOneSequence(session, one);
}

async function* inOneSequence(session: Session, one: ChangeableClient): AsyncIterable<Judgement> {
  const { client } = one;
  const values = valuesOf(one);
  const { changes } = await session.share(changeSeries);
  const earlierSets = changes
    .filter((change) => change.client === client && !sendsShownValues(session.specification, change))
    .map((change) => Object.keys(patchOf(change)));
  const sets = fieldSets(session, Object.keys(values), earlierSets);
  const plans = sets.map((fields, place) => ({
    bodyFrom: (shown: ClientRecord) => {
      const others = fields.map((field) => {
        const all = values[field] ?? [];
        const unlike = all.filter((one) => !isSame(session.specification, field, { [field]: one }, shown));
        return [field, unlike[place % unlike.length] ?? all[0]] as const;
      });
      return Object.fromEntries(others);
    },
  }));
  const { record: before } = await readBefore(session, client);
  const { wrong, isJudged } = await tried(session, one, before, plans, false);
  yield* wrong;
  if (wrong.length > 0) return;
  if (!isJudged) throw nothingToChange(session, undefined, one.firstChanges);
  yield held;
}

function fieldSets(
  { sampling }: Session,
  names: readonly string[],
  before: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const seed = turnOf(sampling);
  // The e-mail address may affect the status (interface 3), so it comes last.
  const others = names.filter((name) => name !== 'emailAddress');
  const earlier = [...before, names];
  const first = coveringSets(others, {
    minSets: 0,
    maxSets: maxChangesWithoutEmail,
    seed,
    alreadySent: earlier,
  });
  const bounds = { minSets: minChangesWithEmail, maxSets: maxChangesWithEmail };
  return [...first, ...coveringSets(names, { ...bounds, seed, alreadySent: [...earlier, ...first] })];
}

async function* inRandomSequences(session: Session, one: ChangeableClient): AsyncIterable<Judgement> {
  let broken: Undecidable | undefined;
  let smallest: readonly Judgement[] = [];
  let isJudged = false;
  const property = fc.asyncProperty(
    fc.limitShrink(patchSequences(valuesOf(one), maxChangesPerSequence), maxShrinks),
    async (patches) => {
      if (broken !== undefined) return;
      try {
        const { record: before } = await readBack(session, one.client);
        const { wrong, isJudged: isOneJudged } = await tried(session, one, before, patches.map(planOf), true);
        isJudged ||= isOneJudged;
        if (wrong.length === 0) return;
        smallest = wrong;
      } catch (error) {
        // Shrinking is pointless if the target stops answering.
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
    // With its default bias, fast-check makes mostly sequences of one change.
    unbiased: true,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  });
  if (details.failed && smallest.length === 0) throw details.errorInstance;
  for (const judgement of smallest) yield withPath(judgement, details.counterexamplePath);
  if (broken !== undefined) throw broken;
  if (!isJudged) throw nothingToChange(session, undefined, one.firstChanges);
  if (smallest.length === 0) yield held;
}

/**
 * Makes the planned changes. Starts from the same values each time, so a repetition gives the same result.
 * @param isShrinking - if set, reads back after each change and stops at the first deviation
 */
async function tried(
  session: Session,
  one: ChangeableClient,
  before: ClientRecord | undefined,
  plans: readonly PlannedChange[],
  isShrinking: boolean,
) {
  const { specification } = session;
  if (before === undefined) return { wrong: [], isJudged: false };
  const start = { client: one.client, before };
  const values = Object.entries(valuesOf(one)).map(([field, [first]]) => [field, first]);
  // Only this change is sent chunked. A service that ignores or refuses chunked bodies still gets all others.
  const first: PlannedChange = { ...planOf(Object.fromEntries(values)), isChunked: true };
  const all = [first, ...plans];
  const made: ObservedChange[] = [];
  for await (const change of changesInSequence(session, start, all, isShrinking)) {
    made.push(change);
    if (isShrinking && wrongIn(specification, change).length > 0) break;
  }
  return {
    wrong: made.flatMap((change) => wrongIn(specification, change)),
    /** Whether at least one change could be judged. */
    isJudged: made.some((change) =>
      [storesSentFields, replacesAddress].some((rule) =>
        rule(specification, change).some(({ kind }) => kind !== 'undecided'),
      ),
    ),
  };
}
