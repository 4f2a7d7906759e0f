import { describe, expect, it } from 'vitest';
import { bareRecord } from '../../../faults/catalogue/records.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const sale = bareRecord('Sale');
const uuid = '3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d';

const accepts = (field: string, value: string): boolean =>
  bundled.validate('CaseRecord', { ...sale, [field]: value }).length === 0;

describe('an e-mail address', () => {
  it.each([
    'keys@example.com',
    'keys@localhost',
    '"front desk"@example.com',
    '"@"@example.com',
    '"a\\"b"@example.com',
    '""@example.com',
    'keys@[192.0.2.1]',
    'keys@[IPv6:2001:db8::1]',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'KEYS@EXAMPLE.COM',
    'a.b.c@a-b.c-d.example',
    '1@2.3',
    'jörg@example.com',
    'siân@tŷ-gwerthu.example',
    '邮件@例子.example',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example.com`,
  ])('may be %s', (address) => {
    expect(accepts('estateAgentEmail', address)).toBe(true);
  });

  it.each([
    '',
    '@',
    'keys',
    'keys@',
    '@example.com',
    'a b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@b@example.com',
    '"a"b"@example.com',
    '"a@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@example.com.',
    'a@exa_mple.com',
    'a@[192.0.2.1',
    'a@[]',
    'a@[a]b]',
    'a@example.com\n',
    'a@example.com\u00a0',
    'a\u200b@example.com',
    'ä..ö@example.com',
    'ä@-ö.example',
    'a@example.com, b@example.com',
    'mailto:a@example.com',
    'Ann <a@example.com>',
  ])('may not be %j', (address) => {
    expect(accepts('estateAgentEmail', address)).toBe(false);
  });
});

describe('a UUID', () => {
  it.each([
    uuid,
    uuid.toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])('may be %s', (value) => {
    expect(accepts('caseId', value)).toBe(true);
  });

  it.each([`urn:uuid:${uuid}`, `{${uuid}}`, ` ${uuid}`, `${uuid}\n`, uuid.replaceAll('-', ''), `${uuid}0`])(
    'may not be %j',
    (value) => {
      expect(accepts('caseId', value)).toBe(false);
    },
  );
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

describe('a telephone number', () => {
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
  ])('%j is accepted: %s', (telephoneNumber, isAccepted) => {
    expect(bundled.validate('Client', { telephoneNumber }).length === 0).toBe(isAccepted);
    expect(bundled.validate('ClientPatch', { telephoneNumber }).length === 0).toBe(isAccepted);
  });
});
