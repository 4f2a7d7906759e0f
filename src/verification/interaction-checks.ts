import { type Check, type Judgement, Undecidable } from '../checks/check.ts';
import type { Forgery } from '../checks/forgeries.ts';
import { deviates, hasMessage, held, jsonOf, statusOf, undecided } from '../checks/judgements.ts';
import { readerOf } from '../checks/reading.ts';
import type { Reply, Session } from '../checks/session.ts';
import type { TokenName } from '../checks/target.ts';
import type { Call } from '../client/calls.ts';
import { bodySchema } from '../specification/bodies.ts';
import { requirementAt } from '../specification/places.ts';
import { consumerContract } from '../specification/requirements.ts';
import type { Interaction, ProviderState } from './pact.ts';
import { type Mismatch, type PactVerifier, readVerdict } from './pact-verifier.ts';
import type { ProviderStates } from './provider-states.ts';
import type { Relay, RelayedAnswer, RelayedRequest } from './relay.ts';

/** What interactions are verified with. */
export interface Bench {
  readonly verifier: PactVerifier;
  readonly relay: Relay;
  readonly states: ProviderStates;
}

/** A check for each interaction of the pacts. */
export function interactionChecks(interactions: readonly Interaction[], bench: Bench): Check[] {
  const names = new Map<string, number>();
  return interactions.map((interaction) => {
    const name = `${interaction.operation}.pact.${slug(interaction.description)}`;
    const earlier = names.get(name) ?? 0;
    names.set(name, earlier + 1);
    const given = interaction.states.map((state) => state.name).join(', and ');
    return {
      id: earlier === 0 ? name : `${name}.${earlier + 1}`,
      title: `${interaction.consumer}: ${interaction.description}${given === '' ? '' : `, given ${given}`}`,
      operation: interaction.operation,
      requirements: interaction.requirements.length === 0 ? [consumerContract.id] : interaction.requirements,
      needs: [],
      run: (session) => judgeInteraction(interaction, session, bench),
    };
  });
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

async function* judgeInteraction(
  interaction: Interaction,
  session: Session,
  bench: Bench,
): AsyncIterable<Judgement> {
  assertPermitted(interaction, session, bench.states);
  const credentials = credentialsFor(interaction, session);
  const { reply, mismatches } = await verified(interaction, credentials, session, bench);
  const judgements = [...ofTheDocuments(interaction, reply), ...ofThePact(interaction, reply, mismatches)];
  const places = new Set<string>();
  for (const judgement of judgements) {
    // One thing that is wrong is said once: what the documents say of a place is said first.
    const place = judgement.kind === 'deviates' ? judgement.finding.pointer : undefined;
    if (place !== undefined && places.has(place)) continue;
    if (place !== undefined) places.add(place);
    yield interaction.isPending ? excused(judgement) : judgement;
  }
  if (places.size === 0) yield held;
}

/** What is pending may be broken: that is what it is called so for. */
function excused(judgement: Judgement): Judgement {
  return judgement.kind === 'deviates'
    ? undecided(
        'not-permitted',
        `The interaction is pending, and does not hold yet: ${judgement.finding.message}.`,
      )
    : judgement;
}

/** A live deployment is written to only where its data is disposable. */
function assertPermitted(
  { operation }: Interaction,
  { target }: Session,
  { areSetUp }: ProviderStates,
): void {
  const isWriting = operation === 'updateClient' || operation === 'createOrganisation';
  if (!isWriting || areSetUp || target.writes === 'all') return;
  throw new Undecidable(
    'not-permitted',
    'Interactions that write are sent to a provider with a state endpoint (--state-url), or where writes is "all" in the configuration.',
  );
}

/** Which token a state speaks of. */
const callers: Readonly<Record<string, TokenName>> = {
  'a caller without permission': 'restricted',
  'a caller of another organisation': 'outsider',
};

/** What a pact writes in place of a token stands for one of the configured tokens, unless it must be refused. */
function credentialsFor(
  { states, status, hasCredentials }: Interaction,
  { target }: Session,
): TokenName | Forgery {
  if (!hasCredentials)
    return { ...asWritten, title: 'no Authorization header', authorization: () => undefined };
  if (status === 401) return asWritten;
  const [caller = 'member'] = states.flatMap(({ name }) =>
    Object.hasOwn(callers, name) ? [callers[name]] : [],
  );
  if (target.tokens.has(caller)) return caller;
  throw new Undecidable('not-configured', `Set tokens.${caller} in the configuration.`);
}

const asWritten: Forgery = {
  id: 'as-written',
  title: 'a token that nobody was given, as the pact writes it',
  authorization: () => 'Bearer invalid-token',
};

interface Verified {
  readonly reply: Reply;
  readonly mismatches: readonly Mismatch[];
}

async function verified(
  interaction: Interaction,
  credentials: TokenName | Forgery,
  session: Session,
  { verifier, relay, states }: Bench,
): Promise<Verified> {
  let obstacle: unknown;
  const replies: Reply[] = [];
  const answering = async (request: RelayedRequest): Promise<RelayedAnswer> => {
    try {
      if (request.path === statePath)
        return await answerToState(request, interaction.states, session, states);
      const reply = await session.send(callOf(request, interaction), credentials);
      replies.push(reply);
      return relayed(reply);
    } catch (error) {
      obstacle ??= error;
      return refusal;
    }
  };
  const place = relay.open(answering);
  try {
    const json = await verifier.verify(interaction.pact, place.baseUrl, `${place.baseUrl}${statePath}`);
    if (obstacle !== undefined) throw obstacle;
    const verdict = readVerdict(json);
    const [reply] = replies;
    if (verdict.kind === 'not-compared')
      throw new Error(`Pact's verifier compared nothing: ${verdict.message}`);
    if (reply === undefined || replies.length > 1)
      throw new Error(`Pact's verifier compared ${replies.length} answers, and not one.`);
    return { reply, mismatches: verdict.mismatches };
  } finally {
    place.close();
    for (const state of interaction.states.toReversed()) await states.tearDown(state);
  }
}

/** Below the base URL; no path of the interface begins so. */
const statePath = '/provider-states';

/** Whatever it is answered with a status of 4xx, the verifier gives up at once. */
const refusal: RelayedAnswer = { status: 400, headers: {}, body: '' };

/** Tells the provider of a state. That it is undone is seen to when the interaction has ended, however it ends. */
async function answerToState(
  { body }: RelayedRequest,
  given: readonly ProviderState[],
  session: Session,
  states: ProviderStates,
): Promise<RelayedAnswer> {
  const { action, state: name } = JSON.parse(body) as { readonly action: string; readonly state: string };
  const state = action === 'setup' ? given.find((one) => one.name === name) : undefined;
  if (state === undefined) return { status: 200, headers: {}, body: '' };
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

function relayed({ status, headers, text }: Reply): RelayedAnswer {
  return { status, headers: withoutOwn(headers), body: text };
}

function withoutOwn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notRelayed.has(name)));
}

const readers: Readonly<Record<string, ReturnType<typeof readerOf>>> = {
  getCaseData: readerOf('CaseRecord'),
  updateClient: readerOf('Client'),
};

/** What the documents say of the answer: what Pact cannot say is said here. */
function* ofTheDocuments({ operation, status }: Interaction, reply: Reply): Iterable<Judgement> {
  if (reply.status !== status) return;
  if (operation === 'getCaseData' && status >= 400) yield hasMessage(reply);
  const reader = status === 200 ? readers[operation] : undefined;
  if (reader === undefined || reply.body.kind === 'not-json') return;
  for (const [row, findings] of reader(reply.body.value).findings)
    for (const { pointer, message } of findings) yield deviates(reply, row, message, pointer);
}

function* ofThePact(
  { operation, statusInWords, requirements }: Interaction,
  reply: Reply,
  mismatches: readonly Mismatch[],
): Iterable<Judgement> {
  const [own = consumerContract.id] = requirements;
  const schema = bodySchema(operation, reply.status);
  for (const mismatch of mismatches) {
    switch (mismatch.kind) {
      case 'status':
        yield deviates(reply, own, `The status must be ${statusInWords}, but is ${statusOf(reply)}`);
        break;
      case 'header':
        yield deviates(reply, own, `The header ${mismatch.header} ${mismatch.need}`);
        break;
      case 'body': {
        const { pointer, need } = mismatch;
        const row =
          requirements.length === 0 || schema === undefined
            ? own
            : (requirementAt(schema, jsonOf(reply), pointer) ?? own);
        yield deviates(reply, row, `${pointer === '' ? 'The body' : pointer} ${need}`, pointer);
      }
    }
  }
}
