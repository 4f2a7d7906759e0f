import { changeSeries } from '../../../src/checks/update-client/change-series.ts';
import { changeableClients } from '../../../src/checks/update-client/changeable-clients.ts';
import { updateClientChecks } from '../../../src/checks/update-client.ts';
import type { Check } from '../../../src/harness/check.ts';
import type { Sampling, Session } from '../../../src/harness/session.ts';
import type { Target, TokenName } from '../../../src/harness/target.ts';
import type { ClientRecord } from '../../../src/rules/client-record.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type Answerer, checkNamed, noTarget, sessionWith } from './hand-made-session.ts';

export const [first, second] = [
  '99a439b3-87fb-4bda-bded-98a31048f0e0',
  'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2',
] as const;

export const address: ClientRecord = {
  line_1: '18 Whitehall Wharf',
  line_2: 'Whitehall Road',
  line_3: 'Holbeck',
  post_town: 'Leeds',
  county: 'West Yorkshire',
  postcode: 'LS11 5ZR',
  uprn: '72079313',
};

export const records: Readonly<Record<string, ClientRecord>> = {
  [first]: {
    id: first,
    title: 'Mr',
    firstName: 'Jacob',
    lastName: 'Bhandari',
    emailAddress: 'jacob@example.com',
    companyName: 'Bhandari Limited',
    telephoneNumber: '+447700900123',
    status: 'Active',
    address,
  },
  [second]: { id: second, title: 'Mrs', lastName: 'Okafor', status: 'Active' },
};

export const ofFirst: Readonly<Record<string, ClientRecord>> = { [first]: records[first] ?? {} };

export const restoring = { writes: 'restore' } as const;

export interface AskedChange {
  readonly client: string;
  readonly credentials: string;
  readonly body: string;
}

export interface HandMadeClients {
  readonly answer: Answerer;
  readonly target: Target;
  readonly asked: AskedChange[];
  readonly held: Map<string, ClientRecord>;
}

/** The answer of a deviating service to a change. Undefined: it conforms. */
export type Deviance = (
  change: AskedChange,
  held: Map<string, ClientRecord>,
) => readonly [status: number, body: string] | undefined;

/** Stores each change of the member as `alter` returns it; where that is nothing, the answer conforms. */
export const altering =
  (alter: (patch: ClientRecord, body: string) => ClientRecord | undefined): Deviance =>
  ({ client, body, credentials }, held) => {
    if (body === '{}' || credentials !== 'member') return undefined;
    const { id: _, ...patch } = alter(JSON.parse(body), body) ?? {};
    if (Object.keys(patch).length === 0) return undefined;
    held.set(client, { ...held.get(client), ...patch });
    return [200, JSON.stringify(held.get(client))];
  };

export function clientsWith(
  deviance: Deviance = () => undefined,
  of: Readonly<Record<string, ClientRecord>> = records,
  further: Partial<Target> = {},
): HandMadeClients {
  const held = new Map(Object.entries(of));
  const asked: AskedChange[] = [];
  const answer: Answerer = ({ operation, path, body = '' }, credentials) => {
    const refusal = typeof credentials === 'string' ? 403 : 401;
    if (operation !== 'updateClient') return [credentials === 'member' ? 200 : refusal, '{}'];
    const sender = typeof credentials === 'string' ? credentials : credentials.id;
    const change = { client: path.split('/').at(-1) ?? '', credentials: sender, body };
    asked.push(change);
    const own = deviance(change, held);
    if (own !== undefined) return own;
    if (credentials !== 'member') return [refusal, ''];
    const record = held.get(change.client);
    if (record === undefined) return [404, '{"message":"No."}'];
    const patch: unknown = JSON.parse(body);
    if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return [400, ''];
    const next = { ...record, ...patch, id: record.id };
    held.set(change.client, next);
    return [200, JSON.stringify(next)];
  };
  const target: Target = {
    ...noTarget,
    tokens: new Set<TokenName>(['member', 'restricted', 'outsider']),
    restrictedOperations: ['updateClient'],
    clients: Object.keys(of),
    writes: 'all',
    ...further,
  };
  return { answer, target, asked, held };
}

export const isChange = ({ body }: AskedChange): boolean => body !== '{}';

export function clientCheck(name: string): Check {
  return checkNamed(updateClientChecks(bundled), `updateClient.${name}`);
}

export async function changeableSession(
  deviance: Deviance,
  of: Readonly<Record<string, ClientRecord>>,
  writes: Target['writes'],
  sampling: Partial<Sampling>,
): Promise<{ readonly session: Session; readonly asked: readonly AskedChange[] }> {
  let isUnderWay = false;
  const service = clientsWith((...change) => (isUnderWay ? deviance(...change) : undefined), of, { writes });
  const plain = sessionWith(service.answer, service.target);
  const clients = await changeableClients(plain);
  isUnderWay = true;
  service.asked.length = 0;
  const session: Session = {
    ...plain,
    sampling: { seed: 1, runs: 5, thorough: true, repeat: 1, ...sampling },
    // The check gets a series that ended without a change, instead of making the series.
    share: async <Value>(make: (session: Session) => Promise<Value>) => {
      const known = new Map<unknown, unknown>([
        [changeableClients, clients],
        [changeSeries, { changes: [], otherClients: [] }],
      ]);
      return (known.get(make) ?? plain.share(make)) as Value;
    },
  };
  return { session, asked: service.asked };
}
