import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../../src/gate/configuration.ts';

export type StoredClient = Readonly<Record<string, unknown>>;

/** Faults of a deployment that affect the data of clients. `random` is the only source of chance. */
export interface Habits {
  /** The percentage of changes that are made late. Such a change gets no answer or 504 at first. */
  readonly late?: { readonly percent: number; readonly fromMs: number; readonly toMs: number };
  readonly answersLate?: '504' | 'silence';
  /** The maximum age of the shown data. */
  readonly lagMs?: number;
  readonly shows?: (text: string) => string;
  /** The percentage of answers with another client's record. */
  readonly mixesUp?: number;
  readonly goneAfter?: number;
  /** The percentage of changes that are answered 500. Whether such a change is made is random. */
  readonly fails?: number;
  readonly onRequest?: (number: number) => void;
  readonly random: () => number;
}

export interface Deployment {
  readonly baseUrl: string;
  readonly clients: readonly string[];
  readonly configuration: (journal: string) => Configuration;
  readonly stored: () => readonly StoredClient[];
  readonly comeBack: () => void;
  readonly heal: () => Promise<void>;
  readonly change: (client: string, fields: StoredClient) => void;
  readonly close: () => void;
}

export function wholeClients(count: number): StoredClient[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `0b7e6d5c-4f3a-4b2c-9d1e-8a7f6e5d4c0${index}`,
    title: ['Mrs', 'Mr', 'Lady'][index % 3],
    firstName: ['Rosalind', 'Chidi', 'Margaret'][index % 3],
    lastName: ['Ollerenshaw', 'Okafor  <Obi>', 'McTavish'][index % 3],
    emailAddress: `client${index}@mail.example.org`,
    companyName: `Ollerenshaw & Daughters ${index}`,
    telephoneNumber: `+44770090010${index}`,
    status: 'Active',
    address: {
      line_1: `${index + 1} Hollin Edge Farm`,
      line_2: 'Hollin Lane',
      line_3: 'Over Haddon',
      post_town: 'Bakewell',
      county: 'Derbyshire',
      postcode: 'DE45 1ZX',
      uprn: `1007051284${index}`,
    },
  }));
}

export async function startDeployment(clients: readonly StoredClient[], habits: Habits): Promise<Deployment> {
  const { random, fails = 0, mixesUp = 0, lagMs = 0, shows = (text) => text } = habits;
  const isIn = (percent: number): boolean => random() * 100 < percent;
  const states = new Map(clients.map((one) => [String(one.id), [{ from: 0, record: one }]]));
  const pending = new Set<Promise<void>>();
  let isWell = false;
  let isBack = false;
  let requests = 0;

  const storedOf = (id: string): StoredClient => states.get(id)?.at(-1)?.record ?? {};
  const apply = (id: string, patch: StoredClient): void => {
    const record = { ...storedOf(id), ...patch };
    states.get(id)?.push({ from: performance.now() + (isWell ? 0 : random() * lagMs), record });
  };
  const shownOf = (id: string): StoredClient => {
    const now = isWell ? Number.POSITIVE_INFINITY : performance.now();
    const record = states.get(id)?.findLast(({ from }) => from <= now)?.record ?? {};
    return mapped(record, isWell ? (text) => text : shows);
  };
  const write = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer(async (request, response) => {
    response.on('error', () => undefined);
    requests += 1;
    habits.onRequest?.(requests);
    if (!isBack && requests > (habits.goneAfter ?? Number.POSITIVE_INFINITY)) return response.destroy();
    const { method = '', url = '', headers } = request;
    if (headers.authorization !== `Bearer ${token}`) return write(response, 401, { message: 'No.' });
    if (url === '/api/v2/org') return write(response, 200, { id: 'organisation' });
    if (url === '/api/v2/cases') return write(response, 200, []);
    const id = url.split('/').at(-1)?.toLowerCase() ?? '';
    if (method !== 'PATCH' || !states.has(id)) return write(response, 404, { message: 'No.' });
    const patch = await json(request).catch(() => undefined);
    const isRight = isClientPatch(patch);
    if (!isRight) return write(response, 400, { message: 'Wrong.' });
    const isChange = Object.keys(patch).length > 0;
    if (isWell || !isChange) return write(response, 200, shownTo(id));
    const { late } = habits;
    if (late !== undefined && isIn(late.percent)) {
      const making = sleep(late.fromMs + random() * (late.toMs - late.fromMs)).then(() => apply(id, patch));
      pending.add(making);
      if (habits.answersLate === '504') write(response, 504, {});
      return;
    }
    if (isIn(fails)) {
      if (isIn(50)) apply(id, patch);
      return write(response, 500, {});
    }
    apply(id, patch);
    return write(response, 200, shownTo(id));

    function shownTo(asked: string): StoredClient {
      if (isChange && isWell) apply(asked, patch as StoredClient);
      const others = [...states.keys()].filter((one) => one !== asked);
      const other = others[Math.floor(random() * others.length)];
      return !isWell && other !== undefined && isIn(mixesUp) ? shownOf(other) : shownOf(asked);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    clients: [...states.keys()],
    configuration: (journal) => ({
      ...{ baseUrl, journal, tokens: { member: token }, clients: [...states.keys()], writes: 'restore' },
      requestsPerSecond: 10_000,
    }),
    stored: () => [...states.keys()].map(storedOf),
    comeBack: () => {
      isBack = true;
    },
    heal: async () => {
      await Promise.all(pending);
      isWell = true;
    },
    change: apply,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const token = 'soak-member-token-0001';

function mapped(record: StoredClient, shows: (text: string) => string): StoredClient {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (name === 'id' || name === 'status') return [name, value];
      if (typeof value === 'string') return [name, shows(value)];
      return [name, mapped(value as StoredClient, shows)];
    }),
  );
}

const texts = ['title', 'firstName', 'lastName', 'emailAddress', 'companyName', 'telephoneNumber'];

function isClientPatch(value: unknown): value is StoredClient {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, part]) =>
    name === 'address'
      ? typeof part === 'object' && part !== null
      : texts.includes(name) && typeof part === 'string',
  );
}
