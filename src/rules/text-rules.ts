import { alteredHazards } from '../generation/hazards.ts';
import { advises, isSuccess, observes } from '../harness/assertions.ts';
import type { About, Deviating, Judgement } from '../harness/check.ts';
import { isObject } from '../schema/json.ts';
import { valueAt } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import {
  answersWithTheRecord,
  judgedChange,
  outcomeOf,
  refusesInGoodOrder,
  replacesAddress,
  showsAsDescribed,
  takesFields,
} from './change-rules.ts';
import { type ObservedChange, patchOf } from './client-change.ts';
import { orNothingToChange } from './series-rules.ts';

/** A change of texts. */
export interface TriedTexts {
  /** The kind of the texts, which continues the words "updateClient with", and the fields that contain them, in words. */
  readonly tried: readonly { readonly what: string; readonly place: string }[];
  readonly change: ObservedChange;
}

/** The fields of which at least one must be changeable, in words. */
export const fieldsOfTexts = 'a name, a company or an address';

/** Texts come back as they were sent. Which of them a target refuses is open: there may be limits (interface 8). */
export function* keepsTexts(tried: readonly TriedTexts[], about: About): Iterable<Judgement> {
  const judgements = tried.flatMap((texts) => judgedTexts(about.specification, texts));
  yield* orNothingToChange(judgements, about, fieldsOfTexts);
  yield* tried.flatMap(({ tried: texts, change }) => {
    const { reply } = change.answer;
    // Fields that are refused together might be accepted one at a time, so they count as one.
    const shown = isSuccess(reply) ? texts : [inWords(texts)];
    return shown.map(({ what, place }) =>
      observes('limits', `updateClient with ${what} in ${place}`, outcomeOf(reply)),
    );
  });
}

function inWords(texts: TriedTexts['tried']): TriedTexts['tried'][number] {
  const [what = [], place = []] = [texts.map((one) => one.what), texts.map((one) => one.place)];
  return { what: [...new Set(what)].join(', '), place: place.join(', ') };
}

function judgedTexts(specification: Specification, { tried, change }: TriedTexts): Judgement[] {
  if (isSuccess(change.answer.reply)) {
    const judged = [takesFields, replacesAddress, answersWithTheRecord].flatMap((rule) =>
      judgedChange(specification, change, rule),
    );
    // An empty text may be shown as absent, but not as null.
    const isKept = judged.every(({ kind }) => kind !== 'deviates');
    return isKept
      ? [...judged, ...judgedChange(specification, change, showsAsDescribed)]
      : judged.flatMap((judgement) => inNormalForm(judgement, change));
  }
  // Which texts the target fails on is a part of the message.
  return judgedChange(specification, change, refusesInGoodOrder).map((judgement) =>
    judgement.kind === 'deviates' && judgement.finding.pointer === ''
      ? withWords(judgement, ` (${inWords(tried).what})`)
      : judgement,
  );
}

function withWords({ finding }: Deviating, words: string): Deviating {
  return { kind: 'deviates', finding: { ...finding, message: `${finding.message}${words}` } };
}

/** Turns a text stored in a normal form into an advisory. For any other altered text, names what it had. */
function inNormalForm(judgement: Judgement, change: ObservedChange): Judgement[] {
  if (judgement.kind !== 'deviates') return [judgement];
  const { pointer, kind } = judgement.finding;
  const from = kind === 'not as read back' ? change.answer.record : patchOf(change);
  const sent = valueAt(from, pointer);
  const shown = valueAt(change.after.record, pointer);
  const forms = normalFormsOf(pointer, sent, shown);
  if (forms.length > 0)
    return forms.map(({ requirement, words }) =>
      advises(change.after.reply, requirement, `${pointer} is kept ${words}`, pointer, 'normalised'),
    );
  return [withHazards(judgement, sent, shown)];
}

/** A conversion that stores commonly apply to texts, and that keeps the meaning according to a public standard. */
interface NormalForm {
  /** The row of the register, whose source is the standard. */
  readonly requirement: string;
  /** Continues the words "is kept". */
  readonly words: string;
  /** The pointers to which it applies; absent if it applies to all. */
  readonly at?: RegExp;
  /** The possible conversions. */
  readonly makes: readonly ((text: string) => string)[];
}

const normalForms: readonly NormalForm[] = [
  {
    requirement: 'text-normalization-form',
    words: 'in the normalization form C',
    makes: [(text) => text.normalize('NFC')],
  },
  {
    requirement: 'text-outer-spaces',
    words: 'without the spaces around it',
    makes: [(text) => text.trim(), (text) => text.trimStart(), (text) => text.trimEnd()],
  },
  {
    requirement: 'text-line-breaks',
    words: 'with line feeds for other line breaks',
    makes: [(text) => text.replaceAll(/\r\n?/g, '\n')],
  },
  {
    requirement: 'email-letter-case',
    words: 'in lower case',
    at: /^\/emailAddress$/,
    makes: [(text) => text.toLowerCase(), (text) => text.replace(/^[^@]*/, (local) => local.toLowerCase())],
  },
  {
    requirement: 'postcode-form',
    words: 'as postcodes are usually written',
    at: /^\/address\/postcode$/,
    makes: [(text) => text.toUpperCase(), formattedPostcode],
  },
];

/** The rows of the register that say what a store may make of texts. */
export const rowsOfNormalForms: readonly string[] = normalForms.map(({ requirement }) => requirement);

/** The normal forms that turn the sent value into the shown one. Empty if no combination does. */
function normalFormsOf(pointer: string, sent: unknown, shown: unknown): readonly NormalForm[] {
  if (isObject(sent) && isObject(shown)) {
    const found = Object.keys({ ...sent, ...shown })
      .map((name) => [`${pointer}/${name}`, valueAt(sent, `/${name}`), valueAt(shown, `/${name}`)] as const)
      .filter(([, one, other]) => one !== other)
      .map(([at, one, other]) => normalFormsOf(at, one, other));
    return found.some((forms) => forms.length === 0) ? [] : [...new Set(found.flat())];
  }
  if (typeof sent !== 'string' || typeof shown !== 'string') return [];
  let made: readonly (readonly [text: string, by: readonly NormalForm[]])[] = [[sent, []]];
  for (const form of normalForms.filter(({ at = /./ }) => at.test(pointer))) {
    const further = made.flatMap(([text, by]) =>
      form.makes.map((make) => [make(text), [...by, form]] as const),
    );
    made = [...made, ...further];
  }
  // The first match uses the fewest forms.
  return made.find(([text]) => text === shown)?.[1] ?? [];
}

/** Two hazards and more that are altered together have one cause, which is more than any of them. */
const maxNamedHazards = 2;

/** Adds what the sent text had if the message does not say how it was altered. */
function withHazards(judgement: Deviating, sent: unknown, shown: unknown): Deviating {
  const { kind, message } = judgement.finding;
  if (kind !== 'altered' || typeof sent !== 'string' || typeof shown !== 'string') return judgement;
  const had = alteredHazards(sent, shown);
  const isSaid = !/ is (another text|empty)/.test(message);
  if (isSaid || had.length === 0 || had.length > maxNamedHazards) return judgement;
  return withWords(judgement, `, sent with ${had.join(' and ')}`);
}

/** As Royal Mail writes them: capitals, and a space before the last three. */
function formattedPostcode(text: string): string {
  const letters = text.replaceAll(' ', '').toUpperCase();
  return `${letters.slice(0, -3)} ${letters.slice(-3)}`;
}
