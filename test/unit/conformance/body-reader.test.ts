import { expect, test } from 'vitest';
import { openBodyReader } from '../../../src/conformance/body-reader.ts';
import { readJson } from '../../../src/http/json.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const opened = () => openBodyReader();

test('A body that comes again is the same value', () => {
  const read = opened();
  const first = read(bytes('{"message":"one"}'));
  expect(first.body).toEqual({ kind: 'json', value: { message: 'one' } });
  expect(read(bytes('{"message":"one"}'))).toBe(first);
  expect(read(bytes('{"message":"another"}')).body).toEqual({ kind: 'json', value: { message: 'another' } });
});

test.each([
  ['a byte order mark', bytes('\ufeff{}'), { hasByteOrderMark: true, body: { kind: 'json', value: {} } }],
  [
    'a wrong byte',
    Buffer.from([0x7b, 0x7d, 0xff]),
    { body: { kind: 'not-json', message: 'It is not UTF-8.' } },
  ],
])('A body is told from one that differs in %s alone', (_, body, expected) => {
  const read = opened();
  expect(read(bytes('{}'))).toMatchObject({ hasByteOrderMark: false, body: { kind: 'json', value: {} } });
  expect(read(bytes('{}\ufffd')).body.kind).toBe('not-json');
  expect(read(body)).toMatchObject(expected);
});

test.each([
  ['bytes of small bodies', 2 ** 15 - 20, Array.from({ length: 33 }, (_, at) => `${at}`)],
  ['large bodies', 2 ** 15, ['0', '2', '3', '4', '1']],
  ['bytes of large bodies', 7_000_000, ['0', '1', '2']],
])('Those that came last are kept, up to so many %s', (_, length, names) => {
  const read = opened();
  const readNamed = (name: string) => read(bytes(JSON.stringify(name.padEnd(length, 'x'))));
  const first = readNamed('0');
  const others = new Map(names.slice(1).map((name) => [name, readNamed(name)]));
  expect(readNamed('1')).toBe(others.get('1'));
  expect(readNamed('0')).not.toBe(first);
});

const stretch = 'x'.repeat(2 ** 16);
const other = 'é'.repeat(2 ** 16);

test.each([
  ['a string', `{"a":"${stretch}","b":1}`],
  ['several strings', `["${stretch}",{"b":["${other}","${stretch}"]}]`],
  ['a member that objects have anyway', `{"__proto__":"${stretch}"}`],
  ['a name', `{"${stretch}":1}`],
  ['a member that comes again', `{"a":"${stretch}","a":1}`],
  ['what follows a quotation mark in a string', `{"a":"\\"${stretch}"}`],
  ['what stands before a quotation mark in a string', `{"a":"${stretch}\\""}`],
  ['escapes', `{"a":"${'\\u0041'.repeat(2 ** 14)}"}`],
  ['a character that JSON escapes', `{"a":"${stretch}\n"}`],
  ['numbers', `{"a":[${'1,'.repeat(2 ** 15)}1],"b":1}`],
  ['a string of what is no JSON', `{"a":"${stretch}"`],
  ['no string at all', stretch],
  ['a string that begins with a byte order mark', `["\ufeff${stretch}"]`],
  ['a string behind a byte order mark', `\ufeff["${stretch}"]`],
])('What is long in a body is read as JSON reads it: %s', (_, text) => {
  const read = opened();
  // So that it is known.
  read(bytes(JSON.stringify([stretch, other])));
  expect(read(bytes(text)).body).toEqual(readJson(bytes(text)));
  expect(read(bytes(text)).text).toBe(text.replace(/^\ufeff/, ''));
});

test('A wrong byte in what is long is found', () => {
  const wrong = Buffer.concat([bytes(`["${stretch}`), Buffer.from([0xff]), bytes('"]')]);
  expect(opened()(wrong).body).toEqual({ kind: 'not-json', message: 'It is not UTF-8.' });
});

test('A body that is not kept is released, and one that is kept once it is kept no more', () => {
  const released: number[] = [];
  const read = openBodyReader(({ byteLength }) => released.push(byteLength));
  read(bytes('"small"'));
  expect(released.splice(0)).toEqual([7]);
  for (const length of [1, 2, 3, 4]) read(bytes(JSON.stringify('x'.repeat(2 ** 16 + length))));
  expect(released).toEqual([]);
  read(bytes(JSON.stringify('x'.repeat(2 ** 16 + 4))));
  expect(released.splice(0)).toEqual([2 ** 16 + 6]);
  read(bytes(JSON.stringify('x'.repeat(2 ** 16 + 5))));
  expect(released).toEqual([2 ** 16 + 3]);
});
