import {
  bodyInWords,
  deviates,
  deviatesAt,
  held,
  isSuccess,
  jsonOf,
  observes,
  statusKind,
  statusOf,
} from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { OrganisationPayload } from '../harness/organisation-payload.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import { failures } from './change-rules.ts';
import { organisationsIn } from './organisation.ts';

const row = 'create-organisation';

/** The answer to the creation of an organisation. */
export interface Creation {
  readonly reply: Exchange;
  /** Continues the words "A payload with". */
  readonly what: string;
}

/** Any 2xx status is right, and a server error is not. How else a payload is refused is open. */
export function* answersPayload({ reply, what }: Creation): Iterable<Judgement> {
  const value = isSuccess(reply) ? 'accepted' : String(reply.status);
  yield observes('organisation-payload-required', `createOrganisation with ${what}`, value);
  if (isSuccess(reply)) yield held;
  else if (reply.status >= 500) {
    const words = `A payload with ${what} must not make the service fail, but is answered ${statusOf(reply)}`;
    yield deviates(reply, row, words, '', `${what}: ${statusKind(reply)}`);
  }
}

/** The operation exists, accepts a valid token, and shows the created organisation as it was sent. */
export function* createsOrganisation(reply: Exchange): Iterable<Judgement> {
  if (isSuccess(reply)) {
    yield observes(
      'create-organisation-answer',
      'createOrganisation',
      `${reply.status}, ${bodyInWords(reply)}`,
    );
    yield* showsWhatWasSent(reply);
  } else if (reply.status === 401) {
    const words = 'A valid token must not be answered 401, but is';
    yield deviates(reply, row, words, '', statusKind(reply));
  } else if ([404, 405, 410].includes(reply.status)) {
    const words = `The operation must exist, but is answered ${statusOf(reply)}`;
    yield deviates(reply, row, words, '', statusKind(reply));
  }
}

/** The answer to a payload that breaks the description; undefined if none arrived. */
export interface WrongCreation {
  readonly reply: Exchange | undefined;
  readonly defect: string;
}

/** An invalid body may be refused or accepted in any way (interface 7), but must not make the service fail. */
export function* survivesWrongBody({ reply, defect }: WrongCreation): Iterable<Judgement> {
  if (reply !== undefined) yield* failures(reply, row, `A payload with ${defect}`);
  const value = reply === undefined ? 'no answer' : String(reply.status);
  yield observes('update-and-create-errors', `createOrganisation with ${defect}`, value);
}

/** The fields that a service has the least reason to change, of the organisation and of its first user. */
const ofOrganisation = ['registeredName', 'tradingName', 'emailAddress'];
const ofUser = ['firstName', 'lastName', 'email'];

/**
 * The body of a successful creation is open (interface 4.3). If it shows the organisation, recognised by its unique
 * sub-domain, that is as it was sent, and so is its first user.
 */
export function showsWhatWasSent(reply: Exchange): Judgement[] {
  if (!isSuccess(reply)) return [];
  const payload: OrganisationPayload = JSON.parse(reply.call.body ?? '{}');
  const shown = organisationsIn(jsonOf(reply)).find(
    ({ record }) => essence(memberOf(record, 'subDomain')) === essence(payload.subDomain),
  );
  if (shown === undefined) return [];
  return [
    ...differences(reply, shown.pointer, ofOrganisation, shown.record, payload),
    ...differences(reply, `${shown.pointer}/user`, ofUser, memberOf(shown.record, 'user'), payload.user),
  ];
}

function differences(
  reply: Exchange,
  pointer: string,
  names: readonly string[],
  shown: unknown,
  sent: unknown,
): Judgement[] {
  return names
    .filter((name) => typeof memberOf(shown, name) === 'string' && memberOf(sent, name) !== undefined)
    .filter((name) => essence(memberOf(shown, name)) !== essence(memberOf(sent, name)))
    .map((name) =>
      deviatesAt(
        reply,
        row,
        `${pointer}/${name}`,
        'must be what was sent, since the answer shows the organisation that was created',
        'other',
      ),
    );
}

/** A text without what a store may change: its case, its normalization form, and its spaces. */
function essence(value: unknown): string {
  return String(value).normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
