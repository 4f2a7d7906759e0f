import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { fullSales, smallRecords } from './records.ts';
import { usageOf } from './rounds.ts';

const token = 'Secret-Token-1234567890';

export async function sweep(folder: string): Promise<Figure[]> {
  const cases = Number(process.env.SWEEP ?? 100_000);
  const server = await startList(cases);
  const config = join(folder, 'conformance.config.json');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    server.closeAllConnections();
    server.close();
  }
}

const pageSize = 1_000;

async function startList(cases: number): Promise<Server> {
  const records = [...fullSales(20), ...smallRecords(180)].map((line) => ({
    ...JSON.parse(line),
    caseId: '',
  }));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, id] = /^\/api\/v2\/cases\/([0-9a-f-]{36})\/data$/.exec(pathname) ?? [];
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (request.headers.authorization !== `Bearer ${token}`) answer(401, { message: 'No.' });
    else if (pathname === '/api/v2/org') answer(200, { id: 'org' });
    else if (pathname === '/api/v2/cases') {
      const page = Number(searchParams.get('page') ?? 0);
      const start = page * pageSize;
      const items = Array.from({ length: Math.min(pageSize, cases - start) }, (_, at) => ({
        caseId: idOf(start + at),
      }));
      answer(200, { items, next: start + pageSize < cases ? `/api/v2/cases?page=${page + 1}` : null });
    } else if (id !== undefined) {
      const number = Number.parseInt(id.slice(-12), 16);
      if (number < cases) answer(200, { ...records[number % records.length], caseId: id });
      else answer(404, { message: 'There is no such case.' });
    } else answer(pathname.includes('//') ? 400 : 404, { message: 'There is nothing here.' });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function idOf(number: number): string {
  return `3f2b7c1e-5b0a-4d52-9a59-${number.toString(16).padStart(12, '0')}`;
}
