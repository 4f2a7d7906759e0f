import { expect, test } from 'vitest';
import { repeatsData } from '../../../src/rules/disclosure.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { exchangeOf } from '../../support/exchange.ts';

const record = {
  name: 'Acme and Partners',
  street: '1 Sample Street',
  kind: 'Remortgage',
  owned: 'individual',
};

const shows = (told: unknown, status: number, body: unknown): boolean =>
  repeatsData(
    bundled,
    exchangeOf(status, typeof body === 'string' ? body : JSON.stringify(body)),
    exchangeOf(200, JSON.stringify(told)),
  );

test.each<[string, unknown, number, unknown, boolean]>([
  ['the same', record, 200, record, true],
  ['the same in a refusal', record, 404, { message: 'No.', ...record }, true],
  ['the same in a wrapper, with more', record, 200, { at: 5, data: [{ ...record, at: 6 }] }, true],
  ['two of its texts', record, 200, { a: 'Acme and Partners', b: '1 Sample Street' }, true],
  ['one of several texts', record, 200, { a: 'Acme and Partners' }, false],
  ['the only text that there is', { id: 5, name: 'Acme and Partners' }, 200, ['Acme and Partners'], true],
  ['two of its texts in a refusal', record, 404, { a: 'Acme and Partners', b: '1 Sample Street' }, false],
  ['words of the description alone', record, 200, { a: 'Remortgage', b: 'individual' }, false],
  ['the record of a case', {}, 200, { data: { caseId: '1', caseType: 'Sale' } }, true],
  ['a page', record, 200, '<p>1 Sample Street', false],
  ['what is asked for, which is in the path', { path: '/api/v2/org' }, 200, { asked: '/api/v2/org' }, false],
  ['nothing, as before', [], 200, [], false],
])('%s', (_name, told, status, body, expected) => {
  expect(shows(told, status, body)).toBe(expected);
});
