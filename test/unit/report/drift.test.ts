import { expect, test } from 'vitest';
import type { Drift, DriftDifference } from '../../../src/regression/drift/drift.ts';
import { driftEntries } from '../../../src/report/drift-words.ts';

const noProblem = () => undefined;

function difference(pointer: string, further: Partial<DriftDifference> = {}): DriftDifference {
  const seen = { isShown: false, isRefusedByAgreed: false, isRefusedByServed: false };
  return { part: 'response 200', pointer, keyword: 'enum', seen, verdict: 'not-shown', ...further };
}

function differing(differences: readonly DriftDifference[]): Drift {
  return { state: 'differs', digest: '', count: differences.length, differences, contradicting: [] };
}

test('differences of one verdict are one entry, those of an operation one place, and equal ones are named once', () => {
  const grade = '/TA6/listingGrade';
  const all = [difference(grade), difference('/price'), difference(grade)];
  const org = difference('', { operation: 'GET /api/v2/org', part: 'response 401', keyword: 'responses' });
  const wrong = difference(grade, { verdict: 'document-wrong' });
  expect(driftEntries(differing([...all, org, wrong]), noProblem)).toEqual([
    {
      words: 'The description differs, but the service answers as agreed:',
      details: ['response 200 /TA6/listingGrade (enum).'],
      names: ['response 200 /TA6/listingGrade (enum)'],
    },
    {
      words: 'The description differs, and no answer shows which of the two the service follows:',
      details: [
        'response 200 /TA6/listingGrade (enum), response 200 /price (enum); GET /api/v2/org: response 401.',
      ],
      names: [
        'response 200 /TA6/listingGrade (enum), response 200 /price (enum)',
        'GET /api/v2/org: response 401',
      ],
    },
  ]);
});

test('A difference says how the served description differs, once for all operations', () => {
  const removed = { part: 'operation', keyword: 'paths', change: 'removed' } as const;
  const all = [
    difference('', { operation: 'GET /a', ...removed }),
    difference('', { operation: 'GET /b', ...removed }),
    difference('', { operation: 'GET /c', part: 'response 401', keyword: 'responses', change: 'added' }),
    difference('/price', { operation: 'GET /c', change: 'widened' }),
    difference('/version', { part: 'info', keyword: 'version', change: 'changed' }),
  ];
  expect(driftEntries(differing(all), noProblem).flatMap(({ names }) => names)).toEqual([
    'GET /a, GET /b: operation missing',
    'GET /c: response 401 additional, response 200 /price (enum wider)',
    'info /version (version different)',
  ]);
});
