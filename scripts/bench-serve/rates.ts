import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresPrograms, startPostgres } from '../../test/support/postgres.ts';
import { type Figure, median } from '../bench/figure.ts';
import { answerTo, changeClient, type Load, rateOf, readList, readRecord } from './load.ts';
import { type Service, startBare, startReference } from './services.ts';

type Bounds = readonly (readonly [load: Load, atLeast: number])[];

const onSqlite: Bounds = [
  [readRecord, 0.5],
  [readList, 0.15],
  [changeClient, 0.3],
];
// A reading needs two queries and a change six. Each is a round trip to a process that shares the two cores.
const onPostgres: Bounds = [
  [readRecord, 0.1],
  [readList, 0.05],
  [changeClient, 0.15],
];
const rounds = 7;

export async function rates(folder: string): Promise<Figure[]> {
  const figures = await ratesOn('SQLite', join(folder, 'cases.sqlite'), folder, onSqlite);
  if (postgresPrograms === undefined) return figures;
  const postgres = await startPostgres(postgresPrograms, { durable: true });
  try {
    return [...figures, ...(await ratesOn('PostgreSQL', await postgres.newDatabase(), folder, onPostgres))];
  } finally {
    await postgres.close();
  }
}

async function ratesOn(kind: string, database: string, folder: string, bounds: Bounds): Promise<Figure[]> {
  const reference = await startReference(database);
  const answers = join(folder, `${kind}.json`);
  const [record, list, client] = await Promise.all(
    [readRecord, readList, changeClient].map((load) => answerTo(reference.url, load)),
  );
  await writeFile(answers, JSON.stringify({ record, list, client }));
  const bare = await startBare(join(folder, `bare-${kind}.sqlite`), answers);
  try {
    const figures: Figure[] = [];
    for (const [load, atLeast] of bounds) {
      figures.push({ ...(await figureOf(load, kind, reference, bare)), bound: 1 / atLeast });
    }
    return figures;
  } finally {
    await Promise.all([reference.end(), bare.end()]);
  }
}

async function figureOf(load: Load, kind: string, reference: Service, bare: Service): Promise<Figure> {
  const pairs: [number, number][] = [];
  // The two services alternate, so that other load on the machine affects both. The first round warms them up.
  for (let round = 0; round <= rounds; round += 1) {
    pairs.push([await rateOf(reference.url, load, 2), await rateOf(bare.url, load, 2)]);
  }
  const counted = pairs.slice(1);
  const [own, other] = [0, 1].map((at) => Math.round(median(counted.map((pair) => pair[at] ?? Number.NaN))));
  return {
    what: `${load.what}, ${kind}`,
    to: 'a bare route',
    costs: counted.map(([one, other]) => [1 / one, 1 / other]),
    note: `${own?.toLocaleString('en')} and ${other?.toLocaleString('en')} requests a second`,
  };
}
