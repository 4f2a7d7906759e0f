import { hash } from 'node:crypto';
import PQueue from 'p-queue';
import { type Demo, type OrganisationName, readDemo } from '../src/reference/demo.ts';
import { openSeededReference, type Reference } from '../src/reference/reference.ts';
import { bundled } from '../src/specification/bundled.ts';
import { json } from './answers.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { memberTokens, seededClients } from './demo.ts';
import { type Condition, isStoring, on, stored } from './requests.ts';

export async function answerOf(
  { app, store }: Pick<Reference, 'app' | 'store'>,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  if (isStoring(request)) {
    const id = idIn(request);
    const former = await store.replaceClient(id, undefined);
    if (former !== undefined) await store.replaceClient(id, { ...former, record: JSON.parse(request.body) });
    return json(200, JSON.parse(request.body));
  }
  const { method, path, headers, body } = request;
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: unframed(headers),
    ...(body === '' ? {} : { payload: body }),
  });
  return { status: answer.statusCode, headers: unframed(answer.headers), body: answer.body };
}

const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

function unframed(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      framing.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

const maxCachedAnswers = 10_000;

/**
 * Caches answers of the reference for all services, since most requests repeat requests to other services. An answer
 * depends only on the request and on the service's own version of the client.
 */
function openShared(organisation: OrganisationName) {
  let opened: Promise<Reference> | undefined;
  const answers = new Map<string, Promise<ServiceAnswer>>();
  async function answerAnew(client: string | undefined, request: ServiceRequest): Promise<ServiceAnswer> {
    opened ??= readDemo(organisation).then((demo) => seeded(demo, organisation));
    const reference = await opened;
    if (client !== undefined) await stored((one) => answerOf(reference, one), request, client);
    return answerOf(reference, request);
  }
  return (client: string | undefined, request: ServiceRequest): Promise<ServiceAnswer> => {
    const key = keyOf(client, request);
    const answer = answers.get(key) ?? answerAnew(client, request);
    if (answers.size === maxCachedAnswers) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}

const shared = { demo: openShared('demo'), realistic: openShared('realistic') };

/** The cache key. The host is not a part of it, since the reference answers the same on every port. */
function keyOf(
  client: string | undefined,
  { method, path, headers: { host, ...headers }, body }: ServiceRequest,
): string {
  return hash('sha256', JSON.stringify([client, method, path, headers, body]));
}

export interface IsolatedReference {
  readonly answer: (request: ServiceRequest) => Promise<ServiceAnswer>;
  readonly close: () => Promise<void>;
}

/** Answers requests about clients one by one, since the shared reference has the clients of one service at a time. */
const queue = new PQueue({ concurrency: 1 });

/**
 * Opens the reference implementation for one service. The services share all answers except answers about created
 * organisations: no operation changes what another operation reads, and nothing changes without the right token.
 */
export function openIsolatedReference(organisation: OrganisationName = 'demo'): IsolatedReference {
  const clients = new Map<string, string>();
  let own: Promise<Reference> | undefined;
  async function answerOfClient(request: ServiceRequest): Promise<ServiceAnswer> {
    const id = idIn(request);
    const answer = isStoring(request)
      ? json(200, JSON.parse(request.body))
      : await shared[organisation](clients.get(id) ?? seededClients.get(id), request);
    if (answer.status === 200) clients.set(id, answer.body);
    return answer;
  }
  return {
    answer: async (request) => {
      if (isStoring(request) || on('updateClient')(request)) return queue.add(() => answerOfClient(request));
      if (request.method === 'GET' || !mayWrite(request)) return shared[organisation](undefined, request);
      own ??= readDemo(organisation).then((demo) => seeded(withoutCases(demo), organisation));
      return answerOf(await own, request);
    },
    close: async () => (await own)?.close(),
  };
}

/** Requests that contain a member's token in any form. No other request changes anything. */
const mayWrite: Condition = ({ headers: { authorization = '' } }) =>
  memberTokens.some((token) => authorization.includes(token));

function seeded(demo: Demo, organisation: OrganisationName): Promise<Reference> {
  return openSeededReference(demo, bundled.description, organisation);
}

function withoutCases({ organisations }: Demo): Demo {
  return { organisations: organisations.map((one) => ({ ...one, cases: [] })) };
}

function idIn({ path }: ServiceRequest): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}
