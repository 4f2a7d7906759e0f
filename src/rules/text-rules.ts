import { alteredHazards } from '../generation/hazards.ts';
import { isSuccess, observes } from '../harness/assertions.ts';
import type { About, Deviating, Judgement } from '../harness/check.ts';
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
      : judged.map((judgement) => withHazards(judgement, change));
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

/** Two hazards and more that are altered together have one cause, which is more than any of them. */
const maxNamedHazards = 2;

/** Adds what the sent text had if the message does not say how it was altered. */
function withHazards(judgement: Judgement, change: ObservedChange): Judgement {
  if (judgement.kind !== 'deviates' || judgement.finding.kind !== 'altered') return judgement;
  const { message, pointer } = judgement.finding;
  const [sent, shown] = [patchOf(change), change.after.record].map((one) => valueAt(one, pointer));
  if (typeof sent !== 'string' || typeof shown !== 'string') return judgement;
  const had = alteredHazards(sent, shown);
  const isSaid = !/ is (another text|empty)/.test(message);
  if (isSaid || had.length === 0 || had.length > maxNamedHazards) return judgement;
  return withWords(judgement, `, sent with ${had.join(' and ')}`);
}
