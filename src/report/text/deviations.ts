import { grouped } from '../../schema/grouped.ts';
import { gravities } from '../../specification/requirements.ts';
import { dimmed, type Layout, paragraph, wrapped } from '../document.ts';
import { checksIn } from '../problems.ts';
import type { ShownProblem, Summary } from '../summary.ts';
import { clipped, few, plural } from '../words.ts';

const explained = 15;
const listed = 15;
const maxCodes = 20;
const maxChecks = 2;
const maxWitnessLength = 400;

export function deviations({ problems, legend }: Summary, layout: Layout): string[] {
  const shown = problems.slice(0, explained + listed);
  return [
    ...(legend === undefined ? [] : [dimmed(legend, 0, layout).join('\n')]),
    ...gravities.flatMap((gravity) => {
      const some = shown.filter((problem) => problem.gravity === gravity);
      const full = some.filter(({ number }) => number <= explained).map((one) => explanation(one, layout));
      const short = some.filter(({ number }) => number > explained).map((one) => inShort(one, layout));
      const [first, ...rest] = [...full, ...(short.length === 0 ? [] : [short.join('\n')])];
      return first === undefined ? [] : [...paragraph(gravity.toUpperCase(), [first], layout), ...rest];
    }),
    ...restInWords(problems.slice(shown.length)).map((words) => wrapped(words, 0, layout).join('\n')),
  ];
}

function restInWords(rest: readonly ShownProblem[]): string[] {
  if (rest.length === 0) return [];
  const codes = grouped(rest, ({ code }) => code).map(([{ code }, ...others]) =>
    others.length === 0 ? code : `${code} (${others.length + 1})`,
  );
  return [`${plural(rest.length, 'more problem')} in the report: ${few(codes, maxCodes)}.`];
}

function explanation(problem: ShownProblem, layout: Layout): string {
  const { number, headline, code, required, findings } = problem;
  const [{ witness }] = findings;
  const aside = [
    `Required: ${required}`,
    ...(witness === undefined
      ? []
      : [`Smallest record that shows it: ${clipped(JSON.stringify(witness), maxWitnessLength)}`]),
    `${code}, found by ${few(checksIn(findings), maxChecks)}`,
  ];
  return [
    ...[headOf(number, headline, layout), ...saidOf(problem, layout)],
    ...aside.flatMap((one) => dimmed(one, indent, layout)),
  ].join('\n');
}

function inShort(problem: ShownProblem, layout: Layout): string {
  const { number, headline, code } = problem;
  return [headOf(number, `${headline} (${code})`, layout), ...saidOf(problem, layout)].join('\n');
}

function saidOf({ said }: ShownProblem, layout: Layout): string[] {
  return said.flatMap((one) => wrapped(one, indent, layout));
}

const indent = 5;

function headOf(number: number, headline: string, layout: Layout): string {
  const mark = `✗ ${number}. `;
  const [first = '', ...rest] = wrapped(headline, Math.max(mark.length, indent), layout).map((line) =>
    layout.paint('bold', line.trimStart()),
  );
  return [
    `${layout.paint('red', '✗')} ${number}. ${first}`,
    ...rest.map((line) => `${' '.repeat(indent)}${line}`),
  ].join('\n');
}
