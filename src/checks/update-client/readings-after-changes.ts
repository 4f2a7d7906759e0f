import { getCaseData, getOrganisation, listCases } from '../../api/calls.ts';
import { deviates, isJson, wrongStatus } from '../../harness/assertions.ts';
import { type About, type Check, checkOf, type Judgement, ofEachItem } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { deviationsFrom } from '../../harness/judge.ts';
import type { Session } from '../../harness/session.ts';
import { type ListedCase, listedCases } from '../../harness/target.ts';
import { operations } from '../../rules/operations.ts';
import { hasOtherId, holdsDetails } from '../../rules/organisation.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { getCaseDataChecks } from '../get-case-data.ts';
import { readOnIfOther } from '../get-organisation.ts';
import { changeSeries } from './change-series.ts';

export const readsAfterwardsCheck: Check = checkOf<ReadAfterwards>({
  id: 'updateClient.reads-afterwards',
  title: 'Cases and the organisation can be read after clients were changed',
  requirements: [
    'list-cases-exists',
    'case-data-200',
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
  const { target, specification } = session;
  const { broken } = await session.share(changeSeries);
  // No answer says which cases a client belongs to, so any case serves.
  const cases = listedCases(target).slice(0, 1);
  const calls = [
    { asked: undefined, call: listCases(), requirement: 'list-cases-exists' },
    ...cases.map((asked) => ({ asked, call: getCaseData(asked.id), requirement: 'case-data-200' })),
    { asked: undefined, call: getOrganisation(), requirement: 'get-organisation' },
  ];
  for (const { asked, call, requirement } of calls.filter(({ call: { operation } }) =>
    specification.describes(operation),
  )) {
    const { isAccepted } = operations[call.operation];
    const before = await session.sendOnce(call, 'member');
    if (!isAccepted(before.status)) continue;
    const reply = await session.send(call, 'member');
    if (reply.status === 401) await provenToken(session, 'member');
    const isOrganisation = call.operation === 'getOrganisation';
    const next = isOrganisation ? await readOnIfOther(session, before, reply) : undefined;
    yield { asked, before, reply, requirement, next };
  }
  if (broken !== undefined) throw broken;
}

/** A successful reading before the changes, and the same reading after them. */
interface ReadAfterwards {
  readonly asked: ListedCase | undefined;
  readonly before: Exchange;
  readonly reply: Exchange;
  /** The requirement that is broken if `reply` is no success. */
  readonly requirement: string;
  /** The next reading of the organisation, if `reply` shows another id. */
  readonly next: Exchange | undefined;
}

function* canBeReadAfterwards(
  { asked, before, reply, requirement, next }: ReadAfterwards,
  { specification }: About,
): Iterable<Judgement> {
  const { operation } = reply.call;
  if (!operations[operation].isAccepted(reply.status)) {
    const words = `After changes of clients, ${operation} is answered {status} instead of ${before.status}`;
    return yield wrongStatus(reply, requirement, words, { context: 'afterwards' });
  }
  if (operation !== 'getOrganisation' || reply.text !== '') yield isJson(reply);
  if (asked !== undefined) yield* newlyWrong(specification, asked, before, reply);
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
