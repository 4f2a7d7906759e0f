import { getCaseData, getOrganisation, listCases } from '../../api/calls.ts';
import { provenToken } from '../../harness/controls.ts';
import type { Session } from '../../harness/session.ts';
import { listedCases } from '../../harness/target.ts';
import type { ReadAfterwards } from '../../rules/client-readings.ts';
import { operations } from '../../rules/operations.ts';
import { hasOtherId } from '../../rules/organisation.ts';
import { Undecidable } from '../../trace/gap.ts';
import { readOnIfOther } from '../get-organisation.ts';
import { changeSeries } from './change-series.ts';

/** Repeats the earlier readings after clients were changed. */
export async function* readingsAfterwards(session: Session): AsyncIterable<ReadAfterwards> {
  const { target, specification } = session;
  const { changes, broken } = await session.share(changeSeries);
  // No answer shows which client belongs to which case, so a change may affect any case. One is enough.
  const cases = listedCases(target).slice(0, 1);
  const calls = [
    { call: listCases(), requirement: 'list-cases-exists' },
    ...cases.map(({ id }) => ({ call: getCaseData(id), requirement: 'case-data-200' })),
    { call: getOrganisation(), requirement: 'get-organisation' },
  ];
  for (const { call, requirement } of calls.filter(({ call: { operation } }) =>
    specification.describes(operation),
  )) {
    const { isAccepted } = operations[call.operation];
    const before = await session.sendOnce(call, 'member');
    if (!isAccepted(before.status)) continue;
    const reply = await session.send(call, 'member');
    if (reply.status === 401) await provenToken(session, 'member');
    const isOrganisation = call.operation === 'getOrganisation' && isAccepted(reply.status);
    yield {
      ...{ before, reply, requirement },
      hasOtherId: isOrganisation && hasOtherId(before, reply, await readOnIfOther(session, before, reply)),
    };
  }
  if (broken !== undefined) throw broken;
  if (changes.length === 0) throw new Undecidable('no-data', 'No client could be changed. Check clients.');
}
