import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneAfterAnother } from '../../../src/reference/one-after-another.ts';

test('what is done to one thing waits for what was to be done before, also where that fails, and to no other thing', async () => {
  const done = oneAfterAnother();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await setImmediate();
    seen.push(`${name} ends`);
    if (name === 'first') throw new Error(name);
    return name;
  };
  const all = [done('one', work('first')), done('one', work('second')), done('two', work('other'))];
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(seen.indexOf('second begins')).toBeGreaterThan(seen.indexOf('first ends'));
  expect(seen.indexOf('other begins')).toBeLessThan(seen.indexOf('first ends'));
});
