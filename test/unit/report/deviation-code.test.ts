import { expect, test } from 'vitest';
import { codeOf } from '../../../src/report/causes.ts';

test.each([
  [undefined, 'case-price'],
  ['type', 'case-price/type'],
  ['additionalProperties', 'case-price/additional-properties'],
  ['status 5xx with member', 'case-price/status'],
  ['again: status 4xx with no Authorization header', 'case-price/status'],
  ['afterwards: type', 'case-price/type'],
  ['hands over with outsider', 'case-price/handed-over'],
  ['shown by HEAD', 'case-price/handed-over'],
  ['changed though left out', 'case-price/changed-though-left-out'],
])('the code of the kind %s is %s', (kind, code) => {
  expect(codeOf({ requirement: 'case-price', ...(kind === undefined ? {} : { kind }) })).toBe(code);
});
