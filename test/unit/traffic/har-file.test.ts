import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../../src/traffic/har-file.ts';
import { inChunks } from './recorder.ts';

/** The values of the entries, and why the reading ended, if it did. */
async function read(text: string, length = 61): Promise<{ values: unknown[]; error?: string }> {
  const values: unknown[] = [];
  try {
    for await (const { value } of entriesOf(inChunks(text, length))) values.push(value);
    return { values };
  } catch (error) {
    return { values, error: (error as Error).message };
  }
}

const entries = [{ a: 'é"\\' }, { b: ['}', { entries: [{}] }] }, {}];

describe('The entries of a HAR are cut out of its text', () => {
  test.each([1, 2, 7, 10_000])('in chunks of %i bytes', async (length) => {
    const log = { creator: { entries: [{ not: 'one' }] }, entries, pages: [{ entries: [1] }] };
    expect(await read(JSON.stringify({ entries: [{ no: 1 }], log }, null, 2), length)).toEqual({
      values: entries,
    });
  });

  test('behind a byte order mark, and where there is none', async () => {
    expect(await read('\ufeff{"log":{"entries":[]}}')).toEqual({ values: [] });
  });
});

describe('What is no HAR says why', () => {
  test.each([
    ['', 'It is empty (line 1).'],
    ['<html>\n</html>', 'It is not JSON (up to line 2).'],
    ['{"log":\n{"entries":[{},\n{"a":}]}}', 'It is not JSON (line 3).'],
    ['{"log":\n{"entries":[{"b":\n1}\n{}]}}', 'It is not JSON (line 4).'],
    ['{"log":{"entries":[{"a":1},\n\n{"url":"http', 'It is not JSON (line 3).'],
    ['{"log":{"entries":[{}]},\n"x":\n}', 'It is not JSON (up to line 3).'],
    ['{"log":{}}', 'It has no array log.entries.'],
    ['[{"log":{"entries":[]}}]', 'It has no array log.entries.'],
    ['{"log":{"entries":[1]}}', 'log.entries must hold objects alone.'],
    ['{"log":{"entries":[{},\n[]]}}', 'log.entries must hold objects alone (line 2).'],
    ['{"l\\u006fg":{"entries":[{}]}}', 'It must have log.entries once, and write the name plainly.'],
  ])('%j', async (text, message) => {
    expect((await read(text, 5)).error).toBe(message);
  });
});
