import { updateClient } from '../../api/calls.ts';
import { type Clock, realClock } from '../../http/clock.ts';
import { is2xx } from '../../http/status.ts';
import type { ClientRecord } from '../../rules/client-record.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import type { Exchanges } from '../exchanges.ts';
import { readOwn } from './client-call.ts';
import { type ClientState, mustSettle, originalsOfDiffering, originalsOfSent } from './client-state.ts';
import { type Clients, openClients } from './clients.ts';

export type PutBack =
  /** `inOwnForm`: fields that show the original value in the target's own form, such as in lower case. */
  | { readonly kind: 'put-back'; readonly client: string; readonly inOwnForm?: readonly string[] }
  /**
   * The client shows its original values, but never showed a value that was sent to these fields. The target
   * may mask them, so the values that it stores may be different.
   */
  | { readonly kind: 'not-verified'; readonly client: string; readonly fields: readonly string[] }
  /**
   * `message` says why, without a full stop. `isUnread`: the client could not be read, so its state is
   * unknown.
   */
  | {
      readonly kind: 'left-changed';
      readonly client: string;
      readonly message: string;
      readonly isUnread?: true;
    };

export interface PutBackOptions {
  readonly specification: Specification;
  readonly exchanges: Pick<Exchanges, 'send'>;
  /** Milliseconds for which a restored client must not change. Needed if a request may still take effect. */
  readonly settleMs: number;
  readonly onSettling?: ((settleMs: number) => void) | undefined;
  /**
   * Called before hidden fields are overwritten. Afterwards they look restored, and a later process could not
   * know that the stored values may be lost.
   */
  readonly onHidden?: (client: string, fields: readonly string[]) => Promise<void>;
  /** The clock for the settling time. Default: `realClock`. */
  readonly clock?: Clock | undefined;
}

interface Tools extends PutBackOptions {
  readonly clients: Clients;
  readonly clock: Clock;
}

/**
 * Restores clients as far as the interface can, and reads them back. Fields that the run sent are always sent back,
 * since a reading that shows the original value may be stale. If a request may still take effect, clients are watched
 * for the settling time. Safe to call again.
 */
export async function putBackAll(
  states: readonly ClientState[],
  options: PutBackOptions,
): Promise<PutBack[]> {
  const clients = openClients(options.specification, states);
  const tools = { ...options, clients, clock: options.clock ?? realClock };
  const isUntouched = states.every(({ sent }) => Object.keys(sent).length === 0);
  const isTrusted = isUntouched || states.some(({ isShownExactly }) => isShownExactly);
  for (const { client } of states)
    await clients.apply(client, isTrusted ? { kind: 'shown-exactly', fields: [] } : { kind: 'unsettled' });
  // Two passes: restoring one client may change another on a faulty target. The second pass normally only
  // reads.
  for (const isFirst of [true, false]) {
    for (const { client } of states) await guarded(client, tools, () => putBack(client, isFirst, tools));
  }
  await settle(tools);
  return clients.all().map((state) => outcomeOf(options.specification, state));
}

/** Catches any error, even a bug in the suite: the other clients must still be restored. */
async function guarded(client: string, { clients }: Tools, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const isSilent = error instanceof Undecidable;
    await clients.apply(
      client,
      isSilent
        ? { kind: 'not-read', why: lowerCased(error.message.replace(/\.$/, '')), isAnswered: false }
        : { kind: 'given-up', why: 'case-conformance itself broke while it put it back' },
    );
  }
}

async function putBack(client: string, isFirst: boolean, tools: Tools): Promise<void> {
  const { specification, clients } = tools;
  const differing = (): ClientRecord => originalsOfDiffering(specification, clients.of(client));
  // Read again before overwriting: a field that looked masked may just have come from a stale reading.
  if (isFirst && clients.of(client).shownOtherwise.length > 0)
    await guarded(client, tools, () => read(client, tools));
  if (isFirst) await send(client, originalsOfSent(specification, clients.of(client)), tools);
  if (!(await read(client, tools))) return;
  let isTaken = true;
  // Send all fields together, then each alone: one value that the target refuses must not block the others.
  for (const inParts of [(fields: ClientRecord) => [fields], oneByOne]) {
    const left = differing();
    if (isEmpty(left)) return;
    for (const part of inParts(left)) isTaken = await send(client, part, tools);
    if (!(await read(client, tools))) return;
  }
  // The target accepted the values but does not show them yet.
  if (isTaken && !isEmpty(differing())) await clients.apply(client, { kind: 'unsettled' });
}

async function read(
  client: string,
  { specification, exchanges, clients, clock, onHidden }: Tools,
): Promise<boolean> {
  const at = clock.now();
  const known = clients.of(client).hidden.length;
  const reading = await readOwn(specification, client, (call) => exchanges.send(call, 'member'));
  await clients.apply(
    client,
    reading.kind === 'own'
      ? { kind: 'read-back', record: reading.record, at }
      : { kind: 'not-read', why: lowerCased(reading.why), isAnswered: true },
  );
  const { hidden } = clients.of(client);
  if (hidden.length > known) await onHidden?.(client, hidden);
  return reading.kind === 'own';
}

/**
 * Sends fields to the client, unless there are none. Only a later reading shows whether they took effect.
 * @returns whether the target accepted them, or did not answer
 */
async function send(client: string, fields: ClientRecord, { exchanges }: Tools): Promise<boolean> {
  if (isEmpty(fields)) return true;
  try {
    const { status } = await exchanges.send(updateClient(client, JSON.stringify(fields)), 'member');
    return is2xx(status);
  } catch (error) {
    if (error instanceof Undecidable) return true;
    throw error;
  }
}

const readingsWhileSettling = 15;
const minPauseMs = 500;

const maxSettlings = 3;

/**
 * Reads clients that a late request may still change, until each has stayed restored for the settling time.
 * Restores a client again if it changes.
 */
async function settle(tools: Tools): Promise<void> {
  const { clients, clock, settleMs, onSettling } = tools;
  for (const { client } of clients.all()) await clients.apply(client, { kind: 'watched' });
  const unsettled = (): ClientState[] => clients.all().filter((state) => mustSettle(state, settleMs));
  if (settleMs > 0 && unsettled().length > 0) onSettling?.(settleMs);
  const end = clock.now() + maxSettlings * settleMs;
  const pauseMs = Math.max(Math.min(minPauseMs, settleMs), settleMs / readingsWhileSettling);
  while (true) {
    for (const { client } of unsettled()) await guarded(client, tools, () => watch(client, tools));
    if (unsettled().length === 0) return;
    if (clock.now() >= end) break;
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
  }
  const why = `it did not stay as it was for ${settleMs / 1000} seconds`;
  const restless = unsettled().filter(({ found }) => found.kind === 'restored');
  for (const { client } of restless) await clients.apply(client, { kind: 'given-up', why });
}

async function watch(client: string, tools: Tools): Promise<void> {
  const { specification, clients } = tools;
  if (!(await read(client, tools))) return;
  const state = clients.of(client);
  if (state.found.kind === 'restored') return;
  const again = { ...originalsOfSent(specification, state), ...originalsOfDiffering(specification, state) };
  await send(client, again, tools);
}

function outcomeOf(specification: Specification, state: ClientState): PutBack {
  const { client, found, isShownExactly, shownOtherwise, hidden } = state;
  if (found.kind === 'unread') return { kind: 'left-changed', client, message: found.why, isUnread: true };
  if (found.kind === 'changed') return { kind: 'left-changed', client, message: found.why };
  const fields = [...new Set([...shownOtherwise, ...(isShownExactly ? [] : hidden)])];
  if (fields.length > 0) return { kind: 'not-verified', client, fields };
  const inOwnForm = found.kind === 'restored' ? Object.keys(originalsOfDiffering(specification, state)) : [];
  return { kind: 'put-back', client, ...(inOwnForm.length === 0 ? {} : { inOwnForm }) };
}

function isEmpty(fields: ClientRecord): boolean {
  return Object.keys(fields).length === 0;
}

function oneByOne(fields: ClientRecord): ClientRecord[] {
  return Object.entries(fields).map(([field, value]) => ({ [field]: value }));
}

function lowerCased(text: string): string {
  return text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
