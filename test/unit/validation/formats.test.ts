import { describe, expect, it } from 'vitest';
import { bareRecord } from '../../../faults/catalogue/records.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { emails, uuids } from './texts.ts';

const sale = bareRecord('Sale');

const accepts = (field: string, value: string): boolean =>
  bundled.validate('CaseRecord', { ...sale, [field]: value }).length === 0;

describe.each([
  ['an e-mail address', 'estateAgentEmail', emails],
  ['a UUID', 'caseId', uuids],
] as const)('%s', (_, field, { right, wrong }) => {
  it.each(right)('may be %j', (text) => {
    expect(accepts(field, text)).toBe(true);
  });

  it.each(wrong)('may not be %j', (text) => {
    expect(accepts(field, text)).toBe(false);
  });
});

describe('a date', () => {
  it.each(['0001-01-01', '1900-02-28', '2000-02-29', '2024-02-29', '9999-12-31'])('may be %s', (value) => {
    expect(accepts('desiredCompletionDate', value)).toBe(true);
  });

  it.each(['1900-02-29', '2023-02-29', '2024-06-31', '2024-6-1', '+2024-06-01', '2024-06-01Z', '20240601'])(
    'may not be %s',
    (value) => {
      expect(accepts('desiredCompletionDate', value)).toBe(false);
    },
  );
});

it.each([
  ['+442079460123', true],
  ['442079460123', true],
  ['+123456789012345', true],
  ['+1234567890123456', false],
  ['+0123', false],
  ['020 7946 0123', false],
  ['+44-20-7946', false],
  ['++44', false],
  ['+442079460123\n', false],
  ['', false],
])('a telephone number %j is accepted: %s', (telephoneNumber, isAccepted) => {
  expect(bundled.validate('Client', { telephoneNumber }).length === 0).toBe(isAccepted);
  expect(bundled.validate('ClientPatch', { telephoneNumber }).length === 0).toBe(isAccepted);
});
