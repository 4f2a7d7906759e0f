import { isSuccess, observes } from '../harness/assertions.ts';
import type { About, Deviating, Judgement } from '../harness/check.ts';
import type { Specification } from '../specification/specification.ts';
import {
  answersWithTheRecord,
  type BeforeAndAfter,
  judgedChange,
  keepsAddress,
  keepsFields,
  outcomeOf,
  refusesWithoutEffect,
  replacesAddress,
  showsAsDescribed,
  storesSentFields,
} from './change-rules.ts';
import type { ObservedChange } from './client-change.ts';
import { judgeOtherClient, orUndecided } from './series-rules.ts';

export interface TriedTexts {
  /** `what` is the kind of a text and completes "updateClient with …". `place` names its fields, in words. */
  readonly tried: readonly { readonly what: string; readonly place: string }[];
  readonly change: ObservedChange;
}

export const fieldsOfTexts = 'a name, a company or an address';

/** A target may refuse any text, for example for its length: the documents show no limits (interface 8). */
export function* keepsTexts(
  items: readonly (TriedTexts | BeforeAndAfter)[],
  about: About,
): Iterable<Judgement> {
  const { specification } = about;
  const tried = items.filter((item) => 'change' in item);
  const changes = tried.map(({ change }) => change);
  const ofOthers = items.flatMap((item) =>
    'change' in item ? [] : judgeOtherClient(specification, item, changes),
  );
  // A change that was made to another client is reported as that alone: its texts were not meant for this one.
  const misdirected = new Set(
    ofOthers.flatMap((one) => (one.kind === 'deviates' ? (one.finding.causedBy ?? []) : [])),
  );
  const judgements = tried
    .filter(({ change }) => !misdirected.has(change.answer.reply.number))
    .flatMap((texts) => judgedTexts(specification, texts));
  yield* orUndecided([...judgements, ...ofOthers], about, fieldsOfTexts, changes);
  yield* tried.flatMap(({ tried: texts, change }) => {
    const { reply } = change.answer;
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
    const rules = [storesSentFields, replacesAddress, keepsFields, keepsAddress, answersWithTheRecord];
    const judged = judgedChange(specification, change, ...rules);
    // An empty text may be omitted from the record, but must not become null.
    const isKept = judged.every(({ kind }) => kind !== 'deviates');
    return isKept ? [...judged, ...judgedChange(specification, change, showsAsDescribed)] : judged;
  }
  // A server error names the kinds of texts that caused it.
  return judgedChange(specification, change, refusesWithoutEffect).map((judgement) =>
    judgement.kind === 'deviates' && judgement.finding.pointer === ''
      ? withWords(judgement, ` (${inWords(tried).what})`)
      : judgement,
  );
}

function withWords(deviating: Deviating, words: string): Deviating {
  const { subject, message } = deviating.finding;
  if (subject === undefined) return deviating;
  const [one, any] = [`${subject.one}${words}`, `${subject.any}${words}`];
  const finding = { ...deviating.finding, subject: { one, any }, message: message.replace(subject.one, one) };
  return { kind: 'deviates', finding };
}
