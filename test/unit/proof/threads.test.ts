import { expect, test } from 'vitest';
import { inThreads } from '../../../proof/threads.ts';

const squares = new URL('../../support/squares-thread.ts', import.meta.url);

test('The results are in the order of the jobs, and each is reported when its job ends', async () => {
  const jobs = Array.from({ length: 20 }, (_, index) => index);
  const reported: number[] = [];
  const done = await inThreads<number, number>(squares, jobs, { most: 20 }, (one) => reported.push(one));
  expect(done).toEqual(jobs.map((job) => job * job));
  expect(reported.toSorted((one, other) => one - other)).toEqual(done);
});

test('Without jobs, there is nothing to do', async () => {
  expect(await inThreads(squares, [])).toEqual([]);
});

test('What a job throws ends all', async () => {
  const jobs = Array.from({ length: 20 }, (_, index) => index);
  // Only one job, since threads end in any order.
  await expect(inThreads(squares, jobs, { most: 19 })).rejects.toThrow('19 is too large.');
});

test('A thread that ends before its jobs is an error', async () => {
  await expect(inThreads(squares, [-1], { most: 10 })).rejects.toThrow('A thread ended before its jobs.');
});
