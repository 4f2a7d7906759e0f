import { advises, isSuccess, observes } from '../harness/assertions.ts';
import type { About, Deviating, Judgement } from '../harness/check.ts';
import { isObject } from '../schema/json.ts';
import { valueAt } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import {
  answersWithTheRecord,
  outcomeOf,
  refusesInGoodOrder,
  replacesAddress,
  takesFields,
} from './change-rules.ts';
import { type ObservedChange, type Patch, patchOf } from './client-change.ts';
import { orNothingToChange } from './series-rules.ts';

/** A change of texts. */
export interface TriedTexts {
  /** Continues the words "updateClient with". */
  readonly id: string;
  /** Where in a client the texts stand, in words. */
  readonly places: readonly string[];
  readonly change: ObservedChange;
  /** What of the change is ours: the rest is the client's, and is not told. */
  readonly ours: Patch;
}

/** What must be changeable for texts to be tried, in words. */
export const fieldsOfTexts = 'a name, a company or an address';

/** Texts come back as they were sent. Which of them a target refuses is open: there may be limits (interface 8). */
export function* keepsTexts(tried: readonly TriedTexts[], about: About): Iterable<Judgement> {
  const judgements = tried.flatMap((texts) => judgedTexts(about.specification, texts));
  yield* orNothingToChange(judgements, about, fieldsOfTexts);
  yield* tried.flatMap(({ id, places, change }) => {
    const { reply } = change.answer;
    // What is refused together may be taken apart.
    const shown = isSuccess(reply) ? places : [places.join(', ')];
    return shown.map((place) => observes('limits', `updateClient with ${id} in ${place}`, outcomeOf(reply)));
  });
}

function judgedTexts(specification: Specification, { id, change, ours }: TriedTexts): Judgement[] {
  if (isSuccess(change.answer.reply)) {
    return [takesFields, replacesAddress, answersWithTheRecord]
      .flatMap((rule) => rule(specification, change))
      .flatMap((judgement) => inNormalForm(judgement, change, ours));
  }
  return refusesInGoodOrder(specification, change).map((judgement) => withText(judgement, id));
}

/** Telling over which texts a target fails. */
function withText(judgement: Judgement, id: string): Judgement {
  if (judgement.kind !== 'deviates' || judgement.finding.pointer !== '') return judgement;
  const { finding } = judgement;
  return { ...judgement, finding: { ...finding, message: `${finding.message} (${id})` } };
}

/** A text that is kept in a normal form is an advisory, and one that is kept otherwise is told by where it differs. */
function inNormalForm(judgement: Judgement, change: ObservedChange, ours: Patch): Judgement[] {
  if (judgement.kind !== 'deviates') return [judgement];
  const { pointer, kind } = judgement.finding;
  const from = kind === 'not as read back' ? change.answer.record : patchOf(change);
  const sent = valueAt(from, pointer);
  const shown = valueAt(change.after.record, pointer);
  const forms = normalFormsOf(pointer, sent, shown);
  if (forms.length > 0) return forms.map((form) => advice(change.after.reply, pointer, form));
  return [withPlace(judgement, valueAt(ours, pointer), shown)];
}

/** What sensible stores make of texts, of which a public standard says that it means the same. */
interface NormalForm {
  /** The row of the register, whose source is the standard. */
  readonly requirement: string;
  /** Continues the words "is kept". */
  readonly words: string;
  /** Of which texts; of all, where it is not said. */
  readonly at?: RegExp;
  /** One of these. */
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

function advice(reply: Exchange, pointer: string, { requirement, words }: NormalForm): Judgement {
  return advises(reply, requirement, `${pointer} is kept ${words}`, pointer, 'normalised');
}

/** Which normal forms make what is shown of what was sent; none, where they do not. */
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
  // The shortest way there says no more than is needed.
  return made.find(([text]) => text === shown)?.[1] ?? [];
}

/** Telling where a text of ours begins to differ; what stands there instead is the target's. */
function withPlace(judgement: Deviating, sent: unknown, shown: unknown): Deviating {
  if (judgement.finding.kind !== 'altered' || typeof sent !== 'string' || typeof shown !== 'string')
    return judgement;
  if (sent.startsWith(shown)) return judgement;
  const place = [...sent].findIndex((character, index) => character !== [...shown][index]);
  const word = wordAt([...sent], place < 0 ? 0 : place);
  const message = `${judgement.finding.message}, from ${JSON.stringify(word)} on`;
  return { ...judgement, finding: { ...judgement.finding, message } };
}

/** So much of a long word is told. */
const longestWord = 20;

function wordAt(characters: readonly string[], place: number): string {
  const start = characters.lastIndexOf(' ', place) + 1;
  const end = characters.indexOf(' ', place + 1);
  return characters
    .slice(Math.max(start, place - longestWord), end < 0 ? undefined : end)
    .slice(0, longestWord)
    .join('');
}

/** As Royal Mail writes them: capitals, and a space before the last three. */
function formattedPostcode(text: string): string {
  const letters = text.replaceAll(' ', '').toUpperCase();
  return `${letters.slice(0, -3)} ${letters.slice(-3)}`;
}
