import { absentId, type Call, first, own } from './support.ts';

export interface Operation {
  readonly name: string;
  readonly path: string;
  readonly call: Call;
  readonly success: number;
}

/** The operations that want a token, each with a request that succeeds. */
export const operations: readonly Operation[] = [
  {
    name: 'getCaseData',
    path: `/api/v2/cases/${first(own.cases).record.caseId}/data`,
    call: {},
    success: 200,
  },
  { name: 'listCases', path: '/api/v2/cases', call: {}, success: 200 },
  {
    name: 'updateClient',
    path: `/api/v2/clients/${first(own.clients).id}`,
    call: { method: 'PATCH', body: {} },
    success: 200,
  },
  { name: 'getOrganisation', path: '/api/v2/org', call: {}, success: 200 },
  {
    name: 'createOrganisation',
    path: '/api/v2/org',
    call: { method: 'POST', body: { subDomain: 'new-one' } },
    success: 201,
  },
];

/** Requests that are wrong in another way than their credentials. */
export const wrongRequests: readonly { readonly name: string; readonly path: string; readonly call: Call }[] =
  [
    { name: 'an absent case', path: `/api/v2/cases/${absentId}/data`, call: {} },
    { name: 'a missing case identifier', path: '/api/v2/cases//data', call: {} },
    { name: 'an absent client', path: `/api/v2/clients/${absentId}`, call: { method: 'PATCH', body: {} } },
    {
      name: 'a malformed body',
      path: `/api/v2/clients/${first(own.clients).id}`,
      call: { method: 'PATCH', raw: '{' },
    },
    { name: 'an invalid body', path: '/api/v2/org', call: { method: 'POST', body: { type: 1 } } },
    {
      name: 'another media type',
      path: '/api/v2/org',
      call: { method: 'POST', raw: 'x', headers: { 'Content-Type': 'text/plain' } },
    },
    { name: 'a body over 1 MiB', path: '/api/v2/org', call: { method: 'POST', raw: ' '.repeat(1_048_577) } },
    { name: 'an unknown path', path: '/api/v2/unknown', call: {} },
    { name: 'the bare prefix', path: '/api/v2', call: {} },
    { name: 'an encoded prefix', path: '/%61pi/v2/org', call: {} },
    { name: 'a path that cannot be decoded', path: '/api/v2/cases/%zz/data', call: {} },
    { name: 'another method', path: '/api/v2/org', call: { method: 'DELETE' } },
  ];
