import { expect, it } from 'vitest';
import { maskingOf } from '../../../src/http/masking.ts';

const token = 'tk/Mem~ber+Secret"7';
const mask = maskingOf([token, 'short']);

it.each([
  ['as it is', token, '(token)'],
  ['within a text', `a ${token} b ${token}`, 'a (token) b (token)'],
  ['in the other case', token.toUpperCase(), '(token)'],
  ['as JSON writes it', JSON.stringify({ token }), '{"token":"(token)"}'],
  ['as JSON may write it', token.replaceAll('/', '\\/'), '(token)'],
  ['as a URL writes it', encodeURIComponent(token), '(token)'],
  [
    'as a pointer writes it',
    `/location/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    '/location/(token)',
  ],
])('takes a token out %s', (_, text, expected) => {
  expect(mask(text)).toBe(expected);
});

it('takes a token out of base64', () => {
  expect(mask(Buffer.from(`${token}:`).toString('base64'))).not.toContain(
    Buffer.from(token.slice(0, 15)).toString('base64'),
  );
});

it('leaves what is no token, and what is too short for one', () => {
  expect(mask('a short text')).toBe('a short text');
  expect(maskingOf([])('anything')).toBe('anything');
});
