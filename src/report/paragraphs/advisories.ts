import { advisoriesByMessage } from '../../acceptance/advisories.ts';
import type { Report } from '../report.ts';
import type { Paint } from './paint.ts';
import { entry, paragraph } from './paragraph.ts';
import { shortened } from './shortened.ts';

const shownAdvisories = 10;

/** The advisories of public standards, once for each requirement and message, with their sources. */
export function advisories(
  { results, exchanges, statements }: Pick<Report, 'results' | 'exchanges' | 'statements'>,
  paint: Paint,
): string[] {
  const entries = advisoriesByMessage(results).map((alike) => {
    const [{ requirement, message, exchange: number }] = alike;
    const exchange = exchanges[number];
    const times = alike.length === 1 ? '' : `, ${alike.length} times`;
    const place =
      exchange === undefined ? '' : `, ${exchange.request.method} ${exchange.request.path}${times}`;
    const details = `${requirement}, said in ${statements[requirement]?.source ?? 'a check of your own'}${place}`;
    return entry(`${message}.`, details, paint);
  });
  const heading = 'Advisories: the documents leave this free, but public standards do not';
  return paragraph(heading, shortened(entries, shownAdvisories), paint);
}
