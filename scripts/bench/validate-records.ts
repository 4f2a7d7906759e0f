import { bundled } from '../../src/specification/bundled.ts';
import type { Figure } from './figure.ts';
import { fullSales, smallRecords } from './records.ts';
import { millisecondsOf, warmCostsOf } from './rounds.ts';

const rounds = 25;

/** The cost of parsing and validating lines in memory, compared with parsing them. */
export async function validateRecords(): Promise<Figure[]> {
  return [
    figureOf('full Sale records', fullSales(2_000)),
    figureOf('small records', [...smallRecords(30_000)]),
  ];
}

function figureOf(what: string, lines: readonly string[]): Figure {
  const costs = warmCostsOf(
    rounds,
    () => millisecondsOf(() => judge(lines)),
    () => millisecondsOf(() => read(lines)),
  );
  return {
    what: `\`JSON.parse\` and \`validate\` of ${what} in memory`,
    to: '`JSON.parse` of the same lines',
    costs,
    bound: 1.5,
    note: `${Math.round(lines.join('').length / lines.length).toLocaleString('en')} characters a line`,
  };
}

function judge(lines: readonly string[]): void {
  for (const line of lines)
    if (bundled.validate('CaseRecord', JSON.parse(line)).length > 0)
      throw new Error('A valid record is refused.');
}

function read(lines: readonly string[]): void {
  for (const line of lines) JSON.parse(line);
}
