import fc from 'fast-check';
import { type ByKind, type Kind, type ObjectKind, ofKind } from '../schema/kinds.ts';
import { candidatesFor, textsOfFormat } from './candidates.ts';
import { fragileDates, fragileEmails, fragileNumbersNamed, fragileTexts } from './fragile.ts';
import { hostileTexts } from './hostile.ts';
import { objectsOf } from './members.ts';
import {
  consistentObjectsNamed,
  dates,
  emails,
  numbersNamed,
  telephonesE164,
  textsNamed,
} from './realistic.ts';

/**
 * The style of generated texts. `fragile` also selects numbers, dates, e-mail addresses and list lengths that careless
 * services alter.
 */
export type TextStyle = 'realistic' | 'hostile' | 'fragile';

/** @param name - the name of the member, which selects realistic values: towns for `post_town` */
export function valuesOf(kind: Kind, style: TextStyle, name = ''): fc.Arbitrary<unknown> {
  return ofKind(kind, values, () => anything(name), style, name);
}

const values: ByKind<fc.Arbitrary<unknown>, [style: TextStyle, name: string]> = {
  text: (_, style, name) => textsOf[style](name),
  number: (_, style, name) => (style === 'fragile' ? fragileNumbersNamed(name) : numbersNamed(name)),
  truth: (kind) => fc.constantFrom(...kind.values),
  choice: (kind) => fc.constantFrom(...kind.values),
  formatted: ({ format }, style) => formatted(format, style),
  patterned: ({ pattern }) => patterned(new RegExp(pattern, 'u')),
  described: ({ schema }) => fc.constantFrom(...candidatesFor(schema)),
  list: ({ items, minItems }, style, name) =>
    fc.array(valuesOf(items, style, name), {
      minLength: style === 'fragile' ? manyElements : minItems,
      maxLength: style === 'fragile' ? manyElements : minItems + 2,
    }),
  object: objects,
  union: ({ branches }, style, name) =>
    fc.oneof(...branches.map(({ object }) => objects(object, style, name))),
};

const manyElements = 12;

const textsOf: Readonly<Record<TextStyle, (name: string) => fc.Arbitrary<string>>> = {
  ...{ hostile: () => hostileTexts(), fragile: () => fragileTexts, realistic: textsNamed },
};

function formatted(format: string, style: TextStyle): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid({ version: 4 });
    case 'email':
      return style === 'fragile' ? fragileEmails : emails;
    case 'date':
      return style === 'fragile' ? fragileDates : dates;
    default:
      return fc.constantFrom(...textsOfFormat(format));
  }
}

/** A pattern that matches telephone numbers gives telephone numbers: the documents use patterns for nothing else. */
function patterned(pattern: RegExp): fc.Arbitrary<unknown> {
  const isTelephone = fc.sample(telephonesE164, { numRuns: 1, seed: 0 }).every((one) => pattern.test(one));
  if (isTelephone) return telephonesE164;
  try {
    return fc.stringMatching(pattern);
  } catch {
    return fc.constantFrom(...candidatesFor({ type: 'string', pattern: pattern.source }));
  }
}

function anything(name: string): fc.Arbitrary<unknown> {
  if (/Upload$/.test(name)) return uploads;
  if (/^TA\d+$|^EnquiryForms$/.test(name)) return fc.constant({});
  return textsNamed(name);
}

const uploads = fc.constantFrom<unknown[]>(
  [],
  [{ id: '5a67afb4-d159-47a3-9d91-ea91a2273df9', fileName: 'Plan.pdf' }],
  [
    { id: 'e14a3d89-c792-4c16-adb5-e91e882baee5', fileName: 'Certificate 2018.pdf' },
    { id: 'c240e493-38c0-44af-b45a-786f37e4db0f', fileName: 'Letter of the council.pdf' },
  ],
);

function objects({ members }: ObjectKind, style: TextStyle, name: string): fc.Arbitrary<unknown> {
  const parts = objectsOf(
    members.map((member) => ({ ...member, arbitrary: valuesOf(member.kind, style, member.name) })),
  );
  const wholes = style === 'realistic' ? consistentObjectsNamed.get(name) : undefined;
  if (wholes === undefined) return parts;
  if (members.length === 0) return wholes;
  return fc.tuple(parts, wholes).map(([part, whole]) => {
    const there = Object.keys(part).map((member) => [member, whole[member] ?? part[member]]);
    return Object.fromEntries(there);
  });
}
