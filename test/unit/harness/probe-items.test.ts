import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { flatMapConcurrently, mapConcurrently } from '../../../src/harness/probe-items.ts';
import { Undecidable } from '../../../src/trace/gap.ts';

function asking(fails: (one: number) => boolean = () => false) {
  const seen = { underWay: 0, most: 0, asked: [] as number[] };
  const ask = async (one: number): Promise<number> => {
    seen.asked.push(one);
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    for (let left = 20 - one; left > 0; left -= 1) await turn();
    seen.underWay -= 1;
    if (fails(one)) throw new Undecidable('no-data', `${one}`);
    return one * 10;
  };
  return { seen, ask };
}

const numbers = Array.from({ length: 12 }, (_, one) => one);

test('what is asked about each comes in the order of the things, a few of them at the same time', async () => {
  const { seen, ask } = asking();
  const came: number[] = [];
  for await (const value of mapConcurrently(numbers, ask)) came.push(value);
  expect(came).toEqual(numbers.map((one) => one * 10));
  expect(seen.most).toBe(4);
  expect(seen.asked).toEqual(numbers);
});

test('items without a result keep no other one back, and the first of them is reported after the others', async () => {
  const { seen, ask } = asking((one) => one === 5 || one === 6);
  const came: number[] = [];
  const all = async (): Promise<void> => {
    for await (const value of mapConcurrently(numbers, ask)) came.push(value);
  };
  await expect(all()).rejects.toThrow('5');
  expect(came).toEqual([0, 10, 20, 30, 40, 70, 80, 90, 100, 110]);
  expect(seen.underWay).toBe(0);
});

test('a fault of the suite ends it, with nothing under way any more', async () => {
  const { seen, ask } = asking();
  const came: number[] = [];
  const all = async (): Promise<void> => {
    const values = mapConcurrently(numbers, async (one) => {
      if (one === 2) throw new TypeError('2');
      return ask(one);
    });
    for await (const value of values) came.push(value);
  };
  await expect(all()).rejects.toThrow(TypeError);
  expect(came).toEqual([0, 10]);
  expect(seen.underWay).toBe(0);
});

test('with 1 as the maximum, each is asked after the one before it', async () => {
  const { seen, ask } = asking();
  const came: number[] = [];
  for await (const value of mapConcurrently(numbers, ask, 1)) came.push(value);
  expect(came).toHaveLength(numbers.length);
  expect(seen.most).toBe(1);
});

test('nothing is under way any more once whoever asked looks no further', async () => {
  const { seen, ask } = asking();
  for await (const value of mapConcurrently(numbers, ask)) if (value === 20) break;
  expect(seen.underWay).toBe(0);
});

test('of several values of each item, all are yielded that came before a failure', async () => {
  const { seen, ask } = asking((one) => one === 5 || one === 6);
  const came: string[] = [];
  const all = async (): Promise<void> => {
    const values = flatMapConcurrently(numbers, async function* (one) {
      yield `before ${one}`;
      yield `after ${await ask(one)}`;
    });
    for await (const value of values) came.push(value);
  };
  await expect(all()).rejects.toThrow('5');
  expect(came).toEqual([
    ...[0, 1, 2, 3, 4].flatMap((one) => [`before ${one}`, `after ${one * 10}`]),
    ...['before 5', 'before 6'],
    ...[7, 8, 9, 10, 11].flatMap((one) => [`before ${one}`, `after ${one * 10}`]),
  ]);
  expect(seen.underWay).toBe(0);
});
