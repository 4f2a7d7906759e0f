import { type ByKind, type Kind, type ObjectKind, ofKind, type UnionKind } from '../schema/kinds.ts';
import { type PlacedValue, placedAt, type Step, sitesOf, stepInto, type Tag, tagOf } from './sites.ts';

export type DefectName =
  | 'null for absent'
  | 'text of another type'
  | 'number of another type'
  | 'number as text'
  | 'truth of another type'
  | 'array where none is due'
  | 'object where none is due'
  | 'other letter case'
  | 'added space'
  | 'other vocabulary'
  | 'impossible date'
  | 'malformed text'
  | 'discriminator missing'
  | 'discriminator unknown'
  | 'discriminator of the wrong type'
  | 'discriminator of another form'
  | 'closed object opened'
  | 'required field missing';

export interface Defect extends PlacedValue<DefectName> {
  readonly keyword: Keyword;
}

export type Keyword = 'type' | 'enum' | 'format' | 'pattern' | 'required' | 'additionalProperties';

export function defectsOf(kind: Kind): Defect[] {
  const { choices, tags } = vocabularyOf(kind);
  return [...sitesOf(kind)].flatMap(({ steps, kind: here }) => [
    ...wrongValues(here, choices).map((wrong) => defect(steps, wrong)),
    ...wrongMembers(here, tags).map(([step, wrong]) => defect([...steps, step], wrong)),
  ]);
}

type Wrong = readonly [name: DefectName, keyword: Keyword, value: unknown];

function each(name: DefectName, keyword: Keyword, ...values: readonly unknown[]): Wrong[] {
  return values.map((value) => [name, keyword, value]);
}

function defect(steps: readonly Step[], [name, keyword, wrong]: Wrong): Defect {
  return { ...placedAt(steps, name, wrong), keyword };
}

interface Vocabulary {
  readonly choices: readonly string[];
  readonly tags: readonly string[];
}

function vocabularyOf(kind: Kind): Vocabulary {
  const kinds = [...sitesOf(kind)].map((site) => site.kind);
  return {
    choices: [...new Set(kinds.flatMap((one) => (one.kind === 'choice' ? one.values.slice(0, 1) : [])))],
    tags: [...new Set(kinds.flatMap((one) => (one.kind === 'union' ? one.tags : [])))],
  };
}

function wrongValues(kind: Kind, vocabulary: readonly string[]): readonly Wrong[] {
  return ofKind(kind, wrong, () => [], vocabulary);
}

const wrong: ByKind<readonly Wrong[], [vocabulary: readonly string[]]> = {
  text: () => otherTypes('text'),
  formatted: ({ format }) => [...otherTypes('text'), ...(malformed[format] ?? [])],
  patterned: () => [...otherTypes('text'), ...each('malformed text', 'pattern', 'ask at the office', '')],
  number: () => [...otherTypes('number'), ['number as text', 'type', '325000']],
  truth: () => otherTypes('truth'),
  choice: ({ values }, vocabulary) => [...wrongChoices(values, vocabulary), ...otherTypes('text', 'enum')],
  list: () => otherTypes('array'),
  object: () => otherTypes('object'),
  union: () => otherTypes('object'),
};

const samples = {
  text: ['text of another type', 'yes'],
  number: ['number of another type', 1],
  truth: ['truth of another type', true],
  array: ['array where none is due', ['yes']],
  object: ['object where none is due', {}],
} as const;

function otherTypes(due: keyof typeof samples, keyword: Keyword = 'type'): Wrong[] {
  const others = Object.entries(samples).filter(([type]) => type !== due);
  return [
    ['null for absent', keyword, null],
    ...others.map(([, [name, value]]): Wrong => [name, keyword, value]),
  ];
}

const malformed: Readonly<Record<string, readonly Wrong[]>> = {
  date: [
    ...each(
      'impossible date',
      'format',
      '2023-02-29',
      '2100-02-29',
      '2024-04-31',
      '2024-13-01',
      '2024-00-10',
    ),
    ...each('malformed text', 'format', '29/02/2024', '2024-2-9', '2024-02-29T00:00:00Z', ''),
  ],
  email: each('malformed text', 'format', '', 'keys', 'keys@', '@example.com', 'Keys <keys@example.com>'),
  uuid: each(
    ...(['malformed text', 'format', '', '42'] as const),
    ...['3d0c7f6e9a414b528d7c1f2e3a4b5c6d', '{3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d}'],
  ),
};

function wrongChoices(values: readonly string[], vocabulary: readonly string[]): Wrong[] {
  const others: readonly (readonly [DefectName, string])[] = [
    ...values.map((value) => ['other letter case', otherCase(value)] as const),
    ...values.map((value) => ['added space', `${value} `] as const),
    ...values.map((value) => ['added space', ` ${value}`] as const),
    ...vocabulary.map((value) => ['other vocabulary', value] as const),
  ];
  return [...new Map(others.map((one) => [one[1], one])).values()]
    .filter(([, value]) => !values.includes(value))
    .map(([name, value]) => [name, 'enum', value]);
}

function otherCase(value: string): string {
  const first = value.charAt(0);
  return `${first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()}${value.slice(1)}`;
}

function wrongMembers(kind: Kind, tags: readonly string[]): (readonly [Step, Wrong])[] {
  if (kind.kind === 'object') return [...missingMembers(kind), ...extraMembers(kind)];
  if (kind.kind !== 'union') return [];
  return [
    ...wrongTags(kind, tags),
    ...kind.branches.flatMap((branch) => missingMembers(branch.object, tagOf(kind, branch))),
  ];
}

function missingMembers(object: ObjectKind, tag?: Tag): (readonly [Step, Wrong])[] {
  return object.members
    .filter(({ name, isRequired }) => isRequired && name !== tag?.name)
    .map(({ name }) => [stepInto(object, name, tag), ['required field missing', 'required', undefined]]);
}

function extraMembers(object: ObjectKind): (readonly [Step, Wrong])[] {
  if (!object.isClosed) return [];
  const listed = object.members.map(({ name }) => name);
  const names = ['altitude', 'type', ...listed.map(otherCase)].filter((name) => !listed.includes(name));
  return names.map((name) => [stepInto(object, name), ['closed object opened', 'additionalProperties', 12]]);
}

function wrongTags(union: UnionKind, tags: readonly string[]): (readonly [Step, Wrong])[] {
  const unknown = [...union.tags.map(otherCase), ...union.tags.map((tag) => `${tag} `), '', 'other'].filter(
    (tag) => !union.tags.includes(tag),
  );
  const others = tags.filter((tag) => !union.tags.includes(tag));
  const wrong: readonly Wrong[] = [
    ['discriminator missing', 'required', undefined],
    ...each('discriminator unknown', 'enum', ...unknown),
    ...each('discriminator of the wrong type', 'enum', null, 1, true, [union.tags[0]], {}),
    ...each('discriminator of another form', 'enum', ...others),
  ];
  return wrong.map((one) => [stepInto(union, union.tag), one]);
}
