import { boolean, email, object, oneOf, telephone, text, uuid } from './kinds.ts';
import type { Field } from './table.ts';
import { fieldsOfTable, namesIn } from './table.ts';

const status = oneOf(
  ['Active', 'Closed', 'Invited', 'NotInvited', 'SendFailed'],
  ['ACTIVE', 'Not Invited', 'NOT_INVITED', 'Inactive', 'Archived', 'Failed'],
);

/** All fields of the client record, including those of its address (interface 2.2 and 2.3). */
export const clientFields: readonly Field[] = [
  ...fieldsOfTable({ shape: 'Client', section: '2.2' }, [
    [uuid, 'client-id', 'id'],
    [text, 'client-texts', 'firstName lastName'],
    [email, 'client-email', 'emailAddress'],
    [status, 'client-status', 'status'],
    [text, 'client-texts', 'title middleName companyName'],
    [telephone, 'client-telephone-numbers', 'telephoneNumber altTelephoneNumber'],
    [text, 'client-texts', 'pronouns'],
    [object, 'client-communication-preferences', 'communicationPreferences'],
    [text, 'client-texts', 'avatarUrl dob nationality niNumber occupation'],
    [object, 'address-fields', 'address'],
  ]),
  ...fieldsOfTable({ shape: 'Client', section: '2.2', under: '/communicationPreferences' }, [
    [boolean, 'client-communication-preferences', 'email phone sms post'],
  ]),
  ...fieldsOfTable({ shape: 'Client', section: '2.3', under: '/address' }, [
    [text, 'address-fields', 'line_1 line_2 line_3 post_town county postcode uprn'],
  ]),
];

/** The changeable fields (interface 4.2) except the address, which has its own statements. */
export const changeableFields: readonly string[] = namesIn(
  'title firstName lastName emailAddress companyName telephoneNumber',
);

/** The lines of an address (interface 2.3), all optional. */
export const addressLines: readonly string[] = namesUnder('/address');

function namesUnder(holder: string): readonly string[] {
  return clientFields
    .filter(({ pointer }) => pointer.lastIndexOf('/') === holder.length && pointer.startsWith(`${holder}/`))
    .map(({ pointer }) => pointer.slice(holder.length + 1));
}
