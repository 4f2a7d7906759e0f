import { expect, test } from 'vitest';
import { openCircuitBreaker } from '../../../src/conformance/circuit-breaker.ts';
import type { OperationId } from '../../../src/specification/description.ts';

const all = ['getCaseData', 'getOrganisation', 'createOrganisation'] as const;

function goingOn(left: readonly OperationId[], answered?: OperationId): OperationId[] {
  const circuitBreaker = openCircuitBreaker();
  for (const operation of left) circuitBreaker.unanswered({ operation, isForged: false }, 'throttled');
  if (answered !== undefined) circuitBreaker.answered({ operation: answered, isForged: false });
  return all.filter((operation) => circuitBreaker.givenUp({ operation, isForged: false }) === undefined);
}

const five = (operation: OperationId): OperationId[] => Array<OperationId>(5).fill(operation);

const creations = five('createOrganisation');
const others = ['getCaseData', 'getOrganisation'] as const;

test.each<[string, readonly OperationId[], OperationId | undefined, readonly OperationId[]]>([
  ['fewer than five are nothing', five('getCaseData').slice(1), undefined, all],
  ['five of one operation are of that one alone', creations, undefined, others],
  ['one more of another may be a chance', [...creations, 'getCaseData'], undefined, others],
  ['two more of others are the target', [...creations, ...others], undefined, []],
  ['five of several are the target', [...five('getCaseData').slice(2), ...all.slice(1)], undefined, []],
  ['an answer to another operation does not bring one back', creations, 'getCaseData', others],
  ['an answer to it does', creations, 'createOrganisation', all],
  ['the target is there where anything is answered', [...creations, ...others], 'getCaseData', others],
])('%s', (_, left, answered, expected) => {
  expect(goingOn(left, answered)).toEqual(expected);
});

test('Five with forged credentials are of those alone', () => {
  const circuitBreaker = openCircuitBreaker();
  const forged = { operation: 'getCaseData', isForged: true } as const;
  const valid = { ...forged, isForged: false };
  for (let count = 0; count < 5; count += 1) circuitBreaker.unanswered(forged, 'throttled');
  expect(circuitBreaker.givenUp(forged)?.message).toBe(
    'The target left at least 5 requests of getCaseData without valid credentials in a row unanswered, or throttled them, so no more of them were sent.',
  );
  expect(circuitBreaker.givenUp(valid)).toBeUndefined();
  circuitBreaker.answered(valid);
  expect(circuitBreaker.givenUp(forged)).toBeUndefined();
});
