import {
  type Drift,
  type DriftDifference,
  type DriftVerdict,
  driftLine,
  type NotCompared,
} from '../regression/drift/drift.ts';
import { grouped } from '../schema/grouped.ts';
import { plural } from './words.ts';

const verdicts: Readonly<Record<DriftVerdict, string>> = {
  'document-wrong': 'The document differs: the answers keep to what was agreed.',
  'deployment-wrong':
    'The deployment is wrong, as its document says: the answers deviate from what was agreed.',
  'both-differ': 'Both differ from what was agreed: the answers keep to neither.',
  'not-shown': 'No answer shows which of them the deployment follows.',
};

export const driftReasons: Readonly<Record<NotCompared, string>> = {
  'not-usable': 'It is not OpenAPI 3.0 or 3.1, or refers to other documents.',
  'too-costly': 'It takes too much time or memory.',
};

export interface DriftEntry {
  readonly line: string;
  readonly verdict: string;
}

/** Equal entries are merged and counted, such as those of two editions of a form. */
export function driftEntries(differences: readonly DriftDifference[]): DriftEntry[] {
  const entries = differences.map((one) => ({ line: driftLine(one), verdict: verdicts[one.verdict] }));
  return grouped(entries, (one) => JSON.stringify(one)).map(([{ line, verdict }, ...others]) => ({
    line: others.length === 0 ? line : `${line} (${others.length + 1} differences)`,
    verdict,
  }));
}

/** The sentence about deviations where the served description agrees with the agreed one, if there are any. */
export function contradictionIn(drift: Exclude<Drift, { state: 'not-compared' }>): string | undefined {
  const { length } = drift.contradicting;
  if (length === 0) return undefined;
  return `The deployment deviates in ${plural(length, 'place')} where its own description says what was agreed: there, the deployment is wrong.`;
}
