import { describe, expect, test } from 'vitest';
import { exceededLimit, readJson, withStringsCut } from '../../../src/http/json.ts';
import { processorClock } from '../../support/processor-clock.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('readJson', () => {
  test.each<[string, unknown]>([
    ['{"a":[1,null,"x"]}', { a: [1, null, 'x'] }],
    [' \t\r\n0 ', 0],
    ['\ufeff{}', {}],
    ['"Zo\u00eb \u{1f600}"', 'Zo\u00eb \u{1f600}'],
    ['null', null],
  ])('reads %s', (text, value) => {
    expect(readJson(bytes(text))).toEqual({ kind: 'json', value });
  });

  test.each([
    ['', 'It is empty.', 'empty'],
    ['\ufeff', 'It is empty.', 'empty'],
    ['secret', 'It is not JSON.', 'other text'],
    ['{"secret":1,}', 'It is not JSON (line 1, column 13).', 'malformed'],
    ['{"a":1,\n"secret" 2}', 'It is not JSON (line 2, column 10).', 'malformed'],
    ['secret (line 7 column 7)', 'It is not JSON.', 'other text'],
    ['[1,2', 'It is not JSON: it is cut off after 4 characters.', 'cut off'],
    ['{"a":', 'It is not JSON: it is cut off after 5 characters.', 'cut off'],
    ['NaN', 'It is not JSON.', 'other text'],
    ["{'a':1}", 'It is not JSON (line 1, column 2).', 'malformed'],
    ['{} {}', 'It is not JSON (line 1, column 4).', 'malformed'],
    ['{"a":NaN}', 'It is not JSON: it has NaN after 5 characters.', 'malformed'],
    ['[None]', 'It is not JSON: it has None after 1 character.', 'malformed'],
    ['[1,]', 'It is not JSON: it has ] where a value must be.', 'malformed'],
    [")]}',\n[1]", 'It is not JSON: other characters come before it.', 'malformed'],
    ['\ufeff\ufeff{}', 'It is not JSON.', 'other text'],
    ['<!doctype html>', 'It is not JSON.', 'other text'],
    ['<script>f(1, undefined)</script><script>g(a,[undefined])</script>', 'It is not JSON.', 'other text'],
  ])('refuses %j', (text, message, problem) => {
    expect(readJson(bytes(text))).toMatchObject({ kind: 'not-json', problem, message });
  });

  test.each([
    ['Latin-1', [0x22, 0xeb, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('refuses %s', (_, octets) => {
    expect(readJson(new Uint8Array(octets))).toMatchObject({
      kind: 'not-json',
      problem: 'not UTF-8',
      message: expect.stringMatching(
        /^It is not UTF-8( after its first \d+ characters)?(, but perhaps (ISO 8859-1 \(Latin-1\)|UTF-16))?\.$/,
      ),
    });
  });

  test.each([
    ['Latin-1 after a byte of it', [0x22, 0xeb, 0x22], ', but perhaps ISO 8859-1 (Latin-1)'],
    ['nothing after a character that is cut off', [0x22, 0xe2, 0x82], ''],
  ])('names as likely encoding %s', (_, octets, likely) => {
    expect(readJson(new Uint8Array(octets))).toMatchObject({ message: `It is not UTF-8${likely}.` });
  });

  test('400,000 nested brackets do no harm', () => {
    expect(readJson(bytes('['.repeat(400_000) + ']'.repeat(400_000))).kind).toBe('json');
    expect(readJson(bytes('['.repeat(400_000))).kind).toBe('not-json');
  });

  test('thirty thousand quotes in a string that does not end are searched once', () => {
    const took = processorClock();
    const message = 'It is not JSON: it has ] where a value must be.';
    expect(readJson(bytes(`[1,]["${`${'x'.repeat(68)}\\"`.repeat(30_000)}`))).toMatchObject({
      message,
      at: 3,
    });
    expect(took()).toBeLessThan(5_000);
  });

  test('__proto__ is a member like others', () => {
    const body = readJson(bytes('{"__proto__":{"polluted":true}}'));
    const value = body.kind === 'json' ? Object(body.value) : undefined;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

test.each<[text: string, excess: string | undefined]>([
  ['[1,2,3,4]', undefined],
  ['[1,2,3,4,5]', 'values'],
  ['[[[]]]', undefined],
  ['[{"a":[[]]}]', 'levels'],
  ['["[[[[,,,,,\\"[[[["]', undefined],
])('of 4 values and 3 levels at most, %s exceeds %s', (text, excess) => {
  expect(exceededLimit(bytes(text), { values: 4, levels: 3 })).toBe(excess);
});

describe('withStringsCut', () => {
  const long = 2 ** 20 + 1;

  test.each(['x', 'é', '€', '😀', '\\u0041', '\\\\', '\\"'])(
    'cuts a string of a million %j between two characters',
    (filler) => {
      for (let shift = 0; shift < 6; shift += 1) {
        const string = `"${'y'.repeat(shift)}${filler.repeat(long)}"`;
        const cut = withStringsCut(bytes(`{"before":1,"long":${string},"after":[2,""]}`));
        expect(cut.byteLength).toBeLessThan(2 ** 18 + 100);
        const {
          before,
          long: left,
          after,
        } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(cut));
        expect([before, after]).toEqual([1, [2, '']]);
        expect(JSON.parse(string).startsWith(left)).toBe(true);
      }
    },
  );

  test.each([
    ['of many short strings', JSON.stringify(Array.from({ length: long / 4 }, () => 'x'))],
    ['that is not JSON', `description: "${'x'.repeat(long)}"`],
    ['that is short', '{"a":"x"}'],
  ])('returns a body %s as it is', (_, text) => {
    const body = bytes(text);
    expect(withStringsCut(body)).toBe(body);
  });

  test('leaves a string without an end unreadable', () => {
    expect(readJson(withStringsCut(bytes(`["${'x'.repeat(long)}`))).kind).toBe('not-json');
  });
});
