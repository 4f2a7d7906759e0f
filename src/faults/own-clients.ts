import { hash } from 'node:crypto';
import { readDemo } from '../reference/demo.ts';
import type { JsonObject } from '../reference/json.ts';
import type { Reference } from '../reference/reference.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { answerOf } from './reference-answer.ts';

/** The clients of the demo organisations for one service, isolated from the writes of others. */
export interface OwnClients {
  /** Answers a request that changes a client, or is refused. */
  answer(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** The changed record of a client as JSON. With the request, it determines the answer to the next change. */
type Changed = string | undefined;

/**
 * Opens the clients of one service.
 * @param reference - shared by all services: before each request it is set to the service's version of the client
 */
export function openOwnClients(reference: () => Promise<Reference>): OwnClients {
  const changed = new Map<string, string>();
  return {
    answer: (request) =>
      inTurn(async () => {
        const id = idIn(request);
        const answer = await answerKnowing(changed.get(id), request, reference);
        if (answer.status === 200) changed.set(id, answer.body);
        return answer;
      }),
  };
}

// Answers to changes are cached. Services differ in few answers, so nearly every change was made before to the same
// client, and making it is most of the cost of a service.
const answers = new Map<string, ServiceAnswer>();
const mostAnswers = 10_000;

async function answerKnowing(
  client: Changed,
  request: ServiceRequest,
  reference: () => Promise<Reference>,
): Promise<ServiceAnswer> {
  const key = keyOf(client, request);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = await answerOfHolding(client, request, await reference());
  if (answers.size === mostAnswers) answers.clear();
  answers.set(key, answer);
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

async function answerOfHolding(
  client: Changed,
  request: ServiceRequest,
  reference: Reference,
): Promise<ServiceAnswer> {
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
