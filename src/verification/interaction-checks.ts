import { held, undecided, wrongStatus } from '../harness/assertions.ts';
import { type Check, checkOf, type Judgement, ofEachItem, type StatedCheck } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import {
  type Forgery,
  forgeries,
  forgeriesFor,
  forgeryFamilies,
  noCredentials,
} from '../harness/forgeries.ts';
import type { Credentials, Session } from '../harness/session.ts';
import { is4xx } from '../http/status.ts';
import { operations } from '../rules/operations.ts';
import { consumerContract } from '../specification/requirements.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { ifAnswered, Undecidable } from '../trace/gap.ts';
import { judgementsOf } from './interaction-judgements.ts';
import { type Interaction, isOfTheDocuments, type OtherInteraction, type PactInteraction } from './pact.ts';
import { callers, type ProviderStates } from './provider-states.ts';
import { type VerificationTools, type Verified, verified } from './verified-interaction.ts';

export function interactionChecks(
  interactions: readonly PactInteraction[],
  tools: VerificationTools,
): Check[] {
  const names = new Map<string, number>();
  return interactions.map((interaction) => {
    // A check needs an operation. An interaction without an operation counts as a check of the interface description.
    const operation = 'obstacle' in interaction ? 'getInterfaceDescription' : interaction.operation;
    const words = interaction.description.toLowerCase().match(/[a-z0-9]+/g) ?? ['interaction'];
    const name: CheckId = `${operation}.pact.${words.join('-')}`;
    const earlier = names.get(name) ?? 0;
    names.set(name, earlier + 1);
    const id: CheckId = earlier === 0 ? name : `${name}.${earlier + 1}`;
    return 'obstacle' in interaction
      ? undecidedCheck(id, interaction)
      : interactionCheck(id, interaction, tools);
  });
}

type CheckId = StatedCheck<unknown>['id'];

function interactionCheck(id: CheckId, interaction: Interaction, tools: VerificationTools): Check {
  const { consumer, description, states, requirements, isPending } = interaction;
  const given = states.map((state) => state.name).join(', and ');
  return checkOf<Verified | ForgedReply>({
    id,
    title: `${consumer}: ${description}${given === '' ? '' : `, given ${given}`}`,
    // A pending interaction cites only the contract of its consumer, so it decides no requirement of the documents.
    requirements: isPending || requirements.length === 0 ? [consumerContract.id] : requirements,
    probe: (session) => probeInteraction(interaction, session, tools),
    rule: ofEachItem((item, { specification }) =>
      'forgery' in item ? refusesForgery(item) : judgeInteraction(specification, interaction, item),
    ),
  });
}

function undecidedCheck(id: CheckId, { consumer, description, obstacle }: OtherInteraction): Check {
  return checkOf<never>({
    id,
    title: `${consumer}: ${description}`,
    requirements: [consumerContract.id],
    probe: async function* () {},
    rule: () => [
      undecided(
        'not-permitted',
        `'${description}' of ${consumer} ${obstacle}, so it is not verified. Verify it with Pact's own verifier.`,
      ),
    ],
  });
}

interface ForgedReply {
  readonly reply: Exchange;
  readonly forgery: Forgery;
}

async function* probeInteraction(
  interaction: Interaction,
  session: Session,
  tools: VerificationTools,
): AsyncIterable<Verified | ForgedReply> {
  assertPermitted(interaction, session, tools.states);
  const credentials = credentialsFor(interaction, session);
  const outcome = await verified(interaction, credentials, session, tools);
  const { call, status } = outcome.reply;
  // A 401 to a configured token says nothing about the provider if the token is not valid.
  if (status === 401 && typeof credentials === 'string') await provenToken(session, credentials);
  yield outcome;
  const isOfToken = interaction.status === 401 && interaction.authorization !== undefined;
  if (isRefusedToMember(outcome) || !isOfToken || !isOfTheDocuments(interaction)) return;
  // A pact contains only one invalid token. A careless service may accept others, such as a token without its last
  // characters.
  const ofFamilies = forgeryFamilies.flatMap((family) =>
    forgeriesFor(family, call.operation, session.sampling),
  );
  for (const forgery of new Set([...forgeries, ...ofFamilies])) {
    const reply = await ifAnswered(session.send(call, forgery));
    if (reply !== undefined) yield { reply, forgery };
  }
}

function isRefusedToMember({ reply, control }: Verified): boolean {
  return control?.status === reply.status;
}

function* judgeInteraction(
  specification: Specification,
  interaction: Interaction,
  outcome: Verified,
): Iterable<Judgement> {
  if (isRefusedToMember(outcome)) {
    const { call, status } = outcome.reply;
    const words = `${call.method} ${call.path} is answered ${status} to the member, too, so it does not refuse this caller.`;
    yield undecided('control-refused', [words, call.path], outcome.reply);
    return;
  }
  const judgements = judgementsOf(specification, interaction, outcome);
  for (const judgement of judgements)
    yield interaction.isPending ? undecidedIfDeviating(judgement) : judgement;
  if (judgements.every(({ kind }) => kind !== 'deviates')) yield held;
}

/** Judges the answer to a forged token: it must be 401, or any 4xx if a firewall may answer. */
function* refusesForgery({ reply, forgery }: ForgedReply): Iterable<Judgement> {
  if (reply.status === 401 || (forgery.mayBeBlocked === true && is4xx(reply.status))) return;
  yield wrongStatus(reply, 'credentials-401', `The status is {status} instead of 401 with ${forgery.title}`);
}

function undecidedIfDeviating(judgement: Judgement): Judgement {
  return judgement.kind === 'deviates'
    ? {
        kind: 'undecided',
        reason: 'not-permitted',
        message: `The interaction is pending, and does not hold yet: ${judgement.finding.message}.`,
        isPending: true,
      }
    : judgement;
}

/** Throws if the interaction writes and the provider is a live deployment whose data is not disposable. */
function assertPermitted(
  { operation }: Interaction,
  { target }: Session,
  { areSetUp }: ProviderStates,
): void {
  if (operations[operation].writes === undefined || areSetUp || target.writes === 'all') return;
  const words =
    'Interactions that write are sent to a provider with a state endpoint (--state-url), or where writes is "all" in the configuration.';
  throw new Undecidable('not-permitted', words);
}

/**
 * The credentials to send instead of the token in a pact: a configured token. If the expected answer is 401, exactly
 * the header in the pact.
 */
function credentialsFor({ states, status, authorization }: Interaction, { target }: Session): Credentials {
  if (authorization === undefined) return noCredentials;
  if (status === 401) return { ...asWritten, authorization: () => authorization };
  const [caller = 'member'] = states.flatMap(({ name }) => callers.get(name) ?? []);
  if (target.tokens.has(caller)) return caller;
  throw new Undecidable('not-configured', `Set tokens.${caller} in the configuration.`);
}

const asWritten = { id: 'as-written', title: 'a token that nobody was given, as the pact writes it' };
