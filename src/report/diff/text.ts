import type { EffectVerdict } from '../../regression/descriptions/difference.ts';
import { grouped } from '../../schema/grouped.ts';
import { printable } from '../printable.ts';
import type { Emphasis, Paint } from '../text/section.ts';
import type { DiffGate } from './gate.ts';
import type { DiffReport } from './report.ts';
import { type DifferenceInWords, differencesInWords, diffInWords } from './words.ts';

const emphases: Readonly<Record<EffectVerdict, Emphasis>> = {
  breaking: 'red',
  undecided: 'yellow',
  compatible: 'green',
};

/**
 * Renders a comparison of descriptions for a terminal: by operation and part, with the witnesses of breaking changes.
 */
export function diffText(report: DiffReport, gate: DiffGate, paint: Paint): string {
  const { heads, outdated, counts, end, isFailing } = diffInWords(report, gate);
  const alike = grouped(differencesInWords(report), saidOf);
  const parts = [...Map.groupBy(alike, (group) => partsInWords(group.map(({ part }) => part)))].map(
    ([part, groups]) => {
      const told = groups.map(([first]) => differenceText(first, paint));
      return [paint('bold', printable(part)), ...told].join('\n');
    },
  );
  const summary = [
    ...counts.map(({ words, worst }) => (worst === undefined ? words : paint(emphases[worst], words))),
    ...outdated.map(printable),
    paint(isFailing ? 'red' : 'green', end),
  ];
  return `${[heads.join('\n'), ...parts, summary.join('\n')].join('\n\n')}\n`;
}

/** Everything that is reported about a difference apart from its place: many operations may use the same schema. */
function saidOf({ message, notes, effects }: DifferenceInWords): string {
  return JSON.stringify([
    ...[message, notes],
    effects.map(({ verdict, reason, proof }) => [verdict, reason, proof?.value]),
  ]);
}

/** Names one or two parts. Of more, only the first and their number: many operations may use the same schema. */
function partsInWords(parts: readonly string[]): string {
  const [first = '', second] = parts;
  if (second === undefined) return first;
  return parts.length === 2
    ? `${first}; and ${second}`
    : `${first}; and ${parts.length - 1} more parts, named by --output json`;
}

function differenceText(difference: DifferenceInWords, paint: Paint): string {
  const { message, rule, place, notes, effects } = difference;
  return [
    `  ${printable(message)} ${paint('dim', `[${printable(rule)}]`)}`,
    ...[place, ...notes]
      .filter((note) => note !== undefined)
      .map((note) => `    ${paint('dim', printable(note))}`),
    ...effects.flatMap(({ audience, verdict, reason, proof }) => {
      const line = `    ${audience}: ${paint(emphases[verdict], verdict)}. ${reason}`;
      if (proof === undefined) return [line];
      const words = [proof.exchange, proof.value, proof.allowed].filter((one) => one !== undefined);
      return [line, `      ${printable(words.join(' '))}`];
    }),
  ].join('\n');
}
