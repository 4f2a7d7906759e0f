import type { Call } from '../api/calls.ts';
import { jsonOf } from '../harness/assertions.ts';
import { percentDecoded } from '../http/percent-decoding.ts';
import type { Exchange } from '../trace/exchange.ts';

/**
 * Whether all identifiers of a list are in lists of another caller, and not all in the caller's own.
 * @param own - other lists of the same caller
 */
export function isListOfAnother(
  list: Exchange,
  ofAnother: readonly Exchange[],
  own: readonly Exchange[],
): boolean {
  const known = new Set(own.flatMap((one) => [...identifiersIn(one)]));
  const theirs = new Set(ofAnother.flatMap((one) => [...identifiersIn(one)]));
  const shown = [...identifiersIn(list)];
  return shown.every((id) => theirs.has(id)) && shown.some((id) => !known.has(id));
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** UUIDs in an answer, in lower case and without hyphens, except those that the request contains. */
export function disclosedIdentifiers({ call, text, headers }: Exchange): string[] {
  const searched = [text, ...Object.values(headers)].join(' ').toLowerCase();
  const named = searched.match(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/g) ?? [];
  return [...new Set(named.map(withoutDashes))].filter((id) => !isSent(call, id));
}

function isSent({ path, query = '', body = '' }: Call, id: string): boolean {
  return holdsIdentifier(`${percentDecoded(path)} ${percentDecoded(query)} ${body}`, id);
}

export function holdsIdentifier(text: string, id: string): boolean {
  return withoutDashes(text).includes(withoutDashes(id));
}

/** The pointers to texts in a value that equal the identifier, such as `/cases/0/id` with a star for the index. */
export function placesOf(id: string, value: unknown): string[] {
  const wanted = withoutDashes(id);
  return [...textsIn(value)].flatMap(([place, text]) => (withoutDashes(text) === wanted ? place : []));
}

/** @param place - as `placesOf` returns it */
export function hasTextAt(place: string, value: unknown): boolean {
  return [...textsIn(value)].some(([at]) => at === place);
}

function* textsIn(
  value: unknown,
  place = '',
  levels = maxDepth,
): Iterable<readonly [place: string, text: string]> {
  if (typeof value === 'string') yield [place, value];
  if (levels === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    yield* textsIn(member, `${place}/${Array.isArray(value) ? '*' : name}`, levels - 1);
}

const maxDepth = 32;

function withoutDashes(text: string): string {
  return text.replaceAll('-', '').toLowerCase();
}

/** The UUIDs in the items of a list. Others, such as the id of an envelope, are ignored. */
function identifiersIn(list: Exchange): ReadonlySet<string> {
  const ofItems = [...textsIn(jsonOf(list))].filter(([place]) => place.split('/').includes('*'));
  const named = ofItems.flatMap(([, text]) => text.toLowerCase().match(uuid) ?? []);
  return new Set(named.filter((id) => !isSent(list.call, id)));
}
