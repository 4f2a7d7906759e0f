import { request } from 'undici';
import { readDemo } from '../src/reference/demo.ts';
import type { JsonObject } from '../src/reference/json.ts';
import { openSeededReference } from '../src/reference/reference.ts';
import { bundled } from '../src/specification/bundled.ts';

const demo = await readDemo();
const [own] = demo.organisations;
const [member] = own?.users.flatMap(({ tokens }) => tokens).filter(({ name }) => name === 'member') ?? [];

/** The token of the member, who may do everything. */
export const memberToken: string = member?.token ?? '';

/** The reference implementation, listening, with the demo organisations, but none of their cases and clients. */
export interface StartedReference {
  readonly url: string;
  /** Puts cases of the member's organisation into the store, all or none. */
  addCases(records: readonly unknown[]): Promise<void>;
  /** As `addCases`, of clients. */
  addClients(records: readonly unknown[]): Promise<void>;
  /** A case as it is read over a socket. */
  readCase(id: string): Promise<unknown>;
  /** As `readCase`, of a client: the interface reads one by a change of nothing. */
  readClient(id: string): Promise<unknown>;
  /** The answer to a change of a client. */
  change(id: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** What comes of the work with a reference of its own, which is closed after it. */
export async function withReference<Value>(
  work: (reference: StartedReference) => Promise<Value>,
): Promise<Value> {
  const organisations = demo.organisations.map((one) => ({ ...one, cases: [], clients: [] }));
  const reference = await openSeededReference({ organisations }, bundled.description);
  const { store } = reference;
  try {
    const url = await reference.listen(0);
    const organisation = own?.id ?? '';
    const add = (name: 'addCase' | 'addClient', records: readonly unknown[]): Promise<void> =>
      store.transaction(async (transaction) => {
        for (const record of records) await transaction[name](organisation, record as JsonObject);
      });
    const change = (id: string, body: unknown) => answerTo(`${url}/api/v2/clients/${id}`, 'PATCH', body);
    return await work({
      url,
      addCases: (records) => add('addCase', records),
      addClients: (records) => add('addClient', records),
      readCase: async (id) => (await answerTo(`${url}/api/v2/cases/${id}/data`, 'GET')).body,
      readClient: async (id) => (await change(id, {})).body,
      change,
    });
  } finally {
    await reference.close();
  }
}

async function answerTo(url: string, method: 'GET' | 'PATCH', body?: unknown) {
  const response = await request(url, {
    method,
    headers: { authorization: `Bearer ${memberToken}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.statusCode, body: await response.body.json() };
}
