import { expect, test } from 'vitest';
import { inThreads } from '../../../src/proof/threads.ts';

const squares = new URL('../../support/squares-thread.ts', import.meta.url);

test('Jobs are answered in their order, and told of as they end', async () => {
  const jobs = Array.from({ length: 20 }, (_, index) => index);
  const told: number[] = [];
  const done = await inThreads<number, number>(squares, jobs, { most: 20 }, (one) => told.push(one));
  expect(done).toEqual(jobs.map((job) => job * job));
  expect(told.toSorted((one, other) => one - other)).toEqual(done);
});

test('Without jobs, there is nothing to do', async () => {
  expect(await inThreads(squares, [])).toEqual([]);
});

test('What a job throws ends all', async () => {
  const jobs = Array.from({ length: 20 }, (_, index) => index);
  await expect(inThreads(squares, jobs, { most: 10 })).rejects.toThrow('10 is too large.');
});

test('A thread that ends before its jobs is an error', async () => {
  await expect(inThreads(squares, [-1], { most: 10 })).rejects.toThrow('A thread ended before its jobs.');
});
