import { getCaseData, getOrganisation, listCases } from '../../api/calls.ts';
import { deviates, deviatesAt, isJson, wrongStatus } from '../../harness/assertions.ts';
import { type About, type Check, checkOf, type Judgement, ofEachItem } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { deviationsFrom } from '../../harness/judge.ts';
import type { Session } from '../../harness/session.ts';
import type { ListedCase } from '../../harness/target.ts';
import { caseRecordIn } from '../../rules/case-record.ts';
import type { ObservedChange } from '../../rules/client-change.ts';
import { operations } from '../../rules/operations.ts';
import { hasOtherId, holdsDetails } from '../../rules/organisation.ts';
import { judgeFlips } from '../../rules/repeated-readings.ts';
import { distinct } from '../../schema/grouped.ts';
import { valueAt } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { casesToRepeat, confirmed, firstOfOthers } from '../bursts.ts';
import { getCaseDataChecks } from '../get-case-data.ts';
import { readOnIfOther } from '../get-organisation.ts';
import { changeSeries } from './change-series.ts';

export const readsAfterwardsCheck: Check = checkOf<ReadAfterwards>({
  id: 'updateClient.reads-afterwards',
  title: 'Cases and the organisation can be read after clients were changed',
  requirements: [
    'list-cases-exists',
    'case-data-200',
    'case-data-of-the-case',
    'get-organisation',
    'organisation-is-callers',
    'bodies-are-json',
  ],
  needs: ['a client', 'writes'],
  stage: 'change',
  probe: readingsAfterwards,
  rule: ofEachItem(canBeReadAfterwards),
});

async function* readingsAfterwards(session: Session): AsyncIterable<ReadAfterwards> {
  const { specification } = session;
  const { broken, changes } = await session.share(changeSeries);
  // No answer says which cases a client belongs to, so one of each type serves.
  const cases = distinct(await session.share(casesToRepeat), ({ caseType }) => caseType);
  const calls = [
    { asked: undefined, call: listCases(), requirement: 'list-cases-exists' },
    ...cases
      .toReversed()
      .map((asked) => ({ asked, call: getCaseData(asked.id), requirement: 'case-data-200' })),
    { asked: undefined, call: getOrganisation(), requirement: 'get-organisation' },
  ];
  for (const { asked, call, requirement } of calls.filter(({ call: { operation } }) =>
    specification.describes(operation),
  )) {
    const { isAccepted } = operations[call.operation];
    const before = await session.sendOnce(call, 'member');
    if (!isAccepted(before.status)) continue;
    const reply = await session.send(call, 'member');
    const again = asked === undefined ? [] : await confirmed(session, before, reply);
    if (reply.status === 401) await provenToken(session, 'member');
    const isOrganisation = call.operation === 'getOrganisation';
    const next = isOrganisation ? await readOnIfOther(session, before, reply) : undefined;
    const others = asked === undefined ? [] : await firstOfOthers(session, call.path);
    yield { asked, again, before, reply, requirement, next, changes, others };
  }
  if (broken !== undefined) throw broken;
}

/** A successful reading before the changes, and the same reading after them. */
interface ReadAfterwards {
  readonly asked: ListedCase | undefined;
  readonly before: Exchange;
  readonly reply: Exchange;
  /** All readings of a case: further ones if these two differ. */
  readonly again: readonly Exchange[];
  /** The first readings of other cases. */
  readonly others: readonly Exchange[];
  /** The requirement that is broken if `reply` is no success. */
  readonly requirement: string;
  /** The next reading of the organisation, if `reply` shows another id. */
  readonly next: Exchange | undefined;
  /** The changes of clients before the reading. */
  readonly changes: readonly ObservedChange[];
}

function* canBeReadAfterwards(
  { asked, before, reply, again, requirement, next, changes, others }: ReadAfterwards,
  { specification }: About,
): Iterable<Judgement> {
  const { operation } = reply.call;
  if (!operations[operation].isAccepted(reply.status)) {
    const words = `After changes of clients, ${operation} is answered {status} instead of ${before.status}`;
    return yield wrongStatus(reply, requirement, words, { context: 'afterwards' });
  }
  if (operation !== 'getOrganisation' || reply.text !== '') yield isJson(reply);
  if (asked !== undefined) {
    yield* newlyWrong(specification, asked, before, reply);
    yield* addressesOfClients(specification, before, reply, changes);
    yield* judgeFlips(specification, again, asked, others);
  }
  if (operation !== 'getOrganisation') return;
  yield* holdsDetails(reply);
  // Changing a client must not move the user to another organisation.
  if (hasOtherId(before, reply, next)) {
    const words = "After clients were changed, the caller's organisation has another id than before";
    yield deviates(reply, 'organisation-is-callers', words, '', 'other afterwards');
  }
}

function newlyWrong(
  specification: Specification,
  asked: ListedCase,
  before: Exchange,
  reply: Exchange,
): Judgement[] {
  const rows = getCaseDataChecks(specification).filter(({ applies }) => applies === undefined);
  const wrongIn = (one: Exchange) =>
    deviationsFrom(rows, specification, one, { source: 'recording', ...asked }).map(({ finding }) => finding);
  const known = new Set(wrongIn(before).map(({ pointer }) => pointer));
  return wrongIn(reply)
    .filter(({ pointer }) => !known.has(pointer))
    .map(({ pointer, message, kind }) => {
      const words = `${message}, since clients were changed`;
      return deviates(reply, 'case-data-200', words, pointer, {
        ...{ kind: kind ?? 'other', context: 'afterwards' },
      });
    });
}

/**
 * Only the client that was named is changed (interface 4.2), so a case does not get its address. A case that showed the
 * client's address before may go on showing it.
 */
function addressesOfClients(
  specification: Specification,
  before: Exchange,
  reply: Exchange,
  changes: readonly ObservedChange[],
): Judgement[] {
  const words = 'became that of a client when clients were changed';
  return specification.fieldsOf('Address').flatMap((line) => {
    const pointer = `/address/${line}`;
    const [was, is] = [before, reply].map((one) => valueAt(caseRecordIn(one), pointer));
    if (changes.some((change) => valueAt(change.before, pointer) === was)) return [];
    const isTaken = changes.some(
      (change) =>
        valueAt(change.before, pointer) === is || change.answer.reply.madeUp?.at.get(pointer)?.has(is),
    );
    return isTaken && is !== was && typeof is === 'string' && is !== ''
      ? [deviatesAt(reply, 'case-data-of-the-case', pointer, words, 'of a client')]
      : [];
  });
}
