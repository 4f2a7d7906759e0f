import { expect, test } from 'vitest';
import { createOrganisation, updateClient } from '../../../src/api/calls.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type Evidence, evidenceOf } from '../../../src/trace/evidence.ts';
import { openProvenance } from '../../../src/trace/provenance.ts';
import { exchangeOf } from '../../support/exchange.ts';

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';

function lastShown(...turns: readonly (readonly [sent: object, answered: object])[]): {
  sent: Evidence['request']['body'];
  answered: Evidence['response']['body'];
  isWhole: boolean;
} {
  const provenance = openProvenance();
  let last: Evidence | undefined;
  for (const [number, [sent, answered]] of turns.entries()) {
    const call = updateClient(client, JSON.stringify(sent));
    const madeUp = provenance.sent(call);
    const body = { kind: 'json', value: answered } as const;
    const exchange = exchangeOf(200, '', {
      ...{ number, call, body },
      ...(madeUp === undefined ? {} : { madeUp }),
    });
    provenance.received(exchange);
    last = evidenceOf(exchange, bundled);
  }
  return {
    sent: last?.request.body,
    answered: last?.response.body,
    isWhole: last?.request.whole === true,
  };
}

const own = {
  firstName: 'Ava',
  lastName: 'Ollerenshaw',
  address: { line_1: '7 Elm Row', postcode: 'SW1A 1AA' },
};

test('a number that the target put a code before is shown', () => {
  const { answered } = lastShown([
    { telephoneNumber: '+390612345678' },
    { telephoneNumber: '+44390612345678' },
  ]);
  expect(answered).toEqual({ telephoneNumber: '+44390612345678' });
});

test('a value that was sent before it was shown is shown as it is, in the answer, too', () => {
  const sent = { lastName: '0123', companyName: 5, sampleField: 'x', firstName: { value: 'Sample' } };
  const shown = lastShown([{}, own], [sent, { ...own, ...sent, companyName: 'Acme' }]);
  expect(shown).toEqual({
    sent,
    answered: {
      ...{ firstName: { value: 'Sample' }, lastName: '0123', companyName: 'Xxxx', sampleField: 'x' },
      address: { line_1: '9 Xxx Xxx', postcode: 'XX9X 9XX' },
    },
    isWhole: true,
  });
});

test.each([
  ['a value that is put back', { lastName: 'Ollerenshaw' }, { lastName: 'Xxxxxxxxxxx' }],
  [
    'one that is sent with others',
    { firstName: 'Avery', lastName: 'Ollerenshaw' },
    { firstName: 'Avery', lastName: 'Xxxxxxxxxxx' },
  ],
  ['one that is sent in another field', { companyName: 'Ollerenshaw' }, { companyName: 'Xxxxxxxxxxx' }],
  ['one that is a part of a new one', { lastName: 'Ollerenshaw-Sample' }, { lastName: 'Xxxxxxxxxxx-Xxxxxx' }],
  [
    'one that is written in another way',
    { address: { line_1: '1 Sample Street', postcode: 'sw1a1aa' } },
    { address: { line_1: '1 Sample Street', postcode: 'xx9x9xx' } },
  ],
])('a value that was shown first is masked: %s', (_, body, sent) => {
  expect(lastShown([{}, own], [body, own])).toMatchObject({ sent, isWhole: false });
});

test.each([
  ['as it was sent', 'Sample and Partners 9 Limited', 'Sample and Partners 9 Limited'],
  ['abbreviated', 'Sample and Partners 9 Ltd', 'Sample and Partners 9 Ltd'],
  ['in capitals, without signs and cut', 'SAMPLE AND PARTN', 'SAMPLE AND PARTN'],
  ['with more of somebody', 'Sample Ollerenshaw', 'Xxxxxx Xxxxxxxxxxx'],
  ['with a little of somebody', 'Sample and Partners Ollerenshaw', 'Sample and Partners Xxxxxxxxxxx'],
  ['with somebody instead', 'Ollerenshaw', 'Xxxxxxxxxxx'],
])('a text that a target made of the sent one is masked where it is not of it: %s', (_, found, shown) => {
  const sent = { companyName: 'Sample and Partners 9 Limited' };
  expect(lastShown([sent, { companyName: found }]).answered).toEqual({ companyName: shown });
});

test.each([
  ['a name within a word that was sent', 'Ford', 'Xxxx'],
  ['the beginning of one', 'Sam', 'Xxx'],
  ['a name beside words that were sent', 'Wood Sampleford Estates', 'Xxxx Sampleford Estates'],
  ['a number without its leading zero', '7', '7'],
])('a short word is masked unless it was sent as one: %s', (_, found, shown) => {
  const turns = [{ companyName: '07' }, { companyName: 'Sampleford Estates' }];
  const sent = turns.map((one) => [one, one] as const);
  expect(lastShown(...sent, [{}, { companyName: found }]).answered).toEqual({ companyName: shown });
});

test.each([
  ['is sent', 'Avery'],
  ['is a part of what is sent', 'Leeds'],
])('a value that a client holds is of the target, though a text that %s before had it', (_, name) => {
  const creation = createOrganisation(
    JSON.stringify({ registeredName: 'Sample Conveyancing Leeds', tradingName: 'Avery' }),
  );
  const provenance = openProvenance();
  provenance.sent(creation);
  const call = updateClient(client, '{}');
  provenance.received({ call, status: 401, body: { kind: 'json', value: { message: 'No.' } } });
  provenance.received({ call, status: 200, body: { kind: 'json', value: { lastName: name } } });
  const madeUp = provenance.sent(updateClient(client, JSON.stringify({ lastName: name })));
  expect(madeUp?.all.has(name)).toBe(false);
  expect(madeUp?.all.has('Sample Conveyancing Leeds')).toBe(true);
});

test('a long text is shown by its length', () => {
  const sent = { companyName: 'Sample-'.repeat(50) };
  expect(lastShown([sent, {}])).toMatchObject({
    sent: { companyName: '(a string of 350 characters)' },
    isWhole: false,
  });
});

test('a value at an extreme depth is read', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}"Ollerenshaw"${']'.repeat(100_000)}`);
  const provenance = openProvenance();
  const body = { kind: 'json', value: deep } as const;
  provenance.received({ call: updateClient(client, '{}'), status: 200, body });
  expect(provenance.sent(updateClient(client, '{"lastName":"Ollerenshaw"}'))?.all.size).toBe(0);
  expect(lastShown([{ lastName: 'Sample' }, { lastName: deep }]).answered).toEqual({
    lastName: '(an array of 1)',
  });
});
