import { expect, test } from 'vitest';
import { openBodyReader } from '../../../src/conformance/body-reader.ts';
import { maskingOf } from '../../../src/http/masking.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const opened = () => openBodyReader(maskingOf(['Secret-Token-1234567890']));

test('A body that comes again is the same value, without what must not be told', () => {
  const read = opened();
  const first = read(bytes('{"message":"Secret-Token-1234567890"}'));
  expect(first.body).toEqual({ kind: 'json', value: { message: '(token)' } });
  expect(read(bytes('{"message":"Secret-Token-1234567890"}'))).toBe(first);
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
