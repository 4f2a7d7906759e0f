import { isDeepStrictEqual } from 'node:util';
import { type ClientRecord, changeableFields } from '../../rules/client-record.ts';
import { isRestored } from '../../rules/restorable.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import type { ChangedClient } from './journal.ts';

/**
 * The fields of a client that show neither what they were nor what the run has sent: somebody else may have changed them
 * since, or the target does not show what it is sent.
 * @param shown - the client as it is now
 * @param all - every client of the run, since a change may have landed on another than the one it was for
 */
export function fieldsChangedSince(
  specification: Specification,
  { record }: ChangedClient,
  shown: ClientRecord,
  all: readonly Pick<ChangedClient, 'history'>[],
): string[] {
  return changeableFields(specification).filter((field) => {
    if (isRestored(specification, field, record, shown)) return false;
    const known = [memberOf(record, field), ...all.flatMap(({ history }) => history.sent[field] ?? [])];
    const now = memberOf(shown, field);
    return isObject(now) ? !isMadeOf(now, known) : !isOneOf(now, known);
  });
}

/** Whether each text of an address is one of those, or gone: a run sends addresses with fewer lines, too. */
function isMadeOf(address: object, known: readonly unknown[]): boolean {
  return Object.entries(address).every(([line, text]) => {
    const lines = known.map((one) => memberOf(one, line));
    return essence(text) === '' || isOneOf(text, lines);
  });
}

/** Whether a value is one of those, but for what services do to texts. */
function isOneOf(value: unknown, known: readonly unknown[]): boolean {
  return known.some((one) => isDeepStrictEqual(one, value) || isCutFrom(essence(value), essence(one)));
}

/** A text without its case, its spaces and its signs, of which services change some; of what is no text, its JSON. */
function essence(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A text that was cut is still the text; one letter is no text. */
const shortestCut = 3;

function isCutFrom(shown: string, sent: string): boolean {
  return shown === sent || (shown.length >= shortestCut && sent.startsWith(shown));
}
