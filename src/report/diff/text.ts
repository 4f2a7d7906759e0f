import { audiences, type EffectVerdict } from '../../regression/descriptions/difference.ts';
import { grouped } from '../../schema/grouped.ts';
import { printable } from '../printable.ts';
import type { Emphasis, Paint } from '../text/section.ts';
import { plural } from '../words.ts';
import { type DiffGate, failing } from './gate.ts';
import type { DiffReport, ReportedDifference } from './report.ts';
import {
  countsInWords,
  gateInWords,
  namedDescription,
  notesOf,
  partInWords,
  witnessInWords,
  worstFirst,
} from './words.ts';

const emphases: Readonly<Record<EffectVerdict, Emphasis>> = {
  breaking: 'red',
  undecided: 'yellow',
  compatible: 'green',
};

/**
 * Renders a comparison of descriptions for a terminal: by operation and part, with the witnesses of breaking changes.
 */
export function diffText(report: DiffReport, gate: DiffGate, paint: Paint): string {
  const alike = grouped(worstFirst(report.differences), saidOf);
  const parts = [...Map.groupBy(alike, (group) => partsInWords(group.map(partInWords)))].map(
    ([part, groups]) => {
      const told = groups.map(([first]) => differenceText(first, paint));
      return [paint('bold', printable(part)), ...told].join('\n');
    },
  );
  const heads = [`Before: ${namedDescription(report.before)}`, `After: ${namedDescription(report.after)}`];
  return `${[heads.join('\n'), ...parts, summaryText(report, gate, paint)].join('\n\n')}\n`;
}

/** Everything that is reported about a difference apart from its place, as a grouping key. */
function saidOf({ message, wasDeprecated, accepted, consumers, providers }: ReportedDifference): string {
  const effects = [consumers, providers].map(({ verdict, reason, witness }) => [
    verdict,
    reason,
    witness?.body,
  ]);
  return JSON.stringify([message, wasDeprecated, accepted, effects]);
}

/** Names one or two parts. Of more, only the first and their number: many operations may use the same schema. */
function partsInWords(parts: readonly string[]): string {
  const [first = '', second] = parts;
  if (second === undefined) return first;
  return parts.length === 2
    ? `${first}; and ${second}`
    : `${first}; and ${parts.length - 1} more parts, named by --output json`;
}

function differenceText(difference: ReportedDifference, paint: Paint): string {
  const effects = audiences.flatMap((audience) => {
    const { verdict, reason, witness } = difference[audience];
    const line = `    ${audience}: ${paint(emphases[verdict], verdict)}. ${reason}`;
    if (witness === undefined) return [line];
    const { exchange, value, allowed } = witnessInWords(witness);
    const words = [exchange, value, allowed].filter((one) => one !== undefined).join(' ');
    return [line, `      ${printable(words)}`];
  });
  const { message, rule } = difference;
  const headline = `  ${printable(message)} ${paint('dim', `[${printable(rule)}]`)}`;
  const notes = notesOf(difference).map((note) => `    ${paint('dim', printable(note))}`);
  return [headline, ...notes, ...effects].join('\n');
}

function summaryText(report: DiffReport, gate: DiffGate, paint: Paint): string {
  const { differences, summary, outdated = [] } = report;
  const entries = outdated.map(({ message }) => printable(message));
  if (differences.length === 0) return [...entries, paint('green', 'No differences that matter.')].join('\n');
  const lines = audiences.map((audience) => {
    const { breaking, undecided } = summary[audience];
    const worst = breaking > 0 ? 'breaking' : undecided > 0 ? 'undecided' : 'compatible';
    return paint(emphases[worst], countsInWords(report, audience));
  });
  const isFailing = failing(report, gate).length > 0;
  return [
    `${plural(differences.length, 'difference')}.`,
    ...lines,
    ...entries,
    paint(isFailing ? 'red' : 'green', gateInWords(report, gate)),
  ].join('\n');
}
