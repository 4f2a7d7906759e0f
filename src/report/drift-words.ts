import type {
  Drift,
  DriftChange,
  DriftDifference,
  DriftVerdict,
  NotCompared,
} from '../regression/drift/drift.ts';
import { grouped } from '../schema/grouped.ts';
import type { Entry } from './document.ts';
import { few } from './words.ts';

const verdicts: Readonly<Record<DriftVerdict, string>> = {
  'deployment-wrong': 'The service is wrong, and its description says the same',
  'both-differ': 'The service answers neither as agreed nor as described',
  'document-wrong': 'The description differs, but the service answers as agreed',
  'not-shown': 'The description differs, and no answer shows which of the two the service follows',
};

const reasons: Readonly<Record<NotCompared, string>> = {
  'not-usable': 'Not compared: it is not OpenAPI 3.0, 3.1 or 3.2, or refers to other documents',
  'too-costly': 'Not compared: it takes too much time or memory',
};

const maxNamed = 5;

export function driftEntries(drift: Drift, problemOf: (fingerprint: string) => number | undefined): Entry[] {
  if (drift.state === 'not-compared') return [{ words: `${reasons[drift.reason]}.` }];
  const differences = drift.state === 'none' ? [] : drift.differences;
  const problems = new Set(drift.contradicting.flatMap((one) => problemOf(one) ?? []));
  const contradicted = [...problems].sort((one, other) => one - other).map(String);
  const own = `The service breaks not only the interface, but also its own description: problem${contradicted.length === 1 ? '' : 's'} ${few(contradicted, maxNamed)}.`;
  return [
    ...(contradicted.length === 0 ? [] : [{ words: own }]),
    ...(Object.keys(verdicts) as DriftVerdict[]).flatMap((verdict) => {
      const some = differences.filter((one) => one.verdict === verdict);
      const ofOperations = grouped(some, ({ operation = '' }) => operation);
      const places = grouped(ofOperations, differenceInWords).map((alike) => {
        const operations = alike.map(([{ operation = '' }]) => operation);
        return [few(operations, operations.length), differenceInWords(alike[0])].filter(Boolean).join(': ');
      });
      if (places.length === 0) return [];
      return [{ words: `${verdicts[verdict]}:`, details: [`${few(places, maxNamed)}.`], names: places }];
    }),
  ];
}

/** The difference from the agreed description. */
const changes: Readonly<Record<DriftChange, string>> = {
  ...{ added: 'additional', removed: 'missing', narrowed: 'stricter', widened: 'wider' },
  ...{ changed: 'different', required: 'required', optional: 'optional' },
};

function differenceInWords(differences: readonly DriftDifference[]): string {
  const parts = differences.map(({ part, pointer, keyword, change }) => {
    const place = pointer === '' ? part : `${part} ${pointer}`;
    const how = change === undefined ? '' : ` ${changes[change]}`;
    // Avoids "response (response)".
    const isOfPart = keyword === 'paths' || keyword.startsWith(part.replace(/ .*$/, ''));
    return isOfPart ? `${place}${how}` : `${place} (${keyword}${how})`;
  });
  return few([...new Set(parts)], maxNamed);
}
