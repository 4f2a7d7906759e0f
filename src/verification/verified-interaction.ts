import { isDeepStrictEqual } from 'node:util';
import { Undecidable } from '../checks/check.ts';
import type { ClientRecord } from '../checks/client-changes/fields.ts';
import { readBack, readingOf, type Step } from '../checks/client-changes/steps.ts';
import type { Forgery } from '../checks/forgeries.ts';
import type { Reply, Session } from '../checks/session.ts';
import type { TokenName } from '../checks/target.ts';
import { type Call, updateClient } from '../client/calls.ts';
import { type Interaction, isOfTheDocuments, type ProviderState } from './pact.ts';
import { type Mismatch, type PactVerifier, readVerdict } from './pact-verifier.ts';
import type { ProviderStates } from './provider-states.ts';
import type { Relay, RelayedAnswer, RelayedRequest } from './relay.ts';

/** What interactions are verified with. */
export interface Bench {
  readonly verifier: PactVerifier;
  readonly relay: Relay;
  readonly states: ProviderStates;
}

/** The answer to an interaction, and what of it is not as the pact needs it. */
export interface Verified {
  readonly reply: Reply;
  readonly mismatches: readonly Mismatch[];
  /** Of a change: what the client shows before and after it, where that could be read. */
  readonly step?: Step;
}

/**
 * Sends the request of an interaction to the provider, in the states that it is given, and holds the answer to it.
 * @throws {Undecidable} when a state is not met, or no answer comes
 * @throws {Error} when Pact's verifier compared anything but one answer: then nothing is known
 */
export async function verified(
  interaction: Interaction,
  credentials: TokenName | Forgery,
  session: Session,
  { verifier, relay, states }: Bench,
): Promise<Verified> {
  let obstacle: unknown;
  let step: Step | undefined;
  const replies: Reply[] = [];
  const answering = async (request: RelayedRequest): Promise<RelayedAnswer> => {
    // The verifier goes on with the other states when one is not met.
    if (obstacle !== undefined) return refusal;
    try {
      if (request.path === statePath)
        return await answerToState(request, interaction.states, session, states);
      const call = callOf(request, interaction);
      if (!states.areSetUp) assertListed(call, session);
      const before = isWatched(interaction, states)
        ? await shownBefore(call, interaction, session, states)
        : undefined;
      const reply = await session.send(call, credentials);
      replies.push(reply);
      if (before !== undefined) step = await stepOf(call, before, reply, session);
      return relayed(reply, isOfTheDocuments(interaction));
    } catch (error) {
      obstacle ??= error;
      return refusal;
    }
  };
  const place = relay.open(answering);
  try {
    const json = await verifier.verify(interaction.pact, place.baseUrl, `${place.baseUrl}${statePath}`);
    if (obstacle !== undefined) throw obstacle;
    const verdict = readVerdict(json, interaction.pact);
    const [reply] = replies;
    if (verdict.kind === 'not-compared')
      throw new Error(`Pact's verifier compared nothing: ${verdict.message}`);
    if (reply === undefined || replies.length > 1)
      throw new Error(`Pact's verifier compared ${replies.length} answers, and not one.`);
    return { reply, mismatches: verdict.mismatches, ...(step === undefined ? {} : { step }) };
  } finally {
    place.close();
    for (const state of interaction.states.toReversed()) await states.tearDown(state);
  }
}

/** Of a live deployment, no client is changed but those that are listed for it. */
function assertListed({ operation, path }: Call, { target }: Session): void {
  if (operation !== 'updateClient') return;
  if (target.clients.some((client) => updateClient(client, '').path === path)) return;
  throw new Undecidable(
    'not-permitted',
    `${path} is no client that the configuration lists. List it in clients, or name a state endpoint with --state-url.`,
  );
}

/** Pact sees the answer to a change, and not what the change has done: that takes a reading before it and one after. */
function isWatched(interaction: Interaction, { areSetUp }: ProviderStates): boolean {
  const { operation, status, states } = interaction;
  const isAChange = operation === 'updateClient' && status === 200;
  const hasRecord = states.some(({ params }) => params.record !== undefined);
  return isOfTheDocuments(interaction) && areSetUp && isAChange && hasRecord;
}

/** The client as it is shown. A provider may do more than read it, so that it is set up once more. */
async function shownBefore(
  call: Call,
  interaction: Interaction,
  session: Session,
  states: ProviderStates,
): Promise<ClientRecord | undefined> {
  const { record } = await readBack(session, clientIn(call));
  for (const state of interaction.states) await states.setUp(state, session);
  return record;
}

async function stepOf(call: Call, before: ClientRecord, reply: Reply, session: Session): Promise<Step> {
  const client = clientIn(call);
  const after = await readBack(session, client);
  return { client, body: JSON.parse(call.body ?? '{}'), before, answer: readingOf(reply), after };
}

function clientIn({ path }: Call): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

/** Below the base URL; no path of the interface begins so. */
const statePath = '/provider-states';

/** Whatever it is answered with a status of 4xx, the verifier gives up at once. */
const refusal: RelayedAnswer = { status: 400, headers: {}, body: '' };

/** As Pact's verifier announces it. */
interface StateChange {
  readonly action: 'setup' | 'teardown';
  readonly state: string;
  readonly params?: ProviderState['params'];
}

/** Tells the provider of a state. That it is undone is seen to when the interaction has ended, however it ends. */
async function answerToState(
  { body }: RelayedRequest,
  given: readonly ProviderState[],
  session: Session,
  states: ProviderStates,
): Promise<RelayedAnswer> {
  const { action, state: name, params = {} } = JSON.parse(body) as StateChange;
  const isMeant = (one: ProviderState): boolean => one.name === name && isDeepStrictEqual(one.params, params);
  const state = given.find(isMeant);
  if (action !== 'setup' || name === '') return { status: 200, headers: {}, body: '' };
  if (state === undefined) throw new Error("Pact's verifier announces a state that the interaction has not.");
  const outcome = await states.setUp(state, session);
  if (outcome.kind === 'unmet') throw new Undecidable(outcome.reason, outcome.message);
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify(outcome.values) };
}

/** They are the transport's own, or credentials, which are not the pact's to give. */
const notRelayed: ReadonlySet<string> = new Set([
  ...['accept-encoding', 'authorization', 'connection', 'content-encoding', 'content-length', 'host'],
  ...['keep-alive', 'transfer-encoding', 'user-agent'],
]);

function callOf({ method, path, headers, body }: RelayedRequest, { operation }: Interaction): Call {
  return {
    operation,
    method: method as Call['method'],
    path,
    headers: withoutOwn(headers),
    ...(body === '' ? {} : { body }),
  };
}

/**
 * The answer as the verifier is shown it. That bodies are JSON is all that the documents say of them: what is JSON is
 * shown as such, in a form that every parser reads. A consumer's own pact may ask for more, and is shown what was sent.
 */
function relayed({ status, headers, body, text }: Reply, isPlain: boolean): RelayedAnswer {
  const own = withoutOwn(headers);
  if (!isPlain || body.kind === 'not-json') return { status, headers: own, body: text };
  return { status, headers: { ...own, 'content-type': 'application/json' }, body: plainJson(body.value) };
}

/** JSON without lone surrogates and numbers that are too large for a double, which some parsers refuse. */
function plainJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'string') return member.toWellFormed();
    return member === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : member;
  });
}

/** A name in which a token was masked is none that can be sent. */
const isToken = /^[\w!#$%&'*+.^`|~-]+$/;

function withoutOwn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => isToken.test(name) && !notRelayed.has(name)),
  );
}
