import {
  type Drift,
  type DriftDifference,
  type DriftVerdict,
  driftLine,
  type NotCompared,
} from '../../regression/drift/drift.ts';
import { grouped } from '../../schema/grouped.ts';
import { printable } from '../printable.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

/** So many differences are written out. */
const shownDifferences = 10;

/** What a difference is, in a sentence. */
const driftVerdicts: Readonly<Record<DriftVerdict, string>> = {
  'document-wrong': 'The document is wrong: the answers keep to what was agreed.',
  'deployment-wrong':
    'The deployment is wrong, as its document says: the answers deviate from what was agreed.',
  'both-differ': 'Both differ from what was agreed: the answers keep to neither.',
  'not-shown': 'No answer shows which of them is wrong.',
};

/** Why nothing was compared, in a sentence. */
export const driftReasons: Readonly<Record<NotCompared, string>> = {
  'not-usable': 'It is no OpenAPI 3.0 or 3.1 whose references stay within it.',
  'too-costly': 'It takes too much time or memory.',
};

interface DriftEntry {
  readonly line: string;
  readonly verdict: string;
}

/** Those of which the same is said, such as of two editions of a form, are one entry, with their number. */
export function driftEntries(differences: readonly DriftDifference[]): DriftEntry[] {
  const entries = differences.map((one) => ({ line: driftLine(one), verdict: driftVerdicts[one.verdict] }));
  return grouped(entries, (one) => JSON.stringify(one)).map(([{ line, verdict }, ...others]) => ({
    line: others.length === 0 ? line : `${line} (${others.length + 1} differences)`,
    verdict,
  }));
}

/** How the description that the target serves differs from the agreed one, and which of the two its answers keep to. */
export function drifted(drift: Drift | undefined, paint: Paint): string[] {
  if (drift === undefined) return [];
  if (drift.state === 'not-compared')
    return [
      `${paint('bold', 'The served description was not compared')}\n  ${paint('yellow', '~')} ${driftReasons[drift.reason]}`,
    ];
  const entries =
    drift.state === 'none'
      ? []
      : driftEntries(drift.differences).map(
          ({ line, verdict }) =>
            `  ${paint('yellow', '~')} ${printable(line)}\n${paint('dim', `      ${verdict}`)}`,
        );
  const { length } = drift.contradicting;
  const contradicted = `  The deployment deviates in ${length} ${length === 1 ? 'place' : 'places'} where its own description says what was agreed: there, the deployment is wrong.`;
  const lines = [...shortened(entries, shownDifferences), ...(length === 0 ? [] : [contradicted])];
  return lines.length === 0
    ? []
    : [[paint('bold', 'The served description, beside the agreed one'), ...lines].join('\n')];
}
