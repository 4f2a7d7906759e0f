import { deviates, held, statusKind, statusOf, undecided } from '../harness/assertions.ts';
import type { Check, Judgement } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import { forgeriesFor } from '../harness/dealt-forgeries.ts';
import { type Forgery, forgeries, forgeryFamilies, noCredentials } from '../harness/forgeries.ts';
import { asJudged } from '../harness/judged.ts';
import type { Session } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import { is4xx } from '../http/status.ts';
import { operations } from '../rules/operations.ts';
import { consumerContract } from '../specification/requirements.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { judgementsOf } from './interaction-judgements.ts';
import { type Interaction, isOfTheDocuments, type OtherInteraction, type PactInteraction } from './pact.ts';
import type { ProviderStates } from './provider-states.ts';
import { stateNames } from './state-names.ts';
import { type VerificationTools, verified } from './verified-interaction.ts';

export function interactionChecks(
  interactions: readonly PactInteraction[],
  tools: VerificationTools,
): Check[] {
  const names = new Map<string, number>();
  return interactions.map((interaction) => {
    const check =
      'obstacle' in interaction ? undecidedCheck(interaction) : interactionCheck(interaction, tools);
    const name = `${check.operation}.pact.${slug(interaction.description)}`;
    const earlier = names.get(name) ?? 0;
    names.set(name, earlier + 1);
    return { ...check, id: earlier === 0 ? name : `${name}.${earlier + 1}` };
  });
}

function interactionCheck(interaction: Interaction, tools: VerificationTools): Omit<Check, 'id'> {
  const { consumer, description, states, operation } = interaction;
  const given = states.map((state) => state.name).join(', and ');
  return {
    title: `${consumer}: ${description}${given === '' ? '' : `, given ${given}`}`,
    operation,
    requirements: requirementsOf(interaction),
    needs: [],
    rule: asJudged,
    probe: (session) => judgeInteraction(interaction, session, tools),
  };
}

/** Every check needs an operation. An interaction without one is assigned to the interface description. */
function undecidedCheck({ consumer, description, obstacle }: OtherInteraction): Omit<Check, 'id'> {
  return {
    title: `${consumer}: ${description}`,
    operation: 'getInterfaceDescription',
    requirements: [consumerContract.id],
    needs: [],
    rule: asJudged,
    probe: async function* () {
      yield undecided(
        'not-permitted',
        `'${description}' of ${consumer} ${obstacle}, so it is not verified. Verify it with Pact's own verifier.`,
      );
    },
  };
}

/** A pending interaction counts for its consumer only, not for the documents yet. */
function requirementsOf({ requirements, isPending }: Interaction): readonly string[] {
  return requirements.length === 0 || isPending ? [consumerContract.id] : requirements;
}

function slug(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? ['interaction'];
  return words.join('-');
}

async function* judgeInteraction(
  interaction: Interaction,
  session: Session,
  tools: VerificationTools,
): AsyncIterable<Judgement> {
  assertPermitted(interaction, session, tools.states);
  const credentials = credentialsFor(interaction, session);
  const outcome = await verified(interaction, credentials, session, tools);
  // If the token itself is not valid here, the answer says nothing about the provider.
  if (outcome.reply.status === 401 && typeof credentials === 'string')
    await provenToken(session, credentials);
  const { reply, control } = outcome;
  if (control !== undefined && control.status === reply.status) {
    const words = `${reply.call.method} ${reply.call.path} is answered ${reply.status} to the member, too, so that it is no refusal of this caller.`;
    yield undecided('control-refused', words);
    return;
  }
  const judgements = judgementsOf(session.specification, interaction, outcome);
  for (const judgement of judgements) yield interaction.isPending ? excused(judgement) : judgement;
  if (judgements.every(({ kind }) => kind !== 'deviates')) yield held;
  if (isOfTheDocuments(interaction) && interaction.status === 401 && interaction.authorization !== undefined)
    yield* refusesForgeries(outcome.reply, session);
}

/** A pact has one invalid token. A careless service may accept others, such as most of a valid token. */
async function* refusesForgeries({ call }: Exchange, session: Session): AsyncIterable<Judgement> {
  const dealt = forgeryFamilies.flatMap((family) => forgeriesFor(family, call.operation, session.sampling));
  for (const forgery of new Set([...forgeries, ...dealt])) {
    const reply = await session.tryOnce(call, forgery);
    if (reply === undefined || reply.status === 401 || isBlocked(reply, forgery)) continue;
    const words = `The status must be 401 with ${forgery.title}, but is ${statusOf(reply)}`;
    yield deviates(reply, 'credentials-401', words, '', statusKind(reply));
  }
}

/** A firewall may refuse it in its own way. */
function isBlocked({ status }: Exchange, { mayBeBlocked }: Forgery): boolean {
  return mayBeBlocked === true && is4xx(status);
}

/** A pending interaction may fail, so a deviation becomes undecided. */
function excused(judgement: Judgement): Judgement {
  return judgement.kind === 'deviates'
    ? {
        kind: 'undecided',
        reason: 'not-permitted',
        message: `The interaction is pending, and does not hold yet: ${judgement.finding.message}.`,
        isPending: true,
      }
    : judgement;
}

/** Writes to a live deployment are allowed only if its data is disposable. */
function assertPermitted(
  { operation }: Interaction,
  { target }: Session,
  { areSetUp }: ProviderStates,
): void {
  if (operations[operation].writes === undefined || areSetUp || target.writes === 'all') return;
  throw new Undecidable(
    'not-permitted',
    'Interactions that write are sent to a provider with a state endpoint (--state-url), or where writes is "all" in the configuration.',
  );
}

/** The token of the caller that a state names. */
const callers: Readonly<Record<string, TokenName>> = {
  [stateNames.restrictedCaller]: 'restricted',
  [stateNames.outsider]: 'outsider',
};

/** A token in a pact stands for one of the configured tokens, unless the request must be answered 401. */
function credentialsFor(
  { states, status, authorization }: Interaction,
  { target }: Session,
): TokenName | Forgery {
  if (authorization === undefined) return noCredentials;
  if (status === 401) return { ...asWritten, authorization: () => authorization };
  const [caller = 'member'] = states.flatMap(({ name }) =>
    Object.hasOwn(callers, name) ? [callers[name]] : [],
  );
  if (target.tokens.has(caller)) return caller;
  throw new Undecidable('not-configured', `Set tokens.${caller} in the configuration.`);
}

const asWritten = { id: 'as-written', title: 'a token that nobody was given, as the pact writes it' };
