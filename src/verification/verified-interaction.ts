import { isDeepStrictEqual } from 'node:util';
import { type Call, getCaseData, updateClient } from '../api/calls.ts';
import { askWithoutIdentifier } from '../checks/get-case-data/missing-identifier.ts';
import type { Forgery } from '../harness/forgeries.ts';
import type { Session } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import type { Masking } from '../http/masking.ts';
import type { ObservedChange } from '../rules/client-change.ts';
import { operations } from '../rules/operations.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { type Interaction, isOfTheDocuments, type ProviderState } from './pact.ts';
import { type Mismatch, type PactVerifier, readMismatches } from './pact-verifier.ts';
import type { ProviderStates } from './provider-states.ts';
import { callOf, type Relay, type RelayedAnswer, type RelayedRequest, relayed } from './relay.ts';
import { isWatched, watchedChange } from './watched-change.ts';

export interface VerificationTools {
  readonly verifier: PactVerifier;
  readonly relay: Relay;
  readonly states: ProviderStates;
  /** Removes tokens from answers before the verifier, which is another process, gets them. */
  readonly mask: Masking;
}

/** The answer to an interaction, and its mismatches with the pact. */
export interface Verified {
  readonly reply: Exchange;
  readonly mismatches: readonly Mismatch[];
  /** For a missing case identifier: the answers to all spellings so far; `reply` is the last. */
  readonly withoutIdentifier?: readonly Exchange[] | undefined;
  /** For a change: the client before and after it and its controls, if that could be read. */
  readonly changes?: readonly ObservedChange[] | undefined;
  /** The member's answer to the same request, if another caller got an unexpected refusal. */
  readonly control?: Exchange | undefined;
}

/**
 * Sends the request of an interaction to the provider in the required states, and compares the answer.
 * @throws {Undecidable} if a state is not met, or no answer comes
 * @throws {Error} if Pact's verifier did not compare exactly one answer: then nothing is known
 */
export async function verified(
  interaction: Interaction,
  credentials: TokenName | Forgery,
  session: Session,
  { verifier, relay, states, mask }: VerificationTools,
): Promise<Verified> {
  let obstacle: unknown;
  const compared: Omit<Verified, 'mismatches'>[] = [];
  const answering = async (request: RelayedRequest): Promise<RelayedAnswer> => {
    // The verifier continues with the other states if one is not met.
    if (obstacle !== undefined) return refusal;
    try {
      if (request.path === statePath)
        return await answerToState(request, interaction.states, session, states);
      const call = callOf(request, interaction.operation);
      assertItsOwn(call, session);
      if (!states.areSetUp) assertListed(call, session);
      const change = isWatched(interaction, states)
        ? await watchedChange(call, interaction, session, states)
        : undefined;
      const isWithout = call.path === getCaseData('').path && interaction.status === 400;
      const withoutIdentifier = isWithout && isOfTheDocuments(interaction) ? ([] as Exchange[]) : undefined;
      if (withoutIdentifier !== undefined)
        for await (const one of askWithoutIdentifier((each) => session.send(each, credentials)))
          withoutIdentifier.push(one);
      const reply = change?.reply ?? withoutIdentifier?.at(-1) ?? (await session.send(call, credentials));
      // Sent now, while the states are still set up.
      const isOther = isOtherRefusal(interaction, credentials, reply);
      const control = isOther ? await session.sendIfAnswered(call, 'member') : undefined;
      compared.push({ reply, withoutIdentifier, changes: change?.changes, control });
      return relayed(reply, !isOfTheDocuments(interaction), mask);
    } catch (error) {
      // A TypeError means that the pact contains a header that cannot be sent.
      obstacle ??= error instanceof TypeError ? unverifiable(interaction, error) : error;
      return refusal;
    }
  };
  const place = relay.open(answering);
  try {
    const json = await verifier
      .verify(interaction.pact, place.baseUrl, `${place.baseUrl}${statePath}`)
      .catch((error: unknown) => {
        // The original obstacle is more specific than the verifier's error. A RangeError means that the pact is
        // nested too deeply to be passed on.
        throw obstacle ?? (error instanceof RangeError ? unverifiable(interaction, error) : error);
      });
    if (obstacle !== undefined) throw obstacle;
    const mismatches = mismatchesOf(json, interaction);
    const [only] = compared;
    if (only !== undefined && compared.length === 1) return { ...only, mismatches };
    const words = `Pact's verifier compared ${compared.length} answers, and not one.`;
    throw unverifiable(interaction, new Error(words));
  } finally {
    place.close();
    for (const state of interaction.states.toReversed()) await states.tearDown(state);
  }
}

/**
 * Whether a caller who must be refused got a refusal with a different status; perhaps the operation does not exist
 * for anybody.
 */
function isOtherRefusal(
  interaction: Interaction,
  credentials: TokenName | Forgery,
  { status }: Exchange,
): boolean {
  const isCaller = credentials === 'restricted' || credentials === 'outsider';
  return (
    isCaller &&
    isOfTheDocuments(interaction) &&
    status >= 400 &&
    ![401, 403, interaction.status].includes(status)
  );
}

function mismatchesOf(json: string, interaction: Interaction): readonly Mismatch[] {
  try {
    return readMismatches(json, interaction.pact);
  } catch (error) {
    throw unverifiable(interaction, error);
  }
}

/**
 * The error for an interaction that Pact's verifier did not verify. The package's own pacts are known to be
 * verifiable, so there the error is rethrown. A consumer's pact may be invalid or too new for the verifier, whose
 * message may quote it.
 */
function unverifiable(interaction: Interaction, error: unknown): unknown {
  if (isOfTheDocuments(interaction)) return error;
  const { consumer, description } = interaction;
  return new Undecidable(
    'not-permitted',
    `Pact's verifier cannot verify '${description}' of ${consumer}, so nothing is known of it. Fix the pact.`,
  );
}

/** Values from a provider state may be inserted into the path; they must not lead to another operation. */
function assertItsOwn({ operation, method, path }: Call, { specification }: Session): void {
  if (specification.operationAt(method, path) === operation) return;
  throw new Undecidable(
    'not-permitted',
    `With the values that its state answers, the request is ${method} ${path}, which is another operation. It is not sent.`,
  );
}

/** On a live deployment, only listed clients may be changed. */
function assertListed({ operation, path }: Call, { target }: Session): void {
  if (operations[operation].writes !== 'a client') return;
  if (target.clients.some((client) => updateClient(client, '').path === path)) return;
  throw new Undecidable(
    'not-permitted',
    `${path} is no client that the configuration lists. List it in clients, or name a state endpoint with --state-url.`,
  );
}

/** Below the base URL; no path of the interface begins like this. */
const statePath = '/provider-states';

/** The verifier gives up at once on any 4xx. */
const refusal: RelayedAnswer = { status: 400, headers: {}, body: '' };

/** In the format of Pact's verifier. */
interface StateChange {
  readonly action: 'setup' | 'teardown';
  readonly state: string;
  readonly params?: ProviderState['params'];
}

/** Passes a state on to the provider. Teardown is done when the interaction has ended, however it ends. */
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
  const values = await states.setUp(state, session);
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify(values) };
}
