import { type Call, getCaseData, getOrganisation, listCases } from '../../api/calls.ts';
import { deviates, isJson, statusKind, statusOf } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import type { Session } from '../../harness/session.ts';
import { listedCases } from '../../harness/target.ts';
import { judgeAnswer } from '../../rules/answers.ts';
import { operations } from '../../rules/operations.ts';
import { hasOtherId, holdsDetails } from '../../rules/organisation.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { readOnIfOther } from '../get-organisation.ts';
import { changeSeries } from './change-series.ts';

/** What is read once clients were changed, and the row that says that it can be. */
const readings: readonly {
  readonly calls: (session: Session) => readonly Call[];
  readonly requirement: string;
}[] = [
  { calls: () => [listCases()], requirement: 'list-cases-exists' },
  {
    calls: ({ target }) =>
      listedCases(target)
        .slice(0, 1)
        .map(({ id }) => getCaseData(id)),
    requirement: 'case-data-200',
  },
  { calls: () => [getOrganisation()], requirement: 'get-organisation' },
];

/**
 * What could be read before clients were changed can be read after it. What links a case to a client is not shown, so
 * that it may show something else by then.
 */
export async function* readsAfterwards(session: Session): AsyncIterable<Judgement> {
  const { changes, broken } = await session.share(changeSeries);
  for (const { calls, requirement } of readings) {
    for (const call of calls(session).filter(({ operation }) => session.specification.describes(operation))) {
      const { isAccepted } = operations[call.operation];
      const before = await session.sendOnce(call, 'member');
      if (!isAccepted(before.status)) continue;
      const reply = await session.send(call, 'member');
      if (isAccepted(reply.status)) {
        if (call.operation !== 'getOrganisation' || reply.text !== '') yield isJson(reply);
        if (call.operation === 'getCaseData') yield* judgeRecord(session, reply, before);
        if (call.operation === 'getOrganisation') yield* judgeOrganisation(session, reply, before);
        continue;
      }
      if (reply.status === 401) await provenToken(session, 'member');
      const words = `The status must be ${before.status} once clients were changed, as it was before, but is ${statusOf(reply)}`;
      yield deviates(reply, requirement, words, '', `afterwards: ${statusKind(reply)}`);
    }
  }
  if (broken !== undefined) throw broken;
  if (changes.length === 0) throw new Undecidable('no-data', 'No client could be changed. Check clients.');
}

/** Whoever changed a client is of the organisation that they were of. */
async function* judgeOrganisation(
  session: Session,
  reply: Exchange,
  before: Exchange,
): AsyncIterable<Judgement> {
  yield* holdsDetails(reply);
  if (!hasOtherId(before, reply, await readOnIfOther(session, before, reply))) return;
  const words =
    "The record must be that of the caller's organisation, but has another id since clients were changed";
  yield deviates(reply, 'organisation-is-callers', words, '', 'other afterwards');
}

/** What was right in a record before clients were changed is right after it. */
function judgeRecord({ specification }: Session, reply: Exchange, before: Exchange): Judgement[] {
  const expected = { operation: 'getCaseData', status: 200, requirements: [], caseType: undefined } as const;
  const wrongIn = (one: Exchange) =>
    [...judgeAnswer(specification, expected, one)].flatMap((judgement) =>
      judgement.kind === 'deviates' ? [judgement.finding] : [],
    );
  const known = new Set(wrongIn(before).map(({ pointer }) => pointer));
  return wrongIn(reply)
    .filter(({ pointer }) => !known.has(pointer))
    .map(({ pointer, message, kind }) => {
      const words = `${message}, since clients were changed`;
      return deviates(reply, 'case-data-200', words, pointer, `afterwards: ${kind ?? 'other'}`);
    });
}
