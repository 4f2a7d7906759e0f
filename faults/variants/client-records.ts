import type { Variant } from '../behaviour.ts';
import { when } from '../behaviours.ts';
import { addressLines } from '../catalogue/client.ts';
import { namesIn } from '../catalogue/table.ts';
import {
  changingClients,
  only,
  readingClients,
  showing,
  storingMore,
  withAddress,
  withMember,
  without,
} from '../client-behaviours.ts';
import { normalisingField } from '../normalising-services.ts';
import { variantsOf } from '../rows.ts';

/** The fields that may be empty texts. The others have a format. */
const texts = namesIn('title firstName lastName middleName companyName pronouns dob occupation');

const showingIdentifier = showing((record) => only(record, 'id'));

export const clientRecordVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'client-fields-present', operations: ['updateClient'] })({
    'client-read-by-identifier-alone': [
      'An empty change is answered with the identifier, and others with the whole record',
      when(readingClients, showingIdentifier),
    ],
    'client-answered-by-identifier-alone': [
      'Changes are answered with the identifier, and an empty change with the whole record',
      when(changingClients, showingIdentifier),
    ],
    'client-without-identifier': ['Clients have no identifier', showing((record) => without(record, 'id'))],
    'client-empty-left-out': [
      'Fields without a value are left out',
      showing((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))),
    ],
    'client-empty-shown': [
      'Missing texts are shown as empty texts',
      showing((record) => ({ ...Object.fromEntries(texts.map((name) => [name, ''])), ...record })),
    ],
    'client-further-fields': [
      'A client has unlisted fields of any type',
      showing((record) => ({
        ...record,
        type: 'individual',
        cases: [],
        tags: null,
        organisation: { id: 4 },
        _links: { self: { href: '/api/v2/clients/4' } },
        EmailAddress: 5,
      })),
    ],
    'client-stamped': [
      'Every answer carries the time at which it was made',
      showing((record) => ({
        ...record,
        updatedAt: new Date().toISOString(),
        serverTime: performance.now(),
      })),
    ],
  }),
  ...variantsOf({ requirement: 'client-status-transitions', operations: ['updateClient'] })(
    'client-invited-by-email-address',
    'A change of the e-mail address sets the status to Invited',
    storingMore((record, patch) =>
      'emailAddress' in patch && 'status' in record ? { ...record, status: 'Invited' } : record,
    ),
  ),
  ...variantsOf({ requirement: 'client-communication-preferences', operations: ['updateClient'] })(
    'preferences-stamped',
    'Preferences carry the time of the last change',
    storingMore((record) =>
      withMember(record, 'communicationPreferences', (preferences) => ({
        ...preferences,
        reviewedAt: performance.now(),
      })),
    ),
  ),
  ...variantsOf({ requirement: 'client-id', operations: ['updateClient'] })(
    'client-id-upper-case',
    'The identifier of a client is in upper case',
    showing((record) => ({ ...record, id: String(record.id).toUpperCase() })),
  ),
  ...variantsOf({ requirement: 'client-telephone-plus-sign', operations: ['updateClient'] })(
    'client-telephone-kept-without-plus',
    'A new telephone number is kept without its plus sign, and earlier ones are shown with it',
    normalisingField('telephoneNumber', (text) => text.replace('+', '')),
  ),
  ...variantsOf({ requirement: 'address-fields-required', operations: ['updateClient'] })({
    'address-empty-lines-shown': [
      'Missing lines of an address are shown as empty texts',
      showing((record) =>
        withAddress(record, (address) => ({
          ...Object.fromEntries(addressLines.map((line) => [line, ''])),
          ...address,
        })),
      ),
    ],
    'address-further-fields': [
      'An address has unlisted fields of any type',
      showing((record) =>
        withAddress(record, (address) => ({
          id: 7,
          ...address,
          country: 'GB',
          formatted: null,
          location: { latitude: 53.2 },
          checkedAt: performance.now(),
        })),
      ),
    ],
    'address-postcode-alone': [
      'Only the postcode of an address is shown',
      showing((record) => withAddress(record, (address) => only(address, 'postcode'))),
    ],
  }),
];
