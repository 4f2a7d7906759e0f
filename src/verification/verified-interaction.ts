import { isDeepStrictEqual } from 'node:util';
import { type Call, getCaseData, updateClient } from '../api/calls.ts';
import { askWithoutIdentifier } from '../checks/get-case-data/missing-identifier.ts';
import { isSuccess } from '../harness/assertions.ts';
import type { Credentials, Session } from '../harness/session.ts';
import type { Masking } from '../http/masking.ts';
import {
  type ClientReading,
  clientReadingOf,
  type ObservedChange,
  patchOf,
  valueRefusals,
  withRelatedChanges,
} from '../rules/client-change.ts';
import { emptyPatch, operations } from '../rules/operations.ts';
import type { Exchange } from '../trace/exchange.ts';
import { ifAnswered, Undecidable } from '../trace/gap.ts';
import { type Interaction, isOfTheDocuments, type ProviderState } from './pact.ts';
import { type Mismatch, type PactVerifier, readMismatches } from './pact-verifier.ts';
import type { ProviderStates } from './provider-states.ts';
import { callOf, type Relay, type RelayedAnswer, type RelayedRequest, relayed } from './relay.ts';

export interface VerificationTools {
  readonly verifier: PactVerifier;
  readonly relay: Relay;
  readonly states: ProviderStates;
  /** Masks tokens in answers before the verifier, which is another process, gets them. */
  readonly mask: Masking;
}

export interface Verified {
  readonly reply: Exchange;
  readonly mismatches: readonly Mismatch[];
  /**
   * The answers to all ways to write the path of a request without a case identifier, with `reply` as the last.
   * Undefined for other requests.
   */
  readonly withoutIdentifier?: readonly Exchange[] | undefined;
  /**
   * For a change: the change and its controls, each with readings of the client before and after. Undefined if the
   * client could not be read.
   */
  readonly changes?: readonly ObservedChange[] | undefined;
  /** The member's answer to the same request, if another caller got an unexpected refusal. */
  readonly control?: Exchange | undefined;
}

/**
 * Sends the request of an interaction while its states are set up, and compares the answer.
 * @throws {Undecidable} if a state cannot be set up, or no answer arrives
 * @throws {Error} if Pact's verifier did not compare exactly one answer, since the result then says nothing
 */
export async function verified(
  interaction: Interaction,
  credentials: Credentials,
  session: Session,
  { verifier, relay, states, mask }: VerificationTools,
): Promise<Verified> {
  let obstacle: unknown;
  const compared: Omit<Verified, 'mismatches'>[] = [];
  const answering = async (request: RelayedRequest): Promise<RelayedAnswer> => {
    // After an error, the verifier goes on with the next state. Its request is refused too.
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
      // The control is sent now, while the states are set up.
      const isOther = isOtherRefusal(interaction, credentials, reply);
      const control = isOther ? await ifAnswered(session.send(call, 'member')) : undefined;
      compared.push({ reply, withoutIdentifier, changes: change?.changes, control });
      return relayed(reply, !isOfTheDocuments(interaction), mask);
    } catch (error) {
      // A TypeError means that the pact has a header that cannot be sent.
      obstacle ??= error instanceof TypeError ? unverifiable(interaction, error) : error;
      return refusal;
    }
  };
  const place = relay.open(answering);
  try {
    const json = await verifier
      .verify(interaction.pact, place.baseUrl, `${place.baseUrl}${statePath}`)
      .catch((error: unknown) => {
        // The first obstacle is more specific than the verifier's error. A RangeError means that the pact is nested too
        // deeply to be sent to the verifier.
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

/** Whether to read the client before and after a change. Pact sees only the answer to a change, but not its effect. */
function isWatched(interaction: Interaction, { areSetUp }: ProviderStates): boolean {
  const { operation, status, states } = interaction;
  const { writes, success } = operations[operation];
  const isAChange = writes === 'a client' && status === success;
  const hasRecord = states.some(({ params }) => params.record !== undefined);
  return isOfTheDocuments(interaction) && areSetUp && isAChange && hasRecord;
}

/**
 * Makes a change, and reads the client before and after it. A client is read by an empty change, which may have side
 * effects in a faulty provider. So the state is set up again before the real change, perhaps with another identifier.
 * @returns the answer, and the change with its controls; no change if the client cannot be read
 * @throws {Undecidable} if a state cannot be set up again, or no answer arrives
 */
async function watchedChange(
  call: Call,
  { states: needed }: Interaction,
  session: Session,
  states: ProviderStates,
) {
  const first = decodeURIComponent(call.path.slice(call.path.lastIndexOf('/') + 1));
  let client = first;
  const send = async (body: string): Promise<ClientReading> => {
    const { path } = updateClient(client, '');
    return clientReadingOf(await session.send({ ...call, path, body }, 'member'), client);
  };
  const reading = await send(emptyPatch);
  for (const state of needed) {
    const { clientId } = await states.setUp(state, session);
    if (typeof clientId === 'string') client = clientId;
  }
  // If the reading is of another client, only that is reported.
  const record = reading.isOfAnother ? {} : reading.record;
  // Setting up the state again may give the client another identifier, which is not a change of its record.
  const before = client === first || record?.id === undefined ? record : { ...record, id: client };
  const observed = async (body: string): Promise<ObservedChange> => {
    const answer = await send(body);
    return { client, body: JSON.parse(body), before: before ?? {}, answer, after: await send(emptyPatch) };
  };
  const change = await observed(call.body ?? emptyPatch);
  const { reply } = change.answer;
  // A closed client can neither be read nor changed.
  if (before === undefined && !isSuccess(reply)) return { reply, changes: [] };
  const controls: ObservedChange[] = [];
  // Controls show whether the provider refuses the values or the fields: a change to the present value of a field must
  // be accepted.
  if (valueRefusals.includes(reply.status))
    for (const field of Object.keys(patchOf(change)))
      controls.push(await observed(JSON.stringify({ [field]: change.before[field] })));
  return { reply, changes: withRelatedChanges(session.specification, [change, ...controls]) };
}

/**
 * Whether a caller who must be refused with a certain status was refused with another. Perhaps nobody may use the
 * operation, which the control will show.
 */
function isOtherRefusal(interaction: Interaction, credentials: Credentials, { status }: Exchange): boolean {
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
 * The error for an interaction that Pact's verifier could not verify. A consumer's pact may be invalid, or too new for
 * the verifier. The verifier's message is not shown, since it may quote the pact. An error with one of the package's
 * own pacts is a fault of the suite.
 */
function unverifiable(interaction: Interaction, error: unknown): unknown {
  if (isOfTheDocuments(interaction)) return error;
  const { consumer, description } = interaction;
  const words = `Pact's verifier cannot verify '${description}' of ${consumer}, so nothing is known of it. Fix the pact.`;
  return new Undecidable('not-permitted', words);
}

/** Refuses a path of another operation, to which the values of a provider state may lead. */
function assertItsOwn({ operation, method, path }: Call, { specification }: Session): void {
  if (specification.operationAt(method, path) === operation) return;
  const words = `With the values that its state answers, the request is ${method} ${path}, which is another operation. It is not sent.`;
  throw new Undecidable('not-permitted', words);
}

/** Refuses to change a client of a live deployment that the configuration does not list. */
function assertListed({ operation, path }: Call, { target }: Session): void {
  if (operations[operation].writes !== 'a client') return;
  if (target.clients.some((client) => updateClient(client, '').path === path)) return;
  const words = `The configuration does not list this client: ${path}. List it in clients, or name a state endpoint with --state-url.`;
  throw new Undecidable('not-permitted', [words, path]);
}

/**
 * The path below the relay's base URL to which the verifier sends states. No path of the interface begins
 * like this.
 */
const statePath = '/provider-states';

/** The answer to the verifier after an error: it gives up at once on a 4xx. */
const refusal: RelayedAnswer = { status: 400, headers: {}, body: '' };

interface StateChange {
  readonly action: 'setup' | 'teardown';
  readonly state: string;
  readonly params?: ProviderState['params'];
}

/**
 * Passes a state of the verifier on to the provider. A teardown is not passed on, since `verified` always tears down at
 * the end.
 */
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
