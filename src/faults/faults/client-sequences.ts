import { refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { altering, answeringFrom, besides, only, refusing, taking, without } from '../client-behaviours.ts';
import { type FaultRow, faultsOf, unseenByVerify } from '../fault.ts';
import { objectIn } from '../requests.ts';

/** Services that deviate only where certain fields are changed together, or one after the other. */
export const clientSequenceFaults: readonly Fault[] = Object.freeze([
  ...sequences('update-client-fields', '/title', [
    [
      'sequence-title-with-telephone',
      'A title is lost that is sent with a telephone number, but without a last name',
      taking((patch) =>
        'telephoneNumber' in patch && !('lastName' in patch) ? without(patch, 'title') : patch,
      ),
    ],
    [
      'sequence-title-turned-back',
      'A title is not changed back to one that the client had before',
      taking((patch, earlier) =>
        earlier.some(({ title }) => title === patch.title) ? without(patch, 'title') : patch,
      ),
    ],
  ]),
  ...sequences('update-client-fields', '/firstName', [
    [
      'sequence-first-name-after-company',
      'A first name is lost where the change before it was of the company, but not of the first name',
      taking((patch, earlier) => {
        const before = earlier.at(-1) ?? {};
        return 'companyName' in before && !('firstName' in before) ? without(patch, 'firstName') : patch;
      }),
    ],
  ]),
  ...sequences('update-client-fields', '/emailAddress', [
    [
      'sequence-email-twice',
      'An e-mail address is lost where the change before it was of the e-mail address too, but not of the title',
      taking((patch, earlier) => {
        const before = earlier.at(-1) ?? {};
        return 'emailAddress' in before && !('title' in before) ? without(patch, 'emailAddress') : patch;
      }),
    ],
  ]),
  ...sequences('update-client-fields', '', [
    [
      'sequence-names-with-company-500',
      'A change of first name and company that leaves out the last name is answered 500',
      refusing((request) => {
        const patch = objectIn(request);
        return 'firstName' in patch && 'companyName' in patch && !('lastName' in patch);
      }, refusal(500)),
    ],
  ]),
  ...sequences('update-client-omitted-unchanged', '/telephoneNumber', [
    [
      'sequence-telephone-by-email-and-company',
      'A change of e-mail address and company takes away a telephone number that is left out',
      besides((record, patch) =>
        'emailAddress' in patch && 'companyName' in patch && !('telephoneNumber' in patch)
          ? without(record, 'telephoneNumber')
          : record,
      ),
    ],
  ]),
  ...sequences('update-client-omitted-unchanged', '/status', [
    [
      'sequence-status-by-title-and-address',
      'A change of title and address that leaves out the last name takes the status away',
      besides((record, patch) =>
        'title' in patch && 'address' in patch && !('lastName' in patch) ? without(record, 'status') : record,
      ),
    ],
  ]),
  ...sequences('update-client-omitted-unchanged', '/lastName', [
    [
      'sequence-last-name-turned-back',
      'A first name that is changed together with a telephone number alone brings back the last name before',
      altering((record, patch, earlier) => {
        const [, before] = earlier.filter((one) => 'lastName' in one).reverse();
        const turns = 'firstName' in patch && 'telephoneNumber' in patch && !('lastName' in patch);
        return { ...record, ...(turns ? only(before ?? {}, 'lastName') : {}), ...patch };
      }),
    ],
  ]),
  ...sequences('update-client-address-kept', '/address', [
    [
      'sequence-address-by-two-names',
      'A change of first and last name that leaves out title and address takes the address away',
      besides((record, patch) =>
        'firstName' in patch &&
        'lastName' in patch &&
        !('title' in patch) &&
        !('address' in patch) &&
        !('companyName' in patch)
          ? without(record, 'address')
          : record,
      ),
    ],
  ]),
  ...sequences('update-client-address-replaced', '/address/line_1', [
    [
      'sequence-address-with-telephone',
      'An address is lost that is sent with a telephone number, but without an e-mail address',
      taking((patch) =>
        'telephoneNumber' in patch && !('emailAddress' in patch) ? without(patch, 'address') : patch,
      ),
    ],
    [
      'sequence-address-with-email',
      'An address is lost that is sent with an e-mail address, but without a title',
      taking((patch) => ('emailAddress' in patch && !('title' in patch) ? without(patch, 'address') : patch)),
    ],
  ]),
  ...sequences('update-client-200', '/companyName', [
    [
      'sequence-company-answered-late',
      'A change of the company with an e-mail address, but without a title, is answered with the company before',
      answeringFrom((before, after, patch) =>
        'companyName' in patch && 'emailAddress' in patch && !('title' in patch)
          ? { ...after, companyName: before.companyName ?? '' }
          : after,
      ),
    ],
  ]),
]);

/** Interactions and probes of `verify` change a client once. */
function sequences(requirement: string, pointer: string, rows: readonly FaultRow[]): readonly Fault[] {
  return faultsOf(requirement, pointer, rows, { triedWith: 'sequences of changes', ...unseenByVerify });
}
