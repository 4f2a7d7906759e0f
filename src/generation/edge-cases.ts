import { type ByKind, type Kind, type ObjectKind, ofKind } from '../schema/kinds.ts';
import { type PlacedValue, placedAt, type Step, sitesOf, smallestValueOf, stepInto, tagOf } from './sites.ts';

export type EdgeCaseName =
  | 'field that nothing lists'
  | 'field of another form'
  | 'undecided value'
  | 'strange text'
  | 'strange number'
  | 'strange date'
  | 'strange identifier'
  | 'strange e-mail address'
  | 'list with nothing in it'
  | 'list with the same twice';

/** An unusual but valid value at one place. A validator that refuses it is wrong. */
export type EdgeCase = PlacedValue<EdgeCaseName>;

/**
 * @param others - kinds of other records. Their members are added to a record whose schema does not list them, so they
 * may have any value
 */
export function edgeCasesOf(kind: Kind, others: readonly Kind[]): EdgeCase[] {
  const foreign = others.flatMap(memberNames);
  return [...sitesOf(kind)].flatMap(({ steps, kind: here }) => [
    ...unusualValues(here).map((unusual) => placedAt(steps, ...unusual)),
    ...unusualMembers(here, steps.length === 0 ? foreign : []).map(([step, unusual]) =>
      placedAt([...steps, step], ...unusual),
    ),
  ]);
}

type Unusual = readonly [name: EdgeCaseName, value: unknown];

function each(name: EdgeCaseName, ...values: readonly unknown[]): Unusual[] {
  return values.map((value) => [name, value]);
}

function unusualValues(kind: Kind): readonly Unusual[] {
  return ofKind(kind, unusual, () => []);
}

const unusual: ByKind<readonly Unusual[]> = {
  text: () => each('strange text', '', ' ', 'null', 'Yes ', '2023-02-29', '£'),
  number: () => each('strange number', 0, -1, 0.001, 1e21, Number.MIN_VALUE),
  formatted: ({ format }) => unusualTexts[format] ?? [],
  anything: () => each('undecided value', null, 7, false, '', [], [null], {}, { type: null }),
  list: ({ items }) => {
    const same = smallestValueOf(items);
    return [...each('list with nothing in it', []), ...each('list with the same twice', [same, same])];
  },
};

const unusualTexts: Readonly<Record<string, readonly Unusual[]>> = {
  date: each('strange date', '0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29'),
  uuid: each(
    'strange identifier',
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    '3D0C7F6E-9A41-1B52-8D7C-1F2E3A4B5C6D',
  ),
  // Valid by RFC 5321, section 4.1.2: a quoted local part, an address literal, a domain of one label.
  email: each(
    'strange e-mail address',
    ...['"front desk"@example.com', 'keys@[192.0.2.1]', 'keys@localhost', "o'brien+x@example.com"],
  ),
};

function unusualMembers(kind: Kind, foreign: readonly string[]): (readonly [Step, Unusual])[] {
  if (kind.kind === 'object')
    return kind.isClosed ? [] : unlisted(kind, foreign, (name) => stepInto(kind, name));
  if (kind.kind !== 'union') return [];
  return kind.branches.flatMap((branch) => {
    const others = kind.branches
      .filter((other) => other !== branch)
      .flatMap(({ object }) => memberNames(object));
    const step = (name: string) => stepInto(branch.object, name, tagOf(kind, branch));
    return unlisted(branch.object, [...foreign, ...others], step);
  });
}

function unlisted(
  { members }: ObjectKind,
  foreign: readonly string[],
  step: (name: string) => Step,
): (readonly [Step, Unusual])[] {
  const listed = new Set(members.map(({ name }) => name));
  const others = [...new Set(foreign)].filter((name) => !listed.has(name));
  const holding = (names: readonly string[], unusual: Unusual) =>
    names.map((name) => [step(name), unusual] as const);
  return [
    ...holding(['unlisted', 'x-internal', ' ', 'CASEID', 'toString'], ['field that nothing lists', null]),
    ...holding(others, ['field of another form', 7]),
  ];
}

export function memberNames(kind: Kind): string[] {
  if (kind.kind === 'object') return kind.members.map(({ name }) => name);
  return kind.kind === 'union' ? kind.branches.flatMap(({ object }) => memberNames(object)) : [];
}
