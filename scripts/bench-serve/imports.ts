import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { recordStream } from '../../src/generation/records.ts';
import { postgresPrograms, startPostgres } from '../../test/support/postgres.ts';
import type { Figure } from '../bench/figure.ts';
import { node, reportingUsage, usageIn } from '../bench/rounds.ts';

const program = 'src/cli/main.ts';
const organisation = '5cca23cd-d5f9-4008-b0b0-61ad90208af8';

export async function imports(folder: string): Promise<Figure[]> {
  const count = Number(process.env.IMPORT ?? 100_000);
  const own = join(folder, 'organisation.ndjson');
  const entry = { kind: 'organisation', record: { id: organisation, subDomain: 'acme' } };
  writeFileSync(own, JSON.stringify(entry));
  const cases = join(folder, 'cases.ndjson');
  writeCases(cases, count);
  const perSecond = (milliseconds: number) => Math.round((1_000 * count) / milliseconds).toLocaleString('en');
  const figureOn = (kind: string, database: string): Figure => {
    node([program, 'import', '--database', database, own]);
    const words = ['import', '--database', database, '--cases-of', 'acme', cases];
    const { milliseconds, stderr } = node([...reportingUsage, program, ...words]);
    const { processorMilliseconds, kilobytes } = usageIn(stderr);
    return {
      what: `\`import\` of ${count.toLocaleString('en')} generated Sale records, ${kind}`,
      to: 'ten minutes for a million',
      costs: [[milliseconds, count * 0.6]],
      bound: 1,
      note: `${perSecond(milliseconds)} a second, ${perSecond(processorMilliseconds)} in a second of the processor, ${Math.round(kilobytes / 1_024)} MB`,
    };
  };
  const figures = [figureOn('SQLite', join(folder, 'imported.sqlite'))];
  if (postgresPrograms === undefined) return figures;
  const postgres = await startPostgres(postgresPrograms, { durable: true });
  try {
    return [...figures, figureOn('PostgreSQL', await postgres.newDatabase())];
  } finally {
    await postgres.close();
  }
}

function writeCases(file: string, count: number): void {
  const descriptor = openSync(file, 'w');
  let left = count;
  for (const record of recordStream({ type: 'Sale' }, 7)) {
    writeSync(descriptor, `${JSON.stringify(record)}\n`);
    left -= 1;
    if (left === 0) break;
  }
  closeSync(descriptor);
}
