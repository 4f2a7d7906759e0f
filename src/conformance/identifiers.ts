import { normalisedLetters } from '../http/made-up.ts';
import { memberOf } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';

export interface ShownIdentifier {
  readonly id: string;
  readonly isOfCase: boolean;
  readonly caseType?: CaseType | undefined;
}

/** Limits of the search: a target may send extremely large or deep values. */
const maxPlaces = 500_000;
const maxDepth = 32;

const maxTextLength = 2_000;
const minTextLength = 36;

const uuid = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi;

/**
 * The UUIDs in a value. First come those that the name of their member, or their link, marks as a case's; then those at
 * less depth. A deep UUID more likely belongs to something that a listed case refers to.
 */
export function identifiersIn(value: unknown, caseTypes: readonly CaseType[]): ShownIdentifier[] {
  const found = new Map<string, ShownIdentifier>();
  for (const { name, text, caseType } of textsIn(value, caseTypes)) {
    for (const { 0: id, index } of text.matchAll(uuid)) {
      const isOfCase = looksLikeCase(name, text.slice(0, index));
      addIdentifier(found, { id, isOfCase, ...(isOfCase && caseType !== undefined ? { caseType } : {}) });
    }
  }
  return casesFirst(found.values());
}

/** Keeps the first spelling: UUIDs are case-insensitive (RFC 9562, section 4). */
export function addIdentifier(known: Map<string, ShownIdentifier>, shown: ShownIdentifier): void {
  const key = shown.id.toLowerCase();
  const earlier = known.get(key);
  if (earlier === undefined || (shown.isOfCase && !earlier.isOfCase))
    known.set(key, earlier === undefined ? shown : { ...shown, id: earlier.id });
}

export function casesFirst(identifiers: Iterable<ShownIdentifier>): ShownIdentifier[] {
  return [...identifiers].sort((one, other) => Number(other.isOfCase) - Number(one.isOfCase));
}

/**
 * The order in which to try identifiers: probable cases first; then by turns one of each case type, from all parts of
 * the list.
 */
export function inTrialOrder(identifiers: readonly ShownIdentifier[]): ShownIdentifier[] {
  return [true, false].flatMap((isOfCase) => {
    const some = identifiers.filter((one) => one.isOfCase === isOfCase);
    const byType = [...Map.groupBy(some, ({ caseType }) => caseType).values()].map(spread);
    const ranked = byType.flatMap((ofType) => [...ofType.entries()]);
    return ranked.sort(([one], [other]) => one - other).map(([, shown]) => shown);
  });
}

/**
 * Reorders values so that any first few are from all over the list: the first, the last, the middle, and so
 * on (the van der Corput sequence).
 */
export function spread<Value>(values: readonly Value[]): Value[] {
  const [first, ...rest] = values;
  if (first === undefined) return [];
  const last = rest.pop();
  const ranked = rest
    .map((value, at) => ({ value, rank: reversedBits(at + 1) }))
    .sort((one, other) => one.rank - other.rank);
  return [first, ...(last === undefined ? [] : [last]), ...ranked.map(({ value }) => value)];
}

function reversedBits(number: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 32; bit += 1) reversed = reversed * 2 + ((number >>> bit) & 1);
  return reversed;
}

/**
 * Whether the name of its member, or the link that contains it, suggests that an identifier is a case's.
 * @param before - the text before the identifier, such as `https://acme.example/api/v2/cases/`
 */
function looksLikeCase(name: string, before: string): boolean {
  if (before.endsWith('/')) return /\/cases?\/$/i.test(before);
  return /^(cases?)?(ids?|uuids?|guids?|identifiers?)$|^cases?$/.test(normalisedLetters(name));
}

interface NamedText {
  readonly name: string;
  readonly text: string;
  readonly caseType: CaseType | undefined;
}

interface Part extends Omit<NamedText, 'text'> {
  readonly value: unknown;
  readonly depth: number;
}

/** The texts in a value that may hold a UUID. Member names are included, since one may be an identifier. */
function* textsIn(value: unknown, caseTypes: readonly CaseType[]): Iterable<NamedText> {
  const parts: Part[] = [{ name: '', value, depth: 0, caseType: undefined }];
  // The loop appends to `parts` while it runs.
  for (const { name, value: here, depth, caseType } of parts) {
    if (mayHoldUuid(here)) yield { name, text: here, caseType };
    if (typeof here !== 'object' || here === null || depth === maxDepth) continue;
    const type = typeNamedIn(here, caseTypes) ?? caseType;
    const isElement = Array.isArray(here);
    for (const [key, there] of Object.entries(isElement ? here.slice(0, maxPlaces) : here)) {
      if (parts.length > maxPlaces) break;
      parts.push({ name: isElement ? name : key, value: there, depth: depth + 1, caseType: type });
      if (!isElement && mayHoldUuid(key))
        yield { name: 'id', text: key, caseType: typeNamedIn(there, caseTypes) };
    }
  }
}

function mayHoldUuid(value: unknown): value is string {
  return typeof value === 'string' && value.length >= minTextLength && value.length <= maxTextLength;
}

/** The case type in an object or in one of its members, as in `{ id, attributes: { caseType } }`. */
function typeNamedIn(value: unknown, caseTypes: readonly CaseType[], isWithin = false): CaseType | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const names = Object.keys(value).slice(0, maxMembers);
  const named = names.find((name) => /^(case)?type$/.test(normalisedLetters(name)));
  const own = named === undefined ? undefined : typeNamed(caseTypes, memberOf(value, named));
  if (own !== undefined || isWithin) return own;
  for (const name of names) {
    const inner = typeNamedIn(memberOf(value, name), caseTypes, true);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const maxMembers = 100;

export function typeNamed(caseTypes: readonly CaseType[], value: unknown): CaseType | undefined {
  if (typeof value !== 'string') return undefined;
  return caseTypes.find((caseType) => plain(value) === plain(caseType));
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}
