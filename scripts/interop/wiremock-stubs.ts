import { readFileSync } from 'node:fs';

interface Demo {
  readonly organisations: readonly Organisation[];
}

interface Organisation {
  readonly users: readonly {
    readonly tokens: readonly { readonly name: string; readonly token: string }[];
  }[];
  readonly clients: readonly { readonly id: string }[];
  readonly cases: readonly string[];
}

interface Stub {
  readonly priority: number;
  readonly request: object;
  readonly response: object;
}

/**
 * WireMock stubs that answer as the demo organisation must according to the documents. Stubs store nothing, so a change
 * is answered but not made.
 */
export function wiremockStubs(): readonly Stub[] {
  const { organisations }: Demo = JSON.parse(readFileSync('fixtures/demo.json', 'utf8'));
  const [demo] = organisations;
  if (demo === undefined) throw new Error('fixtures/demo.json has no organisation.');
  const { users, clients, cases, ...organisation } = demo;
  const tokens = Object.fromEntries(
    organisations.flatMap((one) =>
      one.users.flatMap((user) => user.tokens.map((key) => [key.name, key.token])),
    ),
  );
  const records = cases.map((name) =>
    JSON.parse(readFileSync(`fixtures/records/valid/${name}.json`, 'utf8')),
  );
  const valid = [tokens.member, tokens.restricted];
  const answered = (method: string, path: string, status: number, body: unknown, holders = valid): Stub[] =>
    holders.map((token) => stub(3, { method, urlPathPattern: path, ...bearing(token) }, status, body));
  const refused = (priority: number, request: object, status: number, message: string): Stub =>
    stub(priority, request, status, { message });
  return [
    stub(1, { method: 'GET', urlPath: '/api/v2/doc' }, 200, description),
    refused(
      2,
      { method: 'ANY', ...bearing(tokens.outsider) },
      403,
      'You do not belong to this organisation.',
    ),
    ...['PATCH', 'POST'].map((method) =>
      refused(2, { method, ...bearing(tokens.restricted) }, 403, 'This token does not permit the operation.'),
    ),
    ...records.flatMap((record) => answered('GET', `/api/v2/cases/(?i)${record.caseId}/data`, 200, record)),
    ...answered('GET', '/api/v2/cases', 200, { cases: records.map(({ caseId }) => caseId) }),
    ...clients.flatMap((client) =>
      answered('PATCH', `/api/v2/clients/(?i)${client.id}`, 200, client, [tokens.member]),
    ),
    ...answered('GET', '/api/v2/org', 200, organisation),
    ...answered('POST', '/api/v2/org', 201, organisation, [tokens.member]),
    ...valid.flatMap((token) => [
      refused(
        4,
        { method: 'GET', urlPathPattern: '/api/v2/cases/(\\s|%[0-9a-fA-F]{2})*/data', ...bearing(token) },
        400,
        'The case identifier is missing.',
      ),
      refused(5, { method: 'ANY', ...bearing(token) }, 404, 'There is nothing at this path.'),
    ]),
    refused(6, { method: 'ANY', urlPathPattern: '.*' }, 401, 'A valid API token is needed.'),
  ];
}

const description = {
  openapi: '3.1.0',
  info: { title: 'Case Management Service', version: '2.0' },
  paths: { '/api/v2/org': { get: { responses: { 200: { description: 'The organisation' } } } } },
};

function stub(priority: number, request: object, status: number, body: unknown): Stub {
  const headers = { 'Content-Type': 'application/json' };
  return { priority, request, response: { status, headers, jsonBody: body } };
}

function bearing(token: string | undefined): object {
  return { headers: { Authorization: { equalTo: `Bearer ${token}` } } };
}
