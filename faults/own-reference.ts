import { hash } from 'node:crypto';
import { type Demo, type OrganisationName, readDemo } from '../src/reference/demo.ts';
import type { JsonObject } from '../src/reference/json.ts';
import { openSeededReference, type Reference } from '../src/reference/reference.ts';
import { bundled } from '../src/specification/bundled.ts';
import { json } from './answers.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { memberTokens } from './demo.ts';
import { type Condition, isStoring, on } from './requests.ts';

/** The answer of a reference implementation, without a port. */
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

/** These headers frame one message and would be wrong for another. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Headers as text, without those that frame a message. */
function unframed(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      framing.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

const mostAnswers = 2_000;

/** A reference that all services share. Its answers are cached, so no request may change it. */
function openShared(organisation: OrganisationName) {
  let opened: Promise<Reference> | undefined;
  const reference = (): Promise<Reference> => {
    opened ??= readDemo(organisation).then((demo) => seeded(demo, organisation));
    return opened;
  };
  const answers = new Map<string, Promise<ServiceAnswer>>();
  const answer = (request: ServiceRequest): Promise<ServiceAnswer> => {
    const key = `${request.method} ${request.path}\n${request.headers.authorization}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answered = reference().then((one) => answerOf(one, request));
    if (answers.size === mostAnswers) answers.clear();
    answers.set(key, answered);
    return answered;
  };
  return { reference, answer };
}

const shared = { demo: openShared('demo'), realistic: openShared('realistic') };

/** The reference implementation for one service, isolated from the writes of others. */
export interface OwnReference {
  readonly answer: (request: ServiceRequest) => Promise<ServiceAnswer>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the reference implementation for one service. No operation changes what another one reads, and nothing changes
 * without the right token, so all services share the other answers.
 */
export function openOwnReference(organisation: OrganisationName = 'demo'): OwnReference {
  const clients = organisation === 'demo' ? ownClients() : undefined;
  let own: Promise<Reference> | undefined;
  return {
    answer: async (request) => {
      if (request.method === 'GET' || !mayWrite(request)) return shared[organisation].answer(request);
      const isOfClient = isStoring(request) || on('updateClient')(request);
      if (clients !== undefined && isOfClient) return clients(request);
      own ??= readDemo(organisation).then((demo) => seeded(withoutCases(demo), organisation));
      return answerOf(await own, request);
    },
    close: async () => (await own)?.close(),
  };
}

/** Requests that contain a token, in any form, and so may change something. */
const mayWrite: Condition = ({ headers: { authorization = '' } }) =>
  memberTokens.some((token) => authorization.includes(token));

function seeded(demo: Demo, organisation: OrganisationName): Promise<Reference> {
  return openSeededReference(demo, bundled.description, organisation);
}

/** The organisations for writing. Cases are read from the shared reference. */
function withoutCases({ organisations }: Demo): Demo {
  return { organisations: organisations.map((one) => ({ ...one, cases: [] })) };
}

/**
 * Answers requests that change a client, or are refused, for one service. All services share the reference: before each
 * request it is set to the service's version of the client.
 */
function ownClients(): OwnReference['answer'] {
  const changed = new Map<string, string>();
  return (request) =>
    inTurn(async () => {
      const id = idIn(request);
      if (isStoring(request)) changed.set(id, request.body);
      if (isStoring(request)) return json(200, JSON.parse(request.body));
      const answer = await answerKnowing(changed.get(id), request);
      if (answer.status === 200) changed.set(id, answer.body);
      return answer;
    });
}

/** The changed record of a client as JSON. With the request, it determines the answer to the next change. */
type Changed = string | undefined;

// Cached across services: most repeat changes that another service made to the same client, and changes are most of the
// cost of a service.
const clientAnswers = new Map<string, ServiceAnswer>();
const mostClientAnswers = 10_000;

async function answerKnowing(client: Changed, request: ServiceRequest): Promise<ServiceAnswer> {
  const key = keyOf(client, request);
  const known = clientAnswers.get(key);
  if (known !== undefined) return known;
  const answer = await answerOfHolding(client, request);
  if (clientAnswers.size === mostClientAnswers) clientAnswers.clear();
  clientAnswers.set(key, answer);
  return answer;
}

/** The cache key. The host is left out, since the reference answers the same on every port. */
function keyOf(
  client: Changed,
  { method, path, headers: { host, ...headers }, body }: ServiceRequest,
): string {
  return hash('sha256', JSON.stringify([client, method, path, headers, body]));
}

/** The changed clients that the shared reference holds. */
const held = new Map<string, Changed>();

async function answerOfHolding(client: Changed, request: ServiceRequest): Promise<ServiceAnswer> {
  const reference = await shared.demo.reference();
  const id = idIn(request);
  if (held.get(id) !== client) {
    const record: JsonObject | undefined = client === undefined ? await seededClient(id) : JSON.parse(client);
    const former = await reference.store.replaceClient(id, undefined);
    if (former !== undefined && record !== undefined)
      await reference.store.replaceClient(id, { ...former, record });
    held.set(id, client);
  }
  const answer = await answerOf(reference, request);
  if (answer.status === 200) held.set(id, answer.body);
  return answer;
}

async function seededClient(id: string): Promise<JsonObject | undefined> {
  const { organisations } = await readDemo();
  return organisations.flatMap(({ clients }) => clients).find((client) => client.id === id);
}

/** The identifier of the client in a request. */
function idIn({ path }: ServiceRequest): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

let turn: Promise<unknown> = Promise.resolve();

/** Answers requests one at a time, since all services share one reference. */
function inTurn(answer: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
  const mine = turn.then(answer);
  turn = mine.catch(() => {});
  return mine;
}
