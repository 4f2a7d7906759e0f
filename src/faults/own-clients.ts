import { hash } from 'node:crypto';
import { readDemo } from '../reference/demo.ts';
import type { JsonObject } from '../reference/json.ts';
import type { Reference } from '../reference/reference.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { answerOf } from './reference-answer.ts';

/** The clients of the demo organisations as one service sees them: nothing that was written to another. */
export interface OwnClients {
  /** The answer to a request that changes a client, or is refused. */
  answer(request: ServiceRequest): Promise<ServiceAnswer>;
}

/**
 * The record of a client as JSON, once it was changed. It is all that the answer to the next change goes by, beside the
 * request.
 */
type Changed = string | undefined;

/**
 * Opens the clients of one service.
 * @param reference - one for all services: it is made to hold what a client is for a service whenever it is asked
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

// Services differ in few of their answers: nearly every change was made before, to a client who was the same. To make it
// is most of what a service costs.
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

/** What the reference goes by: it is the same on every port. */
function keyOf(
  client: Changed,
  { method, path, headers: { host, ...headers }, body }: ServiceRequest,
): string {
  return hash('sha256', JSON.stringify([client, method, path, headers, body]));
}

/** What the shared reference holds of the clients that were changed in it. */
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

/** The client whom a request is about. */
function idIn({ path }: ServiceRequest): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

let turn: Promise<unknown> = Promise.resolve();

/** Answers one request after the other, since all are answered by one reference. */
function inTurn(answer: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
  const mine = turn.then(answer);
  turn = mine.catch(() => {});
  return mine;
}
