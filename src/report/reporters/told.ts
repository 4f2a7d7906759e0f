import { consumerContract } from '../../specification/requirements.ts';
import { deviatingRequirements } from '../causes.ts';
import type { Report } from '../report.ts';

/** A deviation as a line of a table, or an annotation, tells it. */
export interface Told {
  readonly requirement: string;
  /** What the documents say, and where. */
  readonly statement: string;
  readonly source: string;
  readonly message: string;
  /** The first exchange and check that show it, and how many more do. */
  readonly places: string;
}

/** What deviates and nothing accepts, each cause once. */
export function toldDeviations({ results, coverage }: Report): Told[] {
  const rows = new Map([consumerContract, ...coverage.requirements].map((row) => [row.id, row]));
  return deviatingRequirements(results).flatMap(({ requirement, causes }) => {
    const { text: statement, source } = rows.get(requirement) ?? {
      ...{ text: requirement, source: 'a check of your own' },
    };
    return causes.map(({ message, sightings }) => {
      const [first] = sightings;
      const request = first?.exchange?.request;
      const exchange = request === undefined ? '' : `${request.method} ${request.path}, `;
      const others = sightings.length === 1 ? '' : ` and ${sightings.length - 1} more`;
      return { requirement, statement, source, message, places: `${exchange}${first?.check ?? ''}${others}` };
    });
  });
}

/** What would decide what was not decided, with how many checks it would decide: the most first. */
export function undecidedByRemedy({ results }: Report): { remedy: string; checks: number }[] {
  const remedies = results
    .filter(({ verdict }) => verdict === 'inconclusive')
    .flatMap(({ remedies: [first] }) => first?.remedy ?? []);
  return [...Map.groupBy(remedies, (remedy) => remedy)]
    .map(([remedy, all]) => ({ remedy, checks: all.length }))
    .sort((one, other) => other.checks - one.checks);
}
