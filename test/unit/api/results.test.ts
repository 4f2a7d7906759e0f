import { describe, expect, expectTypeOf, test } from 'vitest';
import type { CaseClient } from '../../../src/api/client.ts';
import {
  answers,
  type CaseDataResult,
  type ClientResult,
  type DescriptionResult,
  type OpenResult,
  resultOf,
} from '../../../src/api/results.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { components } from '../../../src/specification/interface.ts';

type Schemas = components['schemas'];

/**
 * One sentence for each kind of result of reading a case. Without a default, so that the compiler reports a missing
 * kind.
 */
function told(result: CaseDataResult): string {
  switch (result.kind) {
    case 'success':
      expectTypeOf(result.status).toEqualTypeOf<200>();
      return editionOf(result.body);
    case 'refused':
      expectTypeOf(result.status).toEqualTypeOf<400 | 401 | 403 | 404>();
      return `${{ 400: 'no identifier', 401: 'no token', 403: 'not yours', 404: 'no such case' }[result.status]}: ${result.message}`;
    case 'unexpected':
      expectTypeOf(result.status).toEqualTypeOf<number>();
      return `${result.status}: ${result.text}`;
    case 'unanswered':
      expectTypeOf(result).not.toHaveProperty('status');
      return result.message;
  }
}

function editionOf(record: Schemas['CaseRecord']): string {
  switch (record.caseType) {
    case 'Purchase':
      // @ts-expect-error: a Purchase lists no forms.
      return String(record.TA6);
    case 'Remortgage':
      expectTypeOf(record.mortgageAmountOutstanding).toEqualTypeOf<number | undefined>();
      return 'remortgage';
    case 'Transfer':
      expectTypeOf(record.transferShortfallAmount).toEqualTypeOf<number | undefined>();
      return 'transfer';
    case 'Sale':
      expectTypeOf(record.isOfferAccepted).toEqualTypeOf<'Yes' | 'No' | undefined>();
  }
  switch (record.TA6?.type) {
    case 'TA6_4th':
      expectTypeOf(record.TA6.isInsurance).toEqualTypeOf<'yes' | 'no' | undefined>();
      return '4th';
    case 'TA6_5th':
      // @ts-expect-error: a field of the 4th edition alone.
      return `5th ${record.TA6.isInsurance}`;
    case 'TA6_6th':
      return '6th';
    case undefined:
      return 'no TA6';
  }
}

test.each<[CaseDataResult, string]>([
  [{ kind: 'refused', status: 400, message: 'x' }, 'no identifier: x'],
  [{ kind: 'refused', status: 404, message: undefined }, 'no such case: undefined'],
  [{ kind: 'unexpected', status: 418, text: 'tea' }, '418: tea'],
  [{ kind: 'unanswered', message: 'gone' }, 'gone'],
  [{ kind: 'success', status: 200, body: { caseId: '1', caseType: 'Sale' } }, 'no TA6'],
  [
    {
      kind: 'success',
      status: 200,
      body: { caseId: '1', caseType: 'Sale', TA6: { type: 'TA6_4th', isInsurance: 'yes' } },
    },
    '4th',
  ],
])('%j is told apart', (result, words) => {
  expect(told(result)).toBe(words);
});

const answering = (status: number, text: string) =>
  ({ kind: 'answered', status, headers: {}, body: Buffer.from(text), durationMs: 0 }) as const;

type Operation = keyof typeof answers;
const all = Object.keys(answers) as Operation[];
const ofRecords: readonly Operation[] = ['getCaseData', 'updateClient'];
const open: readonly Operation[] = ['createOrganisation', 'getOrganisation', 'listCases'];
const others = (one: Operation): readonly Operation[] => all.filter((operation) => operation !== one);

test.each<
  [answer: readonly [status: number, text: string], operations: readonly Operation[], result: object]
>([
  [[200, '{"caseType":"Lease"}'], ofRecords, { kind: 'success', status: 200, body: { caseType: 'Lease' } }],
  [[201, '{}'], ofRecords, { kind: 'unexpected', status: 201, text: '{}' }],
  [[200, ''], ofRecords, { kind: 'unexpected', status: 200, text: '' }],
  [[299, 'null'], open, { kind: 'success', status: 299, body: null }],
  [[201, ''], open, { kind: 'success', status: 201, body: undefined }],
  [[200, 'a: 1\n'], ['getInterfaceDescription'], { kind: 'success', status: 200, body: 'a: 1\n' }],
  [[200, '<p>'], others('getInterfaceDescription'), { kind: 'unexpected', status: 200, text: '<p>' }],
  [[401, '{"message":"No."}'], all, { kind: 'refused', status: 401, message: 'No.' }],
  [[403, '<p>'], all, { kind: 'refused', status: 403, message: undefined }],
  [[403, '{"message":7}'], all, { kind: 'refused', status: 403, message: undefined }],
  [[400, ''], ['getCaseData'], { kind: 'refused', status: 400, message: undefined }],
  [[404, '{"message":""}'], ['getCaseData'], { kind: 'refused', status: 404, message: '' }],
  [[404, '{}'], others('getCaseData'), { kind: 'unexpected', status: 404, text: '{}' }],
  [[500, 'Zoë'], all, { kind: 'unexpected', status: 500, text: 'Zoë' }],
])('%j has its result by %j', ([status, text], operations, result) => {
  for (const one of operations)
    expect(resultOf<number, unknown, number>(answering(status, text), answers[one]), one).toEqual(result);
});

test('a body that does not match its Content-Encoding is no success', () => {
  const answer = { ...answering(200, '{}'), isUndecodable: true } as const;
  for (const one of all)
    expect(resultOf<number, unknown, number>(answer, answers[one]).kind).toBe('unexpected');
});

// Only the compiler tests these types. Nothing is called at run time.
test('each operation has its own results', () => {
  type Of<Name extends keyof CaseClient> = Awaited<ReturnType<CaseClient[Name]>>;
  type Success<Of> = Extract<Of, { kind: 'success' }>;
  type Refused<Of> = Extract<Of, { kind: 'refused' }>;
  expectTypeOf<Of<'getCaseData'>>().toEqualTypeOf<CaseDataResult>();
  expectTypeOf<Of<'updateClient'>>().toEqualTypeOf<ClientResult>();
  expectTypeOf<Of<'createOrganisation'>>().toEqualTypeOf<OpenResult>();
  expectTypeOf<Of<'getOrganisation'>>().toEqualTypeOf<OpenResult>();
  expectTypeOf<Of<'listCases'>>().toEqualTypeOf<OpenResult>();
  expectTypeOf<Of<'getInterfaceDescription'>>().toEqualTypeOf<DescriptionResult>();
  expectTypeOf<Success<ClientResult>['body']>().toEqualTypeOf<Schemas['Client']>();
  expectTypeOf<Success<ClientResult>['status']>().toEqualTypeOf<200>();
  expectTypeOf<Success<OpenResult>['body']>().toEqualTypeOf<unknown>();
  expectTypeOf<Success<DescriptionResult>['body']>().toEqualTypeOf<string>();
  expectTypeOf<Refused<ClientResult>['status']>().toEqualTypeOf<401 | 403>();
  expectTypeOf<Refused<OpenResult>['status']>().toEqualTypeOf<401 | 403>();
  expectTypeOf<Refused<DescriptionResult>['status']>().toEqualTypeOf<401 | 403>();
  expectTypeOf<Parameters<CaseClient['updateClient']>[1]>().toEqualTypeOf<Schemas['ClientPatch']>();
  expectTypeOf<Parameters<CaseClient['createOrganisation']>[0]>().toEqualTypeOf<
    Schemas['OrganisationPayload']
  >();
});

describe('the statuses are those of the description', () => {
  const operations = Object.values(bundled.description.paths)
    .flatMap((path) => Object.values(path))
    .map((operation) => operation as { operationId: keyof typeof answers; responses: object });
  const stated = (id: string) =>
    Object.keys(operations.find(({ operationId }) => operationId === id)?.responses ?? {});

  test('of every operation', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(answers).sort());
  });

  test.each(['getCaseData', 'updateClient', 'createOrganisation', 'getOrganisation', 'listCases'] as const)(
    '%s is refused as it says',
    (id) => {
      const refusals = stated(id).filter((status) => status.startsWith('4'));
      expect(answers[id].refusals.map(String).sort()).toEqual(refusals.sort());
    },
  );
});
