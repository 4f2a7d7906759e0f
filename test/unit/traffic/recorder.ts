import { request } from 'undici';
import { demoClients, fullClient, knownCases, tokenNamed } from '../../../faults/demo.ts';

export interface WrittenEntry {
  readonly request: object;
  readonly response: object;
  readonly time: number;
}

interface Sent {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

const member = tokenNamed('member');

export const session: readonly Sent[] = [
  { method: 'GET', path: '/api/v2/org', token: member },
  { method: 'GET', path: '/api/v2/cases', token: member },
  { method: 'GET', path: '/api/v2/doc', token: member },
  ...knownCases.map((id): Sent => ({ method: 'GET', path: `/api/v2/cases/${id}/data`, token: member })),
  { method: 'GET', path: '/api/v2/cases//data', token: member },
  ...['org', 'cases', `cases/${knownCases[0]}/data`].flatMap((path): Sent[] =>
    [tokenNamed('outsider'), tokenNamed('revoked')].map((token) => ({
      method: 'GET',
      path: `/api/v2/${path}`,
      token,
    })),
  ),
  ...[
    {},
    { firstName: 'Alexandra', companyName: 'Sample & Sons' },
    { address: { line_1: '1 Sample Street', postcode: 'ZZ1 1ZZ' } },
    { telephoneNumber: '+447700900123', title: 'Dr' },
  ].map((body): Sent => ({ method: 'PATCH', path: `/api/v2/clients/${fullClient.id}`, token: member, body })),
  { method: 'PATCH', path: `/api/v2/clients/${demoClients[0]}`, token: member, body: { firstName: 'Kim' } },
  { method: 'PATCH', path: `/api/v2/clients/${demoClients[0]}`, token: member, body: { firstName: 7 } },
  {
    method: 'POST',
    path: '/api/v2/org',
    token: member,
    body: { type: 'conveyancer', subDomain: 'recorded', name: 'Recorded' },
  },
];

export async function recorded(
  baseUrl: string,
  requests: readonly Sent[] = session,
): Promise<WrittenEntry[]> {
  const entries: WrittenEntry[] = [];
  for (const { method, path, token, body } of requests) {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await request(`${baseUrl}${path}`, { method, headers, body: text ?? null });
    const answered = await answer.body.text();
    entries.push({
      time: 1.5,
      request: {
        method,
        url: `${baseUrl}${path}`,
        headers: pairs(headers),
        ...(text === undefined ? {} : { postData: { mimeType: 'application/json', text } }),
      },
      response: {
        status: answer.statusCode,
        headers: pairs(answer.headers),
        content: { size: Buffer.byteLength(answered), mimeType: 'application/json', text: answered },
      },
    });
  }
  return entries;
}

function pairs(headers: object): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
}

export function harOf(entries: readonly object[], further: object = {}): string {
  return JSON.stringify({
    log: { version: '1.2', creator: { name: 'recorder', version: '1' }, ...further, entries },
  });
}

export async function* inChunks(text: string, length = 61): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
