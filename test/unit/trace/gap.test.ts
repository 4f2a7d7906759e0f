import { expect, test } from 'vitest';
import { ifAnswered, Undecidable } from '../../../src/trace/gap.ts';

test('A missing answer is none, and an error of the suite stays one', async () => {
  expect(await ifAnswered(Promise.resolve(200))).toBe(200);
  expect(await ifAnswered(Promise.reject(new Undecidable('unreachable', 'No answer came.')))).toBeUndefined();
  await expect(ifAnswered(Promise.reject(new TypeError('Broken.')))).rejects.toThrow('Broken.');
});
