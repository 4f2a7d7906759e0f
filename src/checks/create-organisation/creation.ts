import { createOrganisation } from '../../api/calls.ts';
import { deviates, held, isSuccess, statusKind, statusOf } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import { organisationPayload } from '../../harness/organisation-payload.ts';
import type { Session } from '../../harness/session.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';

/** The answer to the creation of an organisation from a payload with every field; several checks look at it. */
export function creation(session: Session): Promise<Exchange> {
  return session.send(createOrganisation(JSON.stringify(organisationPayload(session, 'full'))), 'member');
}

/** Any success is a success, a failure of the server's is none, and how else a payload is answered is open. */
export function* answersPayload(
  session: Pick<Session, 'observe'>,
  reply: Exchange,
  what: string,
): Iterable<Judgement> {
  session.observe({
    requirement: 'organisation-payload-required',
    subject: `createOrganisation with ${what}`,
    value: isSuccess(reply) ? 'accepted' : String(reply.status),
  });
  if (isSuccess(reply)) yield held;
  else if (reply.status >= 500) {
    const words = `A payload with ${what} must not make the service fail, but is answered ${statusOf(reply)}`;
    yield deviates(reply, 'create-organisation', words, '', `${what}: ${statusKind(reply)}`);
  }
}

/** Neither a success nor a failure of the server's. */
export function isMerelyObserved(reply: Pick<Exchange, 'status'>): boolean {
  return !isSuccess(reply) && reply.status < 500;
}

/** Says that nothing could be created. */
export function refusedCreation({ status }: Pick<Exchange, 'status'>): Undecidable {
  return new Undecidable(
    'control-refused',
    `POST /api/v2/org is answered ${status} for every payload that is tried. Check whether tokens.member may create organisations.`,
  );
}

/** Statuses that are about the caller or the path, so that no other payload would be answered otherwise. */
export const refusedWhateverIsSent: readonly number[] = [401, 403, 404, 405, 410];
