import { expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';
import { operationsIn } from '../../../src/specification/operations.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

test.each([
  ['GET', `/api/v2/cases/${id}/data`, 'getCaseData'],
  ['get', `/api/v2/cases/${id}/data`, 'getCaseData'],
  ['GET', '/api/v2/cases//data', 'getCaseData'],
  ['GET', '/api/v2/cases/not%20a%20uuid/data', 'getCaseData'],
  ['GET', `/api/v2/cases/${id}/data?fields=price`, 'getCaseData'],
  ['PATCH', `/api/v2/clients/${id}`, 'updateClient'],
  ['POST', '/api/v2/org', 'createOrganisation'],
  ['GET', '/api/v2/org', 'getOrganisation'],
  ['GET', '/api/v2/cases', 'listCases'],
  ['GET', '/api/v2/doc', 'getInterfaceDescription'],
])('%s %s is of %s', (method, path, operation) => {
  expect(bundled.operationAt(method, path)).toBe(operation);
});

test.each([
  ['DELETE', '/api/v2/org'],
  ['GET', `/api/v2/clients/${id}`],
  ['GET', `/api/v2/cases/${id}`],
  ['GET', `/api/v2/cases/${id}/data/`],
  ['GET', `/api/v2/cases/${id}/more/data`],
  ['GET', '/api/v2/cases/'],
  ['GET', '/before/api/v2/org'],
  ['GET', '/API/v2/org'],
  ['GET', '?/api/v2/org'],
  ['parameters', '/api/v2/org'],
  ['', ''],
])('%s %s is of none', (method, path) => {
  expect(bundled.operationAt(method, path)).toBeUndefined();
});

test('What a path has beside its operations is none of them, and a parameter may be called anything', () => {
  const get = { operationId: 'getCaseData', responses: {} };
  const item = { summary: 'A case', parameters: [], servers: [], get };
  const paths = { '/api/v2/cases.json/{case-id}/data': item };
  const [operation, another] = operationsIn({ ...bundled.description, paths });
  expect(another).toBeUndefined();
  expect(operation?.isOf('get', '/api/v2/cases.json/7/data')).toBe(true);
  expect(operation?.isOf('get', '/api/v2/casesXjson/7/data')).toBe(false);
});
