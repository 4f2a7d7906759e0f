import { type Drift, type DriftVerdict, driftLine, type NotCompared } from '../regression/drift/drift.ts';
import { grouped } from '../schema/grouped.ts';
import { plural } from './words.ts';

const verdicts: Readonly<Record<DriftVerdict, string>> = {
  'document-wrong': 'The document differs: the answers keep to what was agreed.',
  'deployment-wrong':
    'The deployment is wrong, as its document says: the answers deviate from what was agreed.',
  'both-differ': 'Both differ from what was agreed: the answers keep to neither.',
  'not-shown': 'No answer shows which of them the deployment follows.',
};

const reasons: Readonly<Record<NotCompared, string>> = {
  'not-usable': 'It was not compared. It is not OpenAPI 3.0 or 3.1, or refers to other documents.',
  'too-costly': 'It was not compared. It takes too much time or memory.',
};

/** How the served description differs from the agreed one, and which of the two the answers follow. */
export interface DriftEntry {
  readonly line: string;
  /** Undefined if the line is a sentence of its own. */
  readonly verdict?: string;
}

/** Equal entries are merged and counted, such as those of two editions of a form. */
export function driftEntries(drift: Drift): DriftEntry[] {
  if (drift.state === 'not-compared') return [{ line: reasons[drift.reason] }];
  const entries = (drift.state === 'none' ? [] : drift.differences).map((one) => ({
    line: driftLine(one),
    verdict: verdicts[one.verdict],
  }));
  const { length } = drift.contradicting;
  return [
    ...(length === 0
      ? []
      : [
          {
            line: `The service breaks its own description, too: in ${plural(length, 'place')}, /api/v2/doc says what the interface says, but the answers deviate.`,
          },
        ]),
    ...grouped(entries, (one) => JSON.stringify(one)).map(([{ line, verdict }, ...others]) => ({
      line: others.length === 0 ? line : `${line} (${others.length + 1} differences)`,
      verdict,
    })),
  ];
}
