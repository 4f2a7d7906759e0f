import { expect, test } from 'vitest';
import { readHar } from '../../../src/gate/har-file.ts';
import { inChunks } from '../traffic/recorder.ts';

const entries = [{ a: 'é"\\' }, { b: ['}', { entries: [{}] }] }, {}];

test.each([1, 7, 10_000])('The entries of a HAR are read in chunks of %i bytes', async (length) => {
  const log = { creator: { entries: [{ not: 'one' }] }, entries, pages: [{ entries: [1] }] };
  const text = JSON.stringify({ entries: [{ no: 1 }], log }, null, 2);
  expect((await readHar(inChunks(text, length))).entries).toEqual(entries);
});

test('A byte order mark is ignored', async () => {
  expect(await readHar(inChunks('\ufeff{"log":{"entries":[]}}', 61))).toEqual({
    log: { entries: [] },
    entries: [],
  });
});

test.each([
  ['', 'It is empty.'],
  ['<html>\n</html>', 'It is not JSON. It begins with <, as HTML and XML do.'],
  ['{"log":\n{"entries":[{},\n{"a" 1}]}}', 'It is not JSON (line 3, column 6).'],
  ['{"log":{"entries":[{"a":1},\n\n{"url":"http', 'It is not JSON: it is cut off after 41 characters.'],
  ['{"log":{}}', 'It has no array log.entries.'],
  ['[{"log":{"entries":[]}}]', 'It has no array log.entries.'],
  ['{"log":{"entries":[{},1]}}', 'log.entries must hold objects alone.'],
])('%j is not a HAR', async (text, message) => {
  await expect(readHar(inChunks(text, 5))).rejects.toThrow(message);
});

test('A HAR of more than 256 MB is refused', async () => {
  const megabyte = Buffer.alloc(2 ** 20, ' ');
  const chunks = async function* () {
    for (let count = 0; count < 257; count += 1) yield megabyte;
  };
  await expect(readHar(chunks())).rejects.toThrow('It has more than 256 MB. Record a shorter time.');
});
