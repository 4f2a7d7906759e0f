import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from '../../faults/answers.ts';
import type { Behaviour } from '../../faults/behaviour.ts';
import { startService } from '../../faults/broken-service.ts';
import type { Figure } from './figure.ts';
import { fullSales, smallRecords } from './records.ts';
import { usageOf } from './rounds.ts';

const token = 'Secret-Token-1234567890';

export async function sweep(folder: string): Promise<Figure[]> {
  const cases = Number(process.env.SWEEP ?? 100_000);
  const { baseUrl, close } = await startService(listing(cases));
  const config = join(folder, 'conformance.config.json');
  await writeFile(config, JSON.stringify({ baseUrl, tokens: { member: token }, requestsPerSecond: 10_000 }));
  const words = ['check', '--discover', 'all', '--config', config, '--report-dir', folder, '--seed', '7'];
  const started = performance.now();
  try {
    // Selects checks of cases alone: the test service below implements little else.
    const { kilobytes } = await usageOf(['src/cli/main.ts', ...words, '--only', 'getCaseData']);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    const seconds = (performance.now() - started) / 1_000;
    if (report.discovered.swept.read < cases - 40) throw new Error('Not every case was read.');
    return [
      {
        what: `the peak memory of \`check --discover all\` of ${cases.toLocaleString('en')} cases`,
        to: 'a megabyte',
        costs: [[kilobytes / 1_024, 1]],
        bound: 200,
        note: `${Math.round(cases / seconds)} cases a second, without a limit`,
      },
    ];
  } finally {
    await close();
  }
}

const pageSize = 1_000;

/** A list of cases, and their records. The behaviour answers every request itself. */
function listing(cases: number): Behaviour {
  const records = [...fullSales(20), ...smallRecords(180)].map((line) => JSON.parse(line));
  return async ({ path, headers }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (headers.authorization !== `Bearer ${token}`) return json(401, { message: 'No.' });
    if (pathname === '/api/v2/org') return json(200, { id: 'org' });
    if (pathname === '/api/v2/cases') {
      const page = Number(searchParams.get('page') ?? 0);
      const start = page * pageSize;
      const items = Array.from({ length: Math.min(pageSize, cases - start) }, (_, at) => ({
        caseId: idOf(start + at),
      }));
      return json(200, { items, next: start + pageSize < cases ? `/api/v2/cases?page=${page + 1}` : null });
    }
    const [, id] = /^\/api\/v2\/cases\/([0-9a-f-]{36})\/data$/.exec(pathname) ?? [];
    const number = Number.parseInt(id?.slice(-12) ?? '', 16);
    if (id !== undefined && number < cases)
      return json(200, { ...records[number % records.length], caseId: id });
    return json(pathname.includes('//') ? 400 : 404, { message: 'There is nothing here.' });
  };
}

function idOf(number: number): string {
  return `3f2b7c1e-5b0a-4d52-9a59-${number.toString(16).padStart(12, '0')}`;
}
