import { describe, expect, test } from 'vitest';
import { type ClientState, listedState } from '../../../../src/conformance/put-back/client-state.ts';
import { fieldsChangedSince } from '../../../../src/conformance/put-back/restore-clients.ts';
import type { ClientRecord } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';

const address = {
  line_1: 'Hollin Edge Farm',
  line_2: 'Hollin Lane',
  line_3: '',
  post_town: 'Bakewell',
  county: '',
  postcode: 'DE45 1ZX',
  uprn: '',
};
const sentAddress = { ...address, line_1: '7 Sample Street', post_town: 'Testerton' };
const record = { id: 'one', title: 'Ms', lastName: 'Ollerenshaw', address, dob: '1974-05-08' };

const changed = (client: string, sent: Record<string, unknown[]>): ClientState => ({
  ...listedState(client, false),
  ...{ record, sent },
});

function changedSince(
  sent: Record<string, unknown[]>,
  shown: ClientRecord,
  ofAnother: Record<string, unknown[]> = {},
): string[] {
  const own = changed('one', sent);
  return fieldsChangedSince(bundled, own, { ...record, ...shown }, [own, changed('other', ofAnother)]);
}

const sample = { lastName: ['Sample  &  <i>Sons</i> of Testerton'] };

describe('what somebody else may have changed since', () => {
  test.each(['', undefined])('is what is gone, where the run did not send that (%j)', (lastName) => {
    expect(changedSince(sample, { lastName })).toEqual(['lastName']);
    expect(changedSince({ lastName: [''] }, { lastName })).toEqual([]);
  });

  test('is nothing that is as it was, and nothing that the interface cannot change', () => {
    expect(changedSince({}, {})).toEqual([]);
    expect(changedSince({}, { dob: '1990-01-01', status: 'Closed' })).toEqual([]);
  });

  test.each([
    ['as it was sent', 'Sample  &  <i>Sons</i> of Testerton'],
    ['in another case', 'SAMPLE  &  <I>SONS</I> OF TESTERTON'],
    ['with single spaces', 'Sample & <i>Sons</i> of Testerton'],
    ['without signs', 'Sample iSonsi of Testerton'],
    ['cut', 'Sample  &'],
    ['as the text that it was, cut', 'Oll'],
  ])('is not what the run sent, %s', (_how, lastName) => {
    expect(changedSince(sample, { lastName })).toEqual([]);
  });

  test.each([
    ['another name', 'Babbage'],
    ['one letter of it', 'S'],
    ['more than was sent', 'Sample  &  <i>Sons</i> of Testerton and Upper Testerton'],
    ['the end of it', 'of Testerton'],
    ['a number', 7],
  ])('is %s', (_what, lastName) => {
    expect(changedSince(sample, { lastName })).toEqual(['lastName']);
  });

  test('is nothing that the run sent to another client, but what it sent as another field', () => {
    expect(changedSince({}, { lastName: 'Sample' }, { lastName: ['Sample'] })).toEqual([]);
    expect(changedSince({ companyName: ['Sample'] }, { lastName: 'Sample' })).toEqual(['lastName']);
  });

  test('is told of an address line by line', () => {
    const sent = { address: [sentAddress] };
    expect(changedSince(sent, { address: sentAddress })).toEqual([]);
    // Lines of the original and of the sent address, truncated, in capitals, or with a line missing.
    expect(changedSince(sent, { address: { ...sentAddress, post_town: 'Bakewell' } })).toEqual([]);
    expect(changedSince(sent, { address: { ...sentAddress, line_1: '7 SAMPLE' } })).toEqual([]);
    expect(changedSince(sent, { address: { line_1: '7 Sample Street' } })).toEqual([]);
    expect(changedSince(sent, { address: { ...sentAddress, line_2: '9 Church Row' } })).toEqual(['address']);
    expect(changedSince(sent, { address: { ...sentAddress, line_1: 'Testerton' } })).toEqual(['address']);
  });

  test('names each field', () => {
    expect(changedSince(sample, { title: 'Lady', lastName: 'Babbage', firstName: 'Ada' })).toEqual(
      bundledOrder('title', 'firstName', 'lastName'),
    );
  });
});

function bundledOrder(...fields: string[]): string[] {
  return bundled.fieldsOf('ClientPatch').filter((field) => fields.includes(field));
}
