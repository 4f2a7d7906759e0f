import type { Report } from '../report.ts';

export interface DeviationRow {
  readonly requirement: string;
  /** The statement of the documents, and its source. */
  readonly statement: string;
  readonly source: string;
  readonly message: string;
  /** The first exchange and check that show it, and the number of further ones. */
  readonly places: string;
}

export function deviationRows({ deviations, exchanges, statements }: Report): DeviationRow[] {
  return deviations.map(({ requirement, message, checks, sightings, exchange: place }) => {
    const { text: statement, source } = statements[requirement] ?? {
      ...{ text: requirement, source: 'a check of your own' },
    };
    const request = exchanges[place]?.request;
    const exchange = request === undefined ? '' : `${request.method} ${request.path}, `;
    const others = sightings === 1 ? '' : ` and ${sightings - 1} more`;
    return { requirement, statement, source, message, places: `${exchange}${checks[0] ?? ''}${others}` };
  });
}
