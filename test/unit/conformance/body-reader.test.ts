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

test('Of large bodies, and of many, nothing is kept', () => {
  const read = opened();
  const large = bytes(JSON.stringify('x'.repeat(2 ** 15)));
  expect(read(large)).not.toBe(read(large));
  const first = read(bytes('"first"'));
  for (let count = 0; count < 40; count += 1)
    read(bytes(JSON.stringify(`${count}${'x'.repeat(2 ** 15 - 10)}`)));
  expect(read(bytes('"first"'))).not.toBe(first);
});
