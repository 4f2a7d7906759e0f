import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../../test/support/postgres.ts';
import { type Service, startReference } from '../bench-serve/services.ts';
import { randomFrom } from '../soak/troubles.ts';
import { lostFrom, newLedger, startWriting } from './writes.ts';

interface Killed {
  readonly points: number;
  readonly sent: number;
  readonly lost: readonly string[];
}

export interface Subject {
  readonly database: string;
  /** The database server to kill. Undefined to kill the service. */
  readonly postgres?: PostgresServer;
}

const withinMs = 250;

export async function killedAt(
  points: number,
  seed: number,
  { database, postgres }: Subject,
): Promise<Killed> {
  const random = randomFrom(seed);
  const ledger = newLedger();
  const lost: string[] = [];
  let service = await startReference(database);
  try {
    for (let point = 0; point < points; point += 1) {
      const stop = startWriting(service.url, ledger);
      await sleep(random() * withinMs);
      if (postgres === undefined) {
        await service.kill();
        await stop();
        service = await startReference(database);
      } else {
        await postgres.kill('SIGKILL');
        await stop();
        await postgres.start();
        await answering(service);
      }
      lost.push(...(await lostFrom(service.url, ledger)));
    }
  } finally {
    await service.end();
  }
  return { points, sent: ledger.sent, lost };
}

async function answering({ url }: Service): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { status } = await fetch(`${url}/api/v2/org`, { headers: { authorization: 'Bearer none' } });
    if (status === 401) return;
    await sleep(50);
  }
  throw new Error('The service does not answer any more.');
}
