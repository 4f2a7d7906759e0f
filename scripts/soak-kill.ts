import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgresPrograms, startPostgres } from '../test/support/postgres.ts';
import { killedAt, type Subject } from './soak-kill/kills.ts';

// `npm run soak:kill` kills the service and its database with SIGKILL at random points during writes. The exit code is
// 1 if an acknowledged write is lost.

const { values } = parseArgs({
  options: { points: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});

async function tried(what: string, subject: Subject): Promise<void> {
  const { points, sent, lost } = await killedAt(Number(values.points), Number(values.seed), subject);
  process.stdout.write(`| ${what} | ${points} | ${sent} | ${lost.length} |\n`);
  for (const one of lost) process.stdout.write(`lost: ${one}\n`);
  if (lost.length > 0) process.exitCode = 1;
}

process.stdout.write(
  '| ended by SIGKILL | points | changes sent | acknowledged, and lost |\n|---|---|---|---|\n',
);
const folder = await mkdtemp(join(tmpdir(), 'case-conformance-soak-kill-'));
try {
  await tried('the service, on SQLite', { database: join(folder, 'cases.sqlite') });
  if (postgresPrograms !== undefined) {
    const postgres = await startPostgres(postgresPrograms, { durable: true });
    try {
      await tried('the service, on PostgreSQL', { database: await postgres.newDatabase() });
      await tried('PostgreSQL', { database: await postgres.newDatabase(), postgres });
    } finally {
      await postgres.close();
    }
  }
} finally {
  await rm(folder, { recursive: true });
}
