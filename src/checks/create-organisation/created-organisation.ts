import { deviatesAt, isSuccess, jsonOf } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { OrganisationPayload } from '../../harness/organisation-payload.ts';
import { organisationsIn } from '../../rules/organisation.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';

/** What a service has the least reason to show otherwise than it was sent, of the organisation and of its first user. */
const ofOrganisation = ['registeredName', 'tradingName', 'emailAddress'];
const ofUser = ['firstName', 'lastName', 'email'];

/**
 * The body of a successful creation is open (interface 4.3). Where it shows the organisation, told by the sub-domain that
 * no other one has, that is the one that was sent, and its first user too.
 */
export function showsWhatWasSent(reply: Exchange, payload: OrganisationPayload): Judgement[] {
  if (!isSuccess(reply)) return [];
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
        'create-organisation',
        `${pointer}/${name}`,
        'must be what was sent, since the answer shows the organisation that was created',
        'other',
      ),
    );
}

/** A text without what sensible stores may change of it: its case, its normalization form, and its outer spaces. */
function essence(value: unknown): string {
  return String(value).normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
