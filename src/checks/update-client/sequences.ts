import fc from 'fast-check';
import { coveringSets } from '../../generation/covering-sets.ts';
import { patchSequences } from '../../generation/patch-sequences.ts';
import { held, withPath } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { replacesAddress, takesFields, wrongIn } from '../../rules/change-rules.ts';
import { changesToTheSame, type ObservedChange, type Patch, patchOf } from '../../rules/client-change.ts';
import { type ClientRecord, isSame } from '../../rules/client-record.ts';
import { nothingToChange } from '../../rules/series-rules.ts';
import { Undecidable } from '../../trace/gap.ts';
import { changeSeries } from './change-series.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { changesInTurn, planOf, readBackEach } from './changes-in-turn.ts';
import { readBack, readBefore } from './making-changes.ts';
import { valuesOf } from './new-values.ts';

/** Each random sequence costs the target two requests a change. */
const mostChanges = 4;
const mostShrinks = 40;

/** So many changes follow the series where sequences are not random: first those that leave the e-mail address out. */
const mostWithoutEmail = 4;
const mostWithEmail = 5;
const leastChanges = 3;

/**
 * Sequences of changes follow the rules: what is shown after each change is what was shown before it, with what the
 * change sent put over it.
 */
export async function* followsRules(session: Session): AsyncIterable<Judgement> {
  const clients = await session.share(changeableClients);
  // The first changes are a sequence, too, and what they show may be why there are no others.
  for (const { firstChanges, broken } of clients) {
    if (broken !== undefined) yield* firstChanges.flatMap((change) => wrongIn(session.specification, change));
  }
  const one = mostChangeable(clients, session);
  const { thorough, path } = session.sampling;
  yield* thorough || path !== undefined ? inRandomSequences(session, one) : inOneSequence(session, one);
}

/** Changes that follow those of the series, and send fields together and after each other that were not yet. */
async function* inOneSequence(session: Session, one: ChangeableClient): AsyncIterable<Judgement> {
  const { client } = one;
  const values = valuesOf(one);
  const sets = fieldsInTurn(session, Object.keys(values), await earlierSets(session, client));
  const plans = sets.map((fields, place) => ({
    bodyFrom: (shown: ClientRecord) =>
      Object.fromEntries(
        fields.map((field) => [field, otherValue(session, field, values[field], place, shown)]),
      ),
  }));
  const { record: before } = await readBefore(session, client);
  // From values of all fields, so that nothing depends on what is shown until then.
  const all = [planOf(startOf(one)), ...plans];
  const changes = before === undefined ? [] : changesInTurn(session, { client, before }, all);
  const { wrong, isSeen } = await seenIn(session, changes);
  yield* wrong;
  if (wrong.length > 0) return;
  if (!isSeen) throw nothingToChange(session);
  yield held;
}

/** The fields that the series gave new values, change by change. */
async function earlierSets(session: Session, client: string): Promise<readonly (readonly string[])[]> {
  const { changes } = await session.share(changeSeries);
  return changes
    .filter((change) => change.client === client && !changesToTheSame(session.specification, change))
    .map((change) => Object.keys(patchOf(change)));
}

/** The fields of each change, after one of all fields. */
function fieldsInTurn(
  { sampling: { seed } }: Session,
  names: readonly string[],
  before: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  // Which way the status goes with an e-mail address is open (interface 3), so that it comes last.
  const others = names.filter((name) => name !== 'emailAddress');
  const earlier = [...before, names];
  const first = coveringSets(others, { least: 0, most: mostWithoutEmail, seed, earlier });
  const further = { least: leastChanges, most: mostWithEmail, seed, earlier: [...earlier, ...first] };
  return [...first, ...coveringSets(names, further)];
}

/** One of the values that is not shown, another one from place to place; where there is no other, the one that is. */
function otherValue(
  { specification }: Session,
  field: string,
  values: readonly unknown[] = [],
  place: number,
  shown: ClientRecord,
): unknown {
  const others = values.filter((value) => !isSame(specification, field, { [field]: value }, shown));
  return others[place % others.length] ?? values[0];
}

/** Whether a change shows what became of something new: a target may refuse all of them. */
function isTaken({ specification }: Session, change: ObservedChange): boolean {
  return [takesFields, replacesAddress].some((rule) =>
    rule(specification, change).some(({ kind }) => kind !== 'undecided'),
  );
}

/** Random sequences of changes. One that breaks a rule is made as small as it can be. */
async function* inRandomSequences(session: Session, one: ChangeableClient): AsyncIterable<Judgement> {
  let broken: Undecidable | undefined;
  let smallest: readonly Judgement[] = [];
  let isSeen = false;
  const property = fc.asyncProperty(
    fc.limitShrink(patchSequences(valuesOf(one), mostChanges), mostShrinks),
    async (patches) => {
      if (broken !== undefined) return;
      try {
        const { wrong, isSeen: isOneSeen } = await tried(session, one, patches);
        isSeen ||= isOneSeen;
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
  if (!isSeen) throw nothingToChange(session);
  if (smallest.length === 0) yield held;
}

/** What the rules have to say of a sequence. */
interface TriedSequence {
  /** Of its first change that breaks a rule. */
  readonly wrong: readonly Judgement[];
  /** Whether a change of it showed what became of something new. */
  readonly isSeen: boolean;
}

/** A value of each field. */
function startOf(changeable: ChangeableClient): Patch {
  return Object.fromEntries(Object.entries(valuesOf(changeable)).map(([field, [first]]) => [field, first]));
}

/** What comes of random changes, each time from the same start, so that it is the same when they are tried again. */
async function tried(
  session: Session,
  one: ChangeableClient,
  patches: readonly ClientRecord[],
): Promise<TriedSequence> {
  const { client } = one;
  const { record: before } = await readBack(session, client);
  const plans = [startOf(one), ...patches].map(planOf);
  return seenIn(session, before === undefined ? [] : readBackEach(session, { client, before }, plans));
}

async function seenIn(
  session: Session,
  changes: AsyncIterable<ObservedChange> | readonly ObservedChange[],
): Promise<TriedSequence> {
  let isSeen = false;
  for await (const change of changes) {
    const wrong = wrongIn(session.specification, change);
    isSeen ||= isTaken(session, change);
    // What comes after it may come of it.
    if (wrong.length > 0) return { wrong, isSeen };
  }
  return { wrong: [], isSeen };
}
