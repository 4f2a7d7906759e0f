import { expect, test } from 'vitest';
import { retryAfterMs } from '../../../src/http/throttling.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

test.each<[string, string | undefined, number | undefined]>([
  ['0', undefined, 0],
  ['007', undefined, 7_000],
  ['Fri, 02 Jan 2026 03:04:07 GMT', undefined, 2_000],
  ['Friday, 02-Jan-26 03:04:07 GMT', undefined, 2_000],
  ['Fri Jan  2 03:04:07 2026', undefined, 2_000],
  ['Fri, 02 Jan 2026 03:04:05 GMT', undefined, 0],
  ['Fri, 02 Jan 2026 03:04:07 GMT', 'Fri, 02 Jan 2026 03:04:00 GMT', 7_000],
  ['Fri, 02 Jan 2026 03:04:07 GMT', 'yesterday', 2_000],
  ['Fri, 02 Jan 2026 03:04:04 GMT', undefined, -1_000],
  ['Fri, 02 Jab 2026 03:04:07 GMT', undefined, undefined],
  ['Fri, 02 Jan 2026 25:04:07 GMT', undefined, undefined],
  ['Fri, 02 Jan 2026 03:04:07 +0100', undefined, undefined],
  ['+1', undefined, undefined],
  ['1e3', undefined, undefined],
  ['2026', undefined, 2_026_000],
])('%s, answered at %s: %s ms', (value, date, expected) => {
  expect(retryAfterMs(value, date, now)).toBe(expected);
});
