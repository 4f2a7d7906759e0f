import { type OwnValues, withForeignWordsMasked } from '../http/made-up.ts';
import { personalTexts, phrasesIn, phrasesOf, readWords } from '../http/personal-texts.ts';
import { memoised } from '../schema/memoised.ts';
import type { Specification } from '../specification/specification.ts';
import { redactedAnswer } from '../trace/evidence.ts';
import type { Fold } from '../trace/trace.ts';

export interface PersonalValues {
  /**
   * Whether a text contains any of the personal data.
   * @param own - texts that a report may contain anyway
   */
  areIn(text: string, own: readonly string[]): boolean;
}

/** A run may read a hundred thousand records, and some values are enough to notice a leak. */
const maxValues = 20_000;

const personalTextsIn = memoised((shown: object, value: unknown) => [...personalTexts(value, shown)]);

/**
 * Collects personal data in answers. Values that the run made up are not personal, even if the target shows
 * them.
 */
export function foldPersonalValues(specification: Specification): Fold<PersonalValues> {
  const values = new Set<string>();
  let sent: OwnValues = new Map();
  const seen = new WeakSet<object>();
  const areIn: PersonalValues['areIn'] = (text, own) => {
    // Return early: splitting a report into words takes longer than writing it.
    if (values.size === 0) return false;
    const found = phrasesIn(readWords(text), phrasesOf(values));
    if (found.length === 0) return false;
    const wording = JSON.stringify(specification.requirements);
    const texts = [...sent.keys()].map(String);
    const allowed = [...own, ...texts, specification.text, wording].join('\n').toLowerCase();
    const phrases = found.map((phrase) => phrase.join(' ').toLowerCase());
    const known = phrasesIn(readWords(allowed), phrasesOf(phrases)).map((phrase) => phrase.join(' '));
    // A text that the target derived from a made-up text is not personal. It is among the values if the target
    // showed it in another field than the one it was sent in, since it is masked there.
    const isDerived = (phrase: string): boolean => withForeignWordsMasked(phrase, sent, () => '') === phrase;
    return phrases.some((phrase) => !known.includes(phrase) && !isDerived(phrase));
  };

  return {
    add: (exchange) => {
      const { call, status, body } = exchange;
      sent = exchange.madeUp?.sent ?? sent;
      // Skip refusals, which are about the request, and the organisation's record, which is not about a
      // person.
      if (status >= 300 || call.operation === 'getOrganisation') return;
      if (body.kind !== 'json' || values.size >= maxValues) return;
      const { body: shown } = redactedAnswer(exchange, specification.bodySchema(call.operation, status));
      if (typeof shown !== 'object' || shown === null) return;
      if (seen.has(shown)) return;
      seen.add(shown);
      for (const text of personalTextsIn(shown, body.value)) {
        if (values.size >= maxValues) return;
        values.add(text);
      }
    },
    value: () => ({ areIn }),
  };
}
