import { describe, expect, it } from 'vitest';
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
  ['cut short', `a ${token.slice(0, -2)} b`, 'a (token) b'],
])('takes a token out %s', (_, text, expected) => {
  expect(mask(text)).toBe(expected);
});

it.each([
  ['with escapes', '{"tk\\u002fMem~ber\\u002BSecret\\"7":1}', '{"(token)":1}'],
  ['after an escape', JSON.stringify([`Unknown:\n${token}`]), '["Unknown:\\n(token)"]'],
  ['without its start', JSON.stringify([token.slice(3)]), '["(token)\\"7"]'],
  ['with a slash that is an escape', '{"t":"tk\\/Mem~ber+Secret"}', '{"t":"(token)"}'],
  [
    'beside other strings',
    JSON.stringify({ a: '"\\', [token]: '\u0001' }),
    '{"a":"\\"\\\\","(token)":"\\u0001"}',
  ],
])('takes a token out of JSON, which stays JSON: %s', (_, text, expected) => {
  expect(mask(text)).toBe(expected);
});

it.each([
  ['cut short', '{"a":"tk\\u002fMem~ber\\u002bSecret\\"7","b":'],
  ['within HTML', '<script>x = "tk\\/Mem~ber\\u002BSecret\\"7"</script>'],
])('takes a token out of JSON that is %s', (_, text) => {
  expect(mask(text)).not.toMatch(/Mem|ber|Secret/);
});

it('leaves the escapes of a text that is no JSON and has no token', () => {
  expect(mask('C:\\users\\\\u0041 "x')).toBe('C:\\users\\\\u0041 "x');
});

describe('of a token of digits', () => {
  const maskDigits = maskingOf(['9023418877615520']);

  it.each([
    ['a number', '{"a":9023418877615520}', '{"a":"(token)"}'],
    ['part of a number', '[1, -9023418877615520.5e1,2]', '[1, "-(token).5e1",2]'],
    ['a number alone', '9023418877615520', '"(token)"'],
  ])('takes %s out of JSON, which stays JSON', (_, text, expected) => {
    expect(maskDigits(text)).toBe(expected);
  });

  it('leaves other numbers, and what else is no string', () => {
    const text = '{"a":[1.5, true,null,-2E7],"b" : {}}';
    expect(maskDigits(`{"token":9023418877615520,"other":${text}}`)).toBe(
      `{"token":"(token)","other":${text}}`,
    );
  });
});

it('takes a token out beside a letter whose lower case is longer', () => {
  expect(mask(`İİİİ ${token.toUpperCase()} b`)).toBe('İİİİ (token) b');
  expect(mask(`{"İ":"${token.slice(0, -2)}"}`)).toBe('{"İ":"(token)"}');
});

it('takes a token out of base64', () => {
  expect(mask(Buffer.from(`${token}:`).toString('base64'))).not.toContain(
    Buffer.from(token.slice(0, 15)).toString('base64'),
  );
});

const long = 'demo-member-Wq3ZbTn8RkYv5LxC2JmHs7PfDg4KtNaE9uVyQw6B';

it.each([
  ['its first half', long.slice(0, 26)],
  ['its second half', long.slice(26)],
  ['all but its last character', long.slice(0, -1)],
  ['all but its first four characters', `xxxx${long.slice(4)}`],
  ['what is left of it with its middle altered', `${long.slice(0, 24)}xxxx${long.slice(28)}`],
])('takes most of a token out: %s', (_, part) => {
  const left = maskingOf([long])(`{"${part}":1}`);
  for (let start = 0; start + 12 <= long.length; start += 1) {
    expect(left.toLowerCase()).not.toContain(long.slice(start, start + 12).toLowerCase());
  }
});

it('leaves what is no token, and what is too short for one', () => {
  expect(mask('a short text')).toBe('a short text');
  expect(maskingOf([])('anything')).toBe('anything');
});
