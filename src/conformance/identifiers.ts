import { normalisedLetters } from '../http/made-up.ts';
import { memberOf } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';

/** A UUID in the list of cases. */
export interface ShownIdentifier {
  readonly id: string;
  /** Whether the member's name, such as `caseId`, or a link says that the UUID is that of a case. */
  readonly isOfCase: boolean;
  /** The case type in the same object. */
  readonly caseType?: CaseType | undefined;
}

/** Limits of the search, since a target may send extremely large or deep values. */
const mostPlaces = 500_000;
const deepest = 32;

/** A UUID is searched for only in a text of 36 to 2,000 characters, such as a link, not in a long text. */
const longestText = 2_000;
const shortestText = 36;

const uuid = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi;

/**
 * Finds the UUIDs in a JSON value of any shape, without duplicates. UUIDs come first if a member's name or a
 * link says that they are of cases. Next, those at less depth come first: the elements of a list are more
 * likely cases than what the elements refer to.
 */
export function identifiersIn(value: unknown, caseTypes: readonly CaseType[]): ShownIdentifier[] {
  const found = new Map<string, ShownIdentifier>();
  for (const { name, text, caseType } of textsIn(value, caseTypes)) {
    for (const { 0: id, index } of text.matchAll(uuid)) {
      const isOfCase = looksLikeCase(name, text.slice(0, index));
      addTo(found, { id, isOfCase, ...(isOfCase && caseType !== undefined ? { caseType } : {}) });
    }
  }
  return casesFirst(found.values());
}

/**
 * Adds an identifier. A known one is replaced only if this one is that of a case, and keeps its spelling: UUIDs are
 * case-insensitive (RFC 9562, section 4).
 */
export function addTo(known: Map<string, ShownIdentifier>, shown: ShownIdentifier): void {
  const key = shown.id.toLowerCase();
  const earlier = known.get(key);
  if (earlier === undefined || (shown.isOfCase && !earlier.isOfCase))
    known.set(key, earlier === undefined ? shown : { ...shown, id: earlier.id });
}

/** Sorts identifiers that look like those of cases first. */
export function casesFirst(identifiers: Iterable<ShownIdentifier>): ShownIdentifier[] {
  return [...identifiers].sort((one, other) => Number(other.isOfCase) - Number(one.isOfCase));
}

/**
 * The order in which to try identifiers as cases. Likely ones come first, the case types take turns, and
 * those of one type are taken from all over the list.
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
 * Reorders values so that any first few come from all over the list: the first, the last, the middle, and so
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

/** Reverses the 32 bits of an unsigned number. */
function reversedBits(number: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 32; bit += 1) reversed = reversed * 2 + ((number >>> bit) & 1);
  return reversed;
}

/**
 * Whether an identifier is probably that of a case, by the name of its member or by the link that it is in.
 * @param before - the text before the identifier, such as `https://acme.example/api/v2/cases/`
 */
function looksLikeCase(name: string, before: string): boolean {
  if (before.endsWith('/')) return /\/cases?\/$/i.test(before);
  return /^(cases?)?(ids?|uuids?|guids?|identifiers?)$|^cases?$/.test(normalisedLetters(name));
}

/** A text in a JSON value, with the name of its member. Elements have the name of their list. */
interface NamedText {
  readonly name: string;
  readonly text: string;
  /** The case type in the same object. */
  readonly caseType: CaseType | undefined;
}

/** A list or an object within a value. */
interface Part {
  readonly name: string;
  readonly value: object;
  readonly depth: number;
  readonly caseType: CaseType | undefined;
}

/** The texts in a value, breadth first. Member names are included, since one may be an identifier. */
function* textsIn(value: unknown, caseTypes: readonly CaseType[]): Iterable<NamedText> {
  if (isLikely(value)) yield { name: '', text: value, caseType: undefined };
  if (typeof value !== 'object' || value === null) return;
  const parts: Part[] = [{ name: '', value, depth: 0, caseType: undefined }];
  let places = 0;
  // The loop appends to `parts` while it runs.
  for (const { name, value: here, depth, caseType } of parts) {
    if (depth === deepest) continue;
    const type = typeNamedIn(here, caseTypes) ?? caseType;
    for (const { name: member, value: there } of membersOf(name, here)) {
      if (places === mostPlaces) return;
      places += 1;
      if (isLikely(there)) yield { name: member, text: there, caseType: type };
      if (typeof there === 'object' && there !== null)
        parts.push({ name: member, value: there, depth: depth + 1, caseType: type });
      if (!Array.isArray(here) && isLikely(member))
        yield { name: 'id', text: member, caseType: typeNamedIn(there, caseTypes) };
    }
  }
}

function isLikely(value: unknown): value is string {
  return typeof value === 'string' && value.length >= shortestText && value.length <= longestText;
}

/** The case type in an object or in one of its members, as in `{ id, attributes: { caseType } }`. */
function typeNamedIn(value: unknown, caseTypes: readonly CaseType[], isWithin = false): CaseType | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const names = Object.keys(value).slice(0, mostBeside);
  const named = names.find((name) => /^(case)?type$/.test(normalisedLetters(name)));
  const own = named === undefined ? undefined : typeNamed(caseTypes, memberOf(value, named));
  if (own !== undefined || isWithin) return own;
  for (const name of names) {
    const inner = typeNamedIn(memberOf(value, name), caseTypes, true);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The number of members that are searched for a case type. An entry of a list has few. */
const mostBeside = 100;

export function typeNamed(caseTypes: readonly CaseType[], value: unknown): CaseType | undefined {
  if (typeof value !== 'string') return undefined;
  return caseTypes.find((caseType) => plain(value) === plain(caseType));
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}

/** Iterates over the members of an object or a list, without copying them: there may be millions. */
function* membersOf(
  name: string,
  value: object,
): Iterable<{ readonly name: string; readonly value: unknown }> {
  if (Array.isArray(value)) for (const element of value) yield { name, value: element };
  else for (const key of Object.keys(value)) yield { name: key, value: memberOf(value, key) };
}
