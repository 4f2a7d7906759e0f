import type { MadeUp } from '../http/made-up.ts';
import { personalTexts, phrasesIn, phrasesOf, readWords } from '../http/personal-texts.ts';
import { remembered } from '../schema/remembered.ts';
import type { Specification } from '../specification/specification.ts';
import { shownExchange } from '../trace/evidence.ts';
import type { Fold } from '../trace/trace.ts';

/** The personal data that a run saw, to search its outputs for. */
export interface PersonalValues {
  /**
   * Whether a text holds any of them.
   * @param own - what a report may say anyway
   */
  areIn(text: string, own: readonly string[]): boolean;
}

/** A run may read a hundred thousand records; the values of some are enough to notice a leak. */
const most = 20_000;

/** Cached by what is shown of a body, which is the same for the same body. */
const personalTextsIn = remembered(
  (shown: object, value: unknown) => [...personalTexts(value, shown)],
  (shown) => shown,
);

/** Values that the run itself made up are not personal, even if the target shows them. */
export function foldPersonalValues(specification: Specification): Fold<PersonalValues> {
  const values = new Set<string>();
  let madeUp: MadeUp | undefined;
  const seen = new WeakSet<object>();
  const areIn: PersonalValues['areIn'] = (text, own) => {
    // Splitting a report into words takes longer than writing it.
    if (values.size === 0) return false;
    const found = phrasesIn(readWords(text), phrasesOf(values));
    if (found.length === 0) return false;
    const wording = JSON.stringify(specification.requirements);
    const texts = [...(madeUp?.all.keys() ?? [])].map(String);
    const allowed = [...own, ...texts, specification.text, wording].join('\n').toLowerCase();
    const phrases = found.map((phrase) => phrase.join(' ').toLowerCase());
    const known = phrasesIn(readWords(allowed), phrasesOf(phrases)).map((phrase) => phrase.join(' '));
    return phrases.some((phrase) => !known.includes(phrase));
  };

  return {
    add: (exchange) => {
      const { call, status, body } = exchange;
      madeUp = exchange.madeUp ?? madeUp;
      // A refusal speaks of the request, and an organisation's record is of no person.
      if (status >= 300 || call.operation === 'getOrganisation') return;
      if (body.kind !== 'json' || values.size >= most) return;
      const { response: answer } = shownExchange(specification, exchange).evidence;
      const { body: shown } = answer;
      // A body that is not described as a record shows nothing.
      if (typeof shown !== 'object' || shown === null) return;
      if (seen.has(shown)) return;
      seen.add(shown);
      for (const text of personalTextsIn(shown, body.value)) {
        if (values.size >= most) return;
        values.add(text);
      }
    },
    value: () => ({ areIn }),
  };
}
