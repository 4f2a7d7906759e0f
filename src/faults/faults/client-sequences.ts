import type { JsonObject } from '../../reference/json.ts';
import { refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { altering, answeringFrom, besides, only, refusing, taking, without } from '../client-behaviours.ts';
import { type FaultRow, faultsWith, kebab, unseenByVerify } from '../fault.ts';
import { objectIn } from '../requests.ts';

/** The first field is lost when it is sent with the second, but without the third. */
const lostTogether = [
  ['title', 'telephoneNumber', 'lastName'],
  ['address', 'telephoneNumber', 'emailAddress'],
  ['address', 'emailAddress', 'title'],
] as const;

/** The first field is lost when the previous change named the second, but not the third. */
const lostAfter = [
  ['firstName', 'companyName', 'firstName'],
  ['emailAddress', 'emailAddress', 'title'],
] as const;

/** The field is removed by a change that names all of the first list and none of the second. */
const takenAway = [
  ['telephoneNumber', ['emailAddress', 'companyName'], ['telephoneNumber']],
  ['status', ['title', 'address'], ['lastName']],
  ['address', ['firstName', 'lastName'], ['title', 'address', 'companyName']],
] as const;

/** Interactions and probes of `verify` change a client once. */
const sequences = faultsWith({ triedWith: 'sequences of changes', ...unseenByVerify });

/** Services that deviate only when certain fields are changed together, or one after the other. */
export const clientSequenceFaults: readonly Fault[] = Object.freeze([
  ...lostTogether.flatMap(([field, other, third]) =>
    changesOf(field, [
      `sequence-${kebab(field)}-with-${kebab(other)}`,
      `A change of ${field} is lost that names ${other} too, but not ${third}`,
      taking((patch) => (names(patch, [other], [third]) ? without(patch, field) : patch)),
    ]),
  ),
  ...lostAfter.flatMap(([field, other, third]) =>
    changesOf(field, [
      `sequence-${kebab(field)}-after-${kebab(other)}`,
      `A change of ${field} is lost where the change before it named ${other}, but not ${third}`,
      taking((patch, earlier) =>
        names(earlier.at(-1) ?? {}, [other], [third]) ? without(patch, field) : patch,
      ),
    ]),
  ),
  ...takenAway.flatMap(([field, named, leftOut]) =>
    sequences(
      field === 'address' ? 'update-client-address-kept' : 'update-client-omitted-unchanged',
      `/${field}`,
      [
        `sequence-${kebab(field)}-by-${named.map(kebab).join('-and-')}`,
        `A change of ${named.join(' and ')} that leaves out ${leftOut.join(' and ')} takes ${field} away`,
        besides((record, patch) => (names(patch, named, leftOut) ? without(record, field) : record)),
      ],
    ),
  ),
  ...changesOf('title', [
    'sequence-title-turned-back',
    'A title is not changed back to one that the client had before',
    taking((patch, earlier) =>
      earlier.some(({ title }) => title === patch.title) ? without(patch, 'title') : patch,
    ),
  ]),
  ...sequences('update-client-fields', '', [
    'sequence-names-with-company-500',
    'A change of first name and company that leaves out the last name is answered 500',
    refusing((request) => names(objectIn(request), ['firstName', 'companyName'], ['lastName']), refusal(500)),
  ]),
  ...sequences('update-client-omitted-unchanged', '/lastName', [
    'sequence-last-name-turned-back',
    'A first name that is changed together with a telephone number alone brings back the last name before',
    altering((record, patch, earlier) => {
      const [, before] = earlier.filter((one) => 'lastName' in one).reverse();
      const turns = names(patch, ['firstName', 'telephoneNumber'], ['lastName']);
      return { ...record, ...(turns ? only(before ?? {}, 'lastName') : {}), ...patch };
    }),
  ]),
  ...sequences('update-client-200', '/companyName', [
    'sequence-company-answered-late',
    'A change of the company with an e-mail address, but without a title, is answered with the company before',
    answeringFrom((before, after, patch) =>
      names(patch, ['companyName', 'emailAddress'], ['title'])
        ? { ...after, companyName: before.companyName ?? '' }
        : after,
    ),
  ]),
]);

/** A fault that affects a field that is sent. */
function changesOf(field: string, row: FaultRow): readonly Fault[] {
  return field === 'address'
    ? sequences('update-client-address-replaced', '/address/line_1', [row])
    : sequences('update-client-fields', `/${field}`, [row]);
}

/** Whether a change names all of these fields, and none of those. */
function names(patch: JsonObject, named: readonly string[], leftOut: readonly string[]): boolean {
  return named.every((field) => field in patch) && !leftOut.some((field) => field in patch);
}
