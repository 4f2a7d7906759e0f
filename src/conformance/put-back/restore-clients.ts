import { isDeepStrictEqual } from 'node:util';
import { normalisedLetters } from '../../http/made-up.ts';
import { type ClientRecord, changeableFields } from '../../rules/client-record.ts';
import { isRestored } from '../../rules/restorable.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';
import { readOwn } from './client-call.ts';
import { type ClientState, listedState } from './client-state.ts';
import type { ChangedClient } from './journal.ts';
import { type ClientEvent, nextState } from './next-state.ts';
import { type PutBack, type PutBackOptions, putBackAll } from './put-back.ts';

/**
 * Restores the clients of an interrupted run, and watches them for a while, since its requests may still take effect. A
 * value that is neither the original nor sent by the run may be somebody's work: it is overwritten only if `isForced`.
 */
export async function restoreClients(
  clients: readonly ChangedClient[],
  { isForced, ...options }: PutBackOptions & { readonly isForced: boolean },
): Promise<PutBack[]> {
  const { specification, exchanges } = options;
  const states = clients.map(({ client, isDisposable, record, events }) => {
    const history: ClientEvent[] = [{ kind: 'kept', record }, ...events, { kind: 'interrupted' }];
    const next = (state: ClientState, event: ClientEvent) => nextState(specification, state, event);
    return history.reduce(next, listedState(client, isDisposable));
  });
  const theirs = new Map<string, string>();
  for (const state of isForced ? [] : states) {
    const reading = await readOwn(specification, state.client, (call) =>
      exchanges.send(call, 'member'),
    ).catch(undecidableIn);
    // A failed reading is skipped here: `putBackAll` reads again and reports it.
    if (reading instanceof Undecidable || reading.kind !== 'own') continue;
    const fields = fieldsChangedSince(specification, state, reading.record, states);
    if (fields.length > 0) theirs.set(state.client, changedSince(fields));
  }
  const outcomes = await putBackAll(
    states.filter(({ client }) => !theirs.has(client)),
    options,
  );
  const left = [...theirs].map(([client, message]): PutBack => ({ kind: 'left-changed', client, message }));
  return [...outcomes, ...left];
}

function changedSince(fields: readonly string[]): string {
  const are = fields.length === 1 ? 'is' : 'are';
  return `${fields.join(', ')} ${are} neither as before nor as the run sent it, so somebody may have changed it since; restore --force overwrites it`;
}

/**
 * Fields that have neither the original value nor a value that the run sent. Somebody else may have changed them since,
 * or the target masks what it stores.
 * @param shown - the client's record now
 * @param all - every client of the run: a faulty target may have applied a change to the wrong one
 */
export function fieldsChangedSince(
  specification: Specification,
  { record, isDisposable }: ClientState,
  shown: ClientRecord,
  all: readonly ClientState[],
): string[] {
  return changeableFields(specification).filter((field) => {
    if (isRestored(specification, field, record, shown, isDisposable)) return false;
    const known = [memberOf(record, field), ...all.flatMap(({ sent }) => sent[field] ?? [])];
    const now = memberOf(shown, field);
    return isObject(now) ? !isMadeOf(now, known) : !isOneOf(now, known);
  });
}

/** Whether the run sent each line of the address. The lines may come from several addresses that the run sent. */
function isMadeOf(address: object, known: readonly unknown[]): boolean {
  return Object.entries(address).every(([line, text]) => {
    const lines = known.map((one) => memberOf(one, line));
    return lettersIn(text) === '' || isOneOf(text, lines);
  });
}

function isOneOf(value: unknown, known: readonly unknown[]): boolean {
  return known.some((one) => isDeepStrictEqual(one, value) || isCutFrom(lettersIn(value), lettersIn(one)));
}

function lettersIn(value: unknown): string {
  return normalisedLetters(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

/** A truncated text counts as the same if at least this many characters are left. */
const minCutLength = 3;

function isCutFrom(shown: string, sent: string): boolean {
  return shown === sent || (shown.length >= minCutLength && sent.startsWith(shown));
}
