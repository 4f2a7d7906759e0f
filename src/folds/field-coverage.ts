import type { Kind } from '../schema/kinds.ts';
import { memoised } from '../schema/memoised.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';

/**
 * How often each part of case records was seen. Parts are shapes, editions of a form, fields, and values of
 * fields with few values. The name of a part is like `Sale TA6_4th /TA6/listingGrade 'grade II'`.
 */
export interface FieldCoverage {
  /** The number of records in which the part is valid, by name. */
  readonly valid: Readonly<Record<string, number>>;
  /** The number of records in which the part is invalid, by name. */
  readonly invalid: Readonly<Record<string, number>>;
}

interface Part {
  readonly name?: string;
  /**
   * Set if the part includes all parts below it, such as the case type `Sale` or the form edition `TA6_4th`.
   */
  readonly isBranch?: true;
  readonly found: (value: unknown) => readonly (readonly [end: string, inner: unknown])[];
  readonly below?: Within;
}

/**
 * A kind of value, the branches that lead to it (such as `Sale`, `TA6_4th`), and its pointer in the
 * description.
 */
type Within = readonly [kind: Kind, branches: readonly string[], pattern: string];

const partsOf = memoised(partsWithin);

function partsWithin([kind, branches, pattern]: Within): Part[] {
  const place = [...branches, pattern].join(' ');
  switch (kind.kind) {
    case 'choice':
    case 'truth':
      return kind.values.map((one) => ({
        name: `${place} '${one}'`,
        found: (value) => (value === one ? [['', value]] : []),
      }));
    case 'list':
      return [
        {
          found: (value) => (Array.isArray(value) ? value.map((item, index) => [`/${index}`, item]) : []),
          below: [kind.items, branches, `${pattern}/*`],
        },
      ];
    case 'object':
      return kind.members.map(({ name, kind: member }) => ({
        name: `${place}${childPointer('', name)}`,
        found: (value) => {
          const inner = memberOf(value, name);
          return inner === undefined ? [] : [[childPointer('', name), inner]];
        },
        below: [member, branches, childPointer(pattern, name)],
      }));
    case 'union':
      return kind.branches.map(({ value: tag, object }) => {
        // The tag, such as `caseType`, is not a part of its own: the name of the branch is its value.
        const members = object.members.filter(({ name }) => name !== kind.tag);
        return {
          name: [...branches, tag].join(' '),
          isBranch: true,
          found: (value) => (memberOf(value, kind.tag) === tag ? [['', value]] : []),
          below: [{ ...object, members }, [...branches, tag], pattern],
        };
      });
    default:
      return [];
  }
}

function* namesIn(within: Within): Generator<string> {
  for (const { name, below } of partsOf(within)) {
    if (name !== undefined) yield name;
    if (below !== undefined) yield* namesIn(below);
  }
}

interface Sight {
  readonly name: string;
  readonly isBranch: boolean;
  readonly pointer: string;
}

function* sightsIn(within: Within, value: unknown, pointer: string): Generator<Sight> {
  for (const { name, isBranch = false, found, below } of partsOf(within)) {
    for (const [end, inner] of found(value)) {
      if (name !== undefined) yield { name, isBranch, pointer: pointer + end };
      if (below !== undefined) yield* sightsIn(below, inner, pointer + end);
    }
  }
}

const withinRecord = ({ kindNamed }: Specification): Within => [kindNamed('CaseRecord'), [], ''];
const recordsOf = ({ derive }: Specification): Within => derive(withinRecord);

export function coverable(specification: Specification): readonly string[] {
  return specification.derive(allNames);
}

function allNames(specification: Specification): readonly string[] {
  return [...namesIn(recordsOf(specification))];
}

export type FieldCounts = ReturnType<typeof openFieldCounts>;

export function openFieldCounts(specification: Specification, earlier: readonly FieldCoverage[] = []) {
  const counts = { valid: new Map<string, number>(), invalid: new Map<string, number>() };
  const count = (validity: keyof FieldCoverage, name: string, number = 1): void => {
    counts[validity].set(name, (counts[validity].get(name) ?? 0) + number);
  };
  for (const coverage of earlier)
    for (const validity of ['valid', 'invalid'] as const)
      for (const [name, number] of Object.entries(coverage[validity])) count(validity, name, number);
  const inOrder = (validity: keyof FieldCoverage): Record<string, number> =>
    Object.fromEntries(
      [...new Set([...coverable(specification), ...counts[validity].keys()])].flatMap((name) => {
        const number = counts[validity].get(name);
        return number === undefined ? [] : [[name, number]];
      }),
    );
  return {
    add(record: unknown): void {
      const sights = [...sightsIn(recordsOf(specification), record, '')];
      const wrong = wrongNames(specification, record, sights);
      // Count a part once for a record, even if several elements of a list have it.
      for (const name of new Set(sights.map((sight) => sight.name)))
        count(wrong.has(name) ? 'invalid' : 'valid', name);
    },
    coverage: (): FieldCoverage => ({ valid: inOrder('valid'), invalid: inOrder('invalid') }),
  };
}

export function fieldCoverageOf(specification: Specification, shown: Iterable<unknown>): FieldCoverage {
  const counts = openFieldCounts(specification);
  for (const record of shown) counts.add(record);
  return counts.coverage();
}

function wrongNames(
  { validate }: Specification,
  record: unknown,
  sights: readonly Sight[],
): ReadonlySet<string> {
  const wrong = validate('CaseRecord', record).map(({ pointer }) => pointer);
  if (wrong.length === 0) return new Set();
  const places = new Set(sights.map(({ pointer }) => pointer));
  const wrongPlaces = new Set(wrong.map((pointer) => listedPlace(pointer, places)));
  const isWrong = ({ pointer, isBranch }: Sight): boolean =>
    isBranch ? wrong.some((one) => `${one}/`.startsWith(`${pointer}/`)) : wrongPlaces.has(pointer);
  return new Set(sights.filter(isWrong).map(({ name }) => name));
}

function listedPlace(pointer: string, places: ReadonlySet<string>): string {
  if (pointer === '' || places.has(pointer)) return pointer;
  return listedPlace(pointer.slice(0, pointer.lastIndexOf('/')), places);
}

export function neverCovered(specification: Specification, { valid, invalid }: FieldCoverage): string[] {
  return coverable(specification).filter(
    (name) => !Object.hasOwn(valid, name) && !Object.hasOwn(invalid, name),
  );
}
