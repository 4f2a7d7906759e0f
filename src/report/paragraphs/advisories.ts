import { counts } from '../../acceptance/added-checks.ts';
import { printable } from '../printable.ts';
import type { Report } from '../report.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

/** So many are written out. */
const shownAdvisories = 10;

/** What public standards say of the answers, once for each requirement and message, and where they say it. */
export function advisories(
  { results, exchanges, statements }: Pick<Report, 'results' | 'exchanges' | 'statements'>,
  paint: Paint,
): string[] {
  const shown = results.filter(counts).flatMap(({ id, advisories: found = [] }) =>
    found.map(({ requirement, message, exchange: place }) => ({
      id,
      requirement,
      message,
      exchange: exchanges[place],
    })),
  );
  const groups = Map.groupBy(shown, ({ requirement, message }) => JSON.stringify([requirement, message]));
  const entries = [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const { requirement, message, exchange } = first;
    const times = alike.length === 1 ? '' : `, ${alike.length} times`;
    const place =
      exchange === undefined ? '' : `, ${exchange.request.method} ${exchange.request.path}${times}`;
    const details = `${requirement}, said in ${statements[requirement]?.source ?? 'a check of your own'}${place}`;
    return [
      `  ${paint('yellow', '~')} ${printable(message)}.\n${paint('dim', `      ${printable(details)}`)}`,
    ];
  });
  if (entries.length === 0) return [];
  const heading = paint('bold', 'Advisories: the documents leave this free, but public standards do not');
  return [[heading, ...shortened(entries, shownAdvisories)].join('\n')];
}
