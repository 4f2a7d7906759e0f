import { gravities } from '../../specification/requirements.ts';
import type { ShownProblem, Summary } from '../summary.ts';
import { clipped, withShortIds } from '../words.ts';
import { dimmed, type Layout, paragraph, shortened, wrapped } from './section.ts';

/** The maximum number of problems that are explained, and of further ones that are listed. */
const explained = 10;
const listed = 20;
/** Characters; a longer witness, and longer details of a listed problem, are shortened. */
const longestWitness = 400;
const longestDetails = 160;

/** The problems by gravity, with the requests that show them. */
export function deviations({ problems, legend }: Summary, layout: Layout): string[] {
  const shown = problems.slice(0, explained);
  const others = problems.slice(explained).map((problem) => inShort(problem, layout));
  return [
    ...(legend === undefined ? [] : [dimmed(legend, 0, layout).join('\n')]),
    ...gravities.flatMap((gravity) => {
      const [first, ...rest] = shown
        .filter((problem) => problem.gravity === gravity)
        .map((problem) => explanation(problem, shown, layout));
      return first === undefined ? [] : [...paragraph(gravity.toUpperCase(), [first], layout), ...rest];
    }),
    ...paragraph('ALSO', shortened(others, listed), layout),
  ];
}

/** A statement that an earlier problem breaks, too, is not repeated. */
function explanation(problem: ShownProblem, all: readonly ShownProblem[], layout: Layout): string {
  const { number, headline, code, steps, details, also, rule, source, requirement, isOfNewChecks, findings } =
    problem;
  const [{ witness }] = findings;
  const earlier = all.find((one) => one.requirement === requirement);
  return [
    headOf(String(number), headline, layout),
    ...steps.flatMap(({ words }) => wrapped(withShortIds(words), indent, layout)),
    ...[details, also].filter((one) => one !== '').flatMap((one) => wrapped(one, indent, layout)),
    ...dimmed(
      earlier === problem || earlier === undefined
        ? `Required: ${rule}`
        : `Required as in ${earlier.number} (${source}).`,
      indent,
      layout,
    ),
    ...(witness === undefined
      ? []
      : dimmed(
          `Smallest record that shows it: ${clipped(JSON.stringify(witness), longestWitness)}`,
          indent,
          layout,
        )),
    ...(isOfNewChecks
      ? dimmed('Only checks show it that are new since the lock or baseline.', indent, layout)
      : []),
    ...dimmed(code, indent, layout),
  ].join('\n');
}

/** A further problem: what happened, where, and what is allowed. */
function inShort({ number, headline, code, steps, details }: ShownProblem, layout: Layout): string {
  const where = steps.map(({ words }) => words).join(', ');
  const shown = [where, clipped(details, longestDetails)].filter((one) => one !== '').join('. ');
  return [
    headOf(String(number), `${headline} (${code})`, layout),
    ...(shown === '' ? [] : wrapped(withShortIds(shown), indent, layout)),
  ].join('\n');
}

const indent = 5;

function headOf(number: string, headline: string, layout: Layout): string {
  const mark = `✗ ${number}. `;
  const [first = '', ...rest] = wrapped(headline, Math.max(mark.length, indent), layout).map((line) =>
    layout.paint('bold', line.trimStart()),
  );
  return [
    `${layout.paint('red', '✗')} ${number}. ${first}`,
    ...rest.map((line) => `${' '.repeat(indent)}${line}`),
  ].join('\n');
}
