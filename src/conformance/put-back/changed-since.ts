import { isDeepStrictEqual } from 'node:util';
import { type ClientRecord, changeableFields } from '../../rules/client-record.ts';
import { isRestored } from '../../rules/restorable.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import type { ClientState } from './client-state.ts';

/**
 * Fields that show neither the original value nor one that the run sent: somebody else may have changed them since, or
 * the target does not show what it stores.
 * @param shown - the client as it is now
 * @param all - every client of the run, since a change may have landed on a different client than intended
 */
export function fieldsChangedSince(
  specification: Specification,
  { record }: ClientState,
  shown: ClientRecord,
  all: readonly ClientState[],
): string[] {
  return changeableFields(specification).filter((field) => {
    if (isRestored(specification, field, record, shown)) return false;
    const known = [memberOf(record, field), ...all.flatMap(({ sent }) => sent[field] ?? [])];
    const now = memberOf(shown, field);
    return isObject(now) ? !isMadeOf(now, known) : !isOneOf(now, known);
  });
}

/** Whether each line of an address is one of the known ones, or empty: a run also sends addresses with fewer lines. */
function isMadeOf(address: object, known: readonly unknown[]): boolean {
  return Object.entries(address).every(([line, text]) => {
    const lines = known.map((one) => memberOf(one, line));
    return essence(text) === '' || isOneOf(text, lines);
  });
}

/** Whether a value is one of the known ones, allowing for the usual normalisation of texts by services. */
function isOneOf(value: unknown, known: readonly unknown[]): boolean {
  return known.some((one) => isDeepStrictEqual(one, value) || isCutFrom(essence(value), essence(one)));
}

/** A text without letter case, spaces and punctuation, which services may change; for other values, their JSON. */
function essence(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A truncated text still counts as the same, but not if only a letter or two are left. */
const shortestCut = 3;

function isCutFrom(shown: string, sent: string): boolean {
  return shown === sent || (shown.length >= shortestCut && sent.startsWith(shown));
}
