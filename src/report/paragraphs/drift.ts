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

const shownDifferences = 10;

const driftVerdicts: Readonly<Record<DriftVerdict, string>> = {
  'document-wrong': 'The document is wrong: the answers keep to what was agreed.',
  'deployment-wrong':
    'The deployment is wrong, as its document says: the answers deviate from what was agreed.',
  'both-differ': 'Both differ from what was agreed: the answers keep to neither.',
  'not-shown': 'No answer shows which of them is wrong.',
};

export const driftReasons: Readonly<Record<NotCompared, string>> = {
  'not-usable': 'It is no OpenAPI 3.0 or 3.1 whose references stay within it.',
  'too-costly': 'It takes too much time or memory.',
};

interface DriftEntry {
  readonly line: string;
  readonly verdict: string;
}

/** Equal entries are merged and counted, such as those of two editions of a form. */
export function driftEntries(differences: readonly DriftDifference[]): DriftEntry[] {
  const entries = differences.map((one) => ({ line: driftLine(one), verdict: driftVerdicts[one.verdict] }));
  return grouped(entries, (one) => JSON.stringify(one)).map(([{ line, verdict }, ...others]) => ({
    line: others.length === 0 ? line : `${line} (${others.length + 1} differences)`,
    verdict,
  }));
}

/**
 * The paragraph on drift: how the served description differs from the agreed one, and which of the two the answers
 * follow.
 */
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
