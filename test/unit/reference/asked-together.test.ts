import { expect, test } from 'vitest';
import { askedTogether } from '../../../src/reference/asked-together.ts';

test('whoever wants to know in one turn of the event loop is told one answer, and whoever comes later another', async () => {
  let questions = 0;
  const answer = askedTogether(() => {
    questions += 1;
    return questions;
  });
  expect(await Promise.all([answer(), Promise.resolve().then(answer)])).toEqual([1, 1]);
  // Nothing else came in between, but it may have changed since the question.
  expect(await answer()).toBe(2);
});

test('a question that fails fails for those who waited, and is asked again', async () => {
  let questions = 0;
  const answer = askedTogether(() => {
    questions += 1;
    if (questions === 1) throw new Error('no answer');
    return questions;
  });
  expect((await Promise.allSettled([answer(), answer()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await answer()).toBe(2);
});
