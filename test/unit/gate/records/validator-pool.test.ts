import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { judgeOf } from '../../../../src/gate/records/judge.ts';
import type { Part } from '../../../../src/gate/records/part.ts';
import { partsOf } from '../../../../src/gate/records/parts.ts';
import { openValidatorPool } from '../../../../src/gate/records/validator-pool.ts';
import { startThread } from '../../../../src/gate/records/validator-thread.ts';

/** More than is judged without threads. */
const content = `${JSON.stringify({ reference: 'x'.repeat(100) })}\n`.repeat(60_000);

const brokenPart = (): Part => {
  const bytes = { buffer: new ArrayBuffer(1), byteOffset: 2 };
  return { kind: 'lines', bytes } as unknown as Part;
};

test('ends when a thread breaks', async () => {
  const judges = openValidatorPool(judgeOf({}), 'findings');
  const judging = async () => {
    for await (const _ of judges.judged(
      withLast(partsOf(Readable.from([Buffer.from(content)])), brokenPart()),
    ));
  };
  await expect(judging).rejects.toThrow('outside of buffer bounds');
  await judges.end();
});

test('a thread that has broken says of each further part why', async () => {
  const thread = startThread(judgeOf({}), 'findings');
  const part: Part = { kind: 'line-too-long' };
  await expect(thread.judge(brokenPart())).rejects.toThrow('outside of buffer bounds');
  await thread.end();
  await expect(thread.judge(part)).rejects.toThrow('outside of buffer bounds');
});

test('a thread that was ended judges nothing', async () => {
  const thread = startThread(judgeOf({}), 'findings');
  await thread.end();
  await expect(thread.judge({ kind: 'line-too-long' })).rejects.toThrow(
    /^A thread that judges records ended with [01]\.$/,
  );
});

test('reads no further large part until one is judged', async () => {
  const judges = openValidatorPool(judgeOf({}), 'findings');
  let read = 0;
  async function* largeParts(): AsyncGenerator<Part> {
    for (; read < 8; read += 1) yield { kind: 'lines', bytes: new Uint8Array(5 * 2 ** 20).fill(0x20) };
  }
  const ahead: number[] = [];
  for await (const _ of judges.judged(largeParts())) ahead.push(read - ahead.length);
  await judges.end();
  expect(ahead).toHaveLength(8);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(2);
});

async function* withLast<T>(values: AsyncIterable<T>, last: T): AsyncGenerator<T> {
  yield* values;
  yield last;
}
