import { setTimeout as sleep } from 'node:timers/promises';
import { updateClient } from '../../api/calls.ts';
import { isSuccess, undecided } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { readBack, readBefore } from '../../rules/client-change.ts';
import { type ClientRecord, isSame, shows } from '../../rules/client-record.ts';
import type { ChangeableClient } from './changeable-clients.ts';
import { newValues } from './new-values.ts';

/** A reading may come from a copy that is late: so long is waited before the next ones. */
const pausesMs = [0, 400, 800];

/**
 * Gives a client right values of everything that may be changed, so that what a refused change does shows.
 * @returns whether they are shown, as far as they were taken: else what was changed before may be shown only later
 */
export async function refill(session: Session, one: ChangeableClient): Promise<boolean> {
  const { specification } = session;
  const { record } = await readBefore(session, one.client);
  if (record === undefined) return true;
  const body = newValues(one, record);
  const reply = await session.send(updateClient(one.client, JSON.stringify(body)), 'member');
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs);
    const { record: shown } = await readBack(session, one.client);
    if (shown === undefined || !isSuccess(reply)) return true;
    const isShown = (field: string): boolean =>
      !shows(shown, field) || isSame(specification, field, body as ClientRecord, shown);
    if (Object.keys(body).every(isShown)) return true;
  }
  return false;
}

/** Says that nothing can be said of a refusal, since readings are late. */
export function readLate({ client }: ChangeableClient): Judgement {
  const words = `The client ${client} does not show what was sent and taken, so that it cannot be told whether a refused change was made or an earlier one is shown late.`;
  return undecided('no-data', words);
}
