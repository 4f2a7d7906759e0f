import { expect, test } from 'vitest';
import { rememberingStretches } from '../../../src/http/long-stretches.ts';
import { reachOf, searchFor } from '../../../src/http/secret-search.ts';
import { writingsOf } from '../../../src/http/secret-writings.ts';

const secret = 'Secret-Token-1234567890';
const writings = writingsOf(secret);
const search = searchFor(writings);

/** The same search, and how many characters it was given. */
function counted() {
  let length = 0;
  const remembering = rememberingStretches((text) => {
    length += text.length;
    return search(text);
  }, reachOf(writings));
  return { remembering, searched: () => length };
}

const stretch = 'x.'.repeat(50_000);
const within = `${stretch}|${secret}|${stretch}`;
const [start, end] = [secret.slice(0, 14), secret.slice(14)];

test.each([
  ['in a long stretch', JSON.stringify({ a: within })],
  ['beside one', JSON.stringify({ a: secret, b: stretch, c: secret })],
  ['at the beginning and the end of one', JSON.stringify({ a: `${secret}|${stretch}|${secret}` })],
  ['across the beginning of one', JSON.stringify([start, `${end}|${stretch}`])],
  ['across the end of one', JSON.stringify([`${stretch}|${start}`, end, secret])],
  ['in several', JSON.stringify([within, secret, within, 1, within])],
  ['in a text without quotation marks', within],
])('What is %s is found where another search finds it', (_, text) => {
  expect(search(text).length).toBeGreaterThan(0);
  expect(counted().remembering(text)).toEqual(search(text));
});

test('A long stretch that comes again is not searched again, wherever it stands', () => {
  const { remembering, searched } = counted();
  remembering(JSON.stringify({ a: within }));
  const once = searched();
  const again = JSON.stringify({ other: [secret], a: within, z: 1 });
  expect(remembering(again)).toEqual(search(again));
  expect(searched() - once).toBeLessThan(20_000);
});
