import { grouped } from '../../schema/grouped.ts';
import { gravities } from '../../specification/requirements.ts';
import { printable } from '../printable.ts';
import type { ShownCause, Summary } from '../summary.ts';
import { clipped, few, plural } from '../words.ts';
import { dimmed, type Layout, paragraph, shortened, wrapped } from './section.ts';

/** The maximum number of causes that are explained, and of statements whose further causes are listed in a line. */
const explained = 10;
const listed = 20;
/** Characters; a longer witness is shortened. */
const longestWitness = 400;

/** The causes by gravity, with the requests that show them. */
export function deviations({ causes }: Summary, layout: Layout): string[] {
  const shown = causes.slice(0, explained);
  const others = grouped(causes.slice(explained), ({ requirement }) => requirement).map((some) =>
    headOf(some.length === 1 ? some[0] : allOf(some), layout),
  );
  return [
    ...gravities.flatMap((gravity) => {
      const [first, ...rest] = shown
        .filter((cause) => cause.gravity === gravity)
        .map((cause) => explanation(cause, layout));
      return first === undefined ? [] : [...paragraph(gravity.toUpperCase(), [first], layout), ...rest];
    }),
    ...paragraph('ALSO', shortened(others, listed), layout),
  ];
}

function allOf(causes: readonly [ShownCause, ...ShownCause[]]): Pick<ShownCause, 'headline' | 'code'> {
  const [{ rule, requirement }] = causes;
  return { headline: `${plural(causes.length, 'cause')}: ${rule}`, code: requirement };
}

function explanation(cause: ShownCause, layout: Layout): string {
  const { steps, details, rule, places, variants, isOfNewChecks, findings } = cause;
  const { witness } = findings[0];
  const named = few(places.map((place) => place.replace(/^\//, '')));
  return [
    headOf(cause, layout),
    ...steps.flatMap(({ words }) => wrapped(withShortIds(words), 4, layout)),
    ...(details === '' ? [] : wrapped(details, 4, layout)),
    ...(places.length === 0
      ? []
      : wrapped(`${variants.length > 0 ? 'Among them:' : 'Also'} ${named}.`, 4, layout)),
    ...dimmed(rule, 4, layout),
    ...(witness === undefined
      ? []
      : dimmed(
          `Smallest record that shows it: ${clipped(JSON.stringify(witness), longestWitness)}`,
          4,
          layout,
        )),
    ...(isOfNewChecks
      ? dimmed('Only checks show it that are new since the lock or baseline.', 4, layout)
      : []),
  ].join('\n');
}

/** The headline, with the code at the end of the line if there is room for it. */
function headOf({ headline, code }: Pick<ShownCause, 'headline' | 'code'>, layout: Layout): string {
  const { paint, width } = layout;
  const lines = wrapped(headline, 2, layout);
  const last = lines.at(-1) ?? '';
  const room = width === undefined ? 2 : width - last.length - code.length;
  const end = printable(code).padStart(code.length + Math.max(room, 0));
  const [first = '', ...rest] = lines.map((line) => paint('bold', line.slice(2)));
  const head = [`${paint('red', '✗')} ${first}`, ...rest.map((line) => `  ${line}`)].join('\n');
  return room < 2 ? `${head}\n${paint('dim', `    ${printable(code)}`)}` : `${head}${paint('dim', end)}`;
}

/** The report has the whole identifiers. */
function withShortIds(words: string): string {
  return words.replaceAll(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '$1…');
}
