import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfClient } from '../../src/conformance/put-back/client-lock.ts';
import { wholeClients } from './deployment.ts';
import type { SoakTrial } from './trial.ts';

/** Faults of a deployment or a disk during a run. The percentages may be zero. */
export interface Troubles {
  readonly seed: number;
  readonly clients: number;
  readonly late: number;
  readonly answersLate: '504' | 'silence';
  readonly fails: number;
  readonly mixesUp: number;
  readonly lagMs: number;
  readonly shows: keyof typeof showings;
  readonly goneAfter: number | undefined;
  /** The number of requests after which the journal cannot be written. */
  readonly fullAfter: number | undefined;
}

export const showings = {
  all: (text: string) => text,
  stars: (text: string) => `${text.charAt(0)}****`,
  'the beginning': (text: string) => text.slice(0, 8),
  capitals: (text: string) => text.toUpperCase(),
  'single spaces': (text: string) => text.replaceAll(/ +/g, ' '),
  'no tags': (text: string) => text.replaceAll(/<[^>]*>/g, ''),
  'a word': () => 'hidden',
};

export function randomFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state / 2 ** 32;
  };
}

export const noTroubles: Troubles = {
  ...{ seed: 1, clients: 2, late: 0, answersLate: '504', fails: 0, mixesUp: 0, lagMs: 0, shows: 'all' },
  goneAfter: undefined,
  fullAfter: undefined,
};

interface Pace {
  readonly timeoutMs: number;
  readonly settleMs: number;
  readonly lateFromMs: number;
  readonly lateToMs: number;
}

const quick: Pace = { timeoutMs: 100, settleMs: 250, lateFromMs: 20, lateToMs: 150 };

/**
 * A trial with the given faults. It runs `restore` if the deployment stopped answering, or the journal could not be
 * written.
 */
export function trialOf(troubles: Troubles, pace = quick): SoakTrial {
  const { seed, clients, late, answersLate, fails, mixesUp, lagMs, shows, goneAfter, fullAfter } = troubles;
  let journal: { readonly folder: string; readonly baseUrl: string } | undefined;
  let isFull = false;
  let isMended = false;
  const obstacles = (): string[] =>
    wholeClients(clients).map(({ id }) => {
      const name = nameOfClient(journal?.baseUrl ?? '', String(id));
      return join(journal?.folder ?? '', `${name}.history`);
    });
  return {
    clients,
    habits: {
      random: randomFrom(seed),
      ...{ answersLate, fails, mixesUp, lagMs, shows: showings[shows] },
      late: { percent: late, fromMs: pace.lateFromMs, toMs: pace.lateToMs },
      ...(goneAfter === undefined ? {} : { goneAfter }),
      onRequest: (number) => {
        if (number !== fullAfter || isMended) return;
        isFull = true;
        for (const file of obstacles()) {
          // A folder with the name of the journal file makes every write fail.
          if (existsSync(file)) renameSync(file, `${file}.aside`);
          mkdirSync(file, { recursive: true, mode: 0o700 });
        }
      },
    },
    further: { timeoutMs: pace.timeoutMs, settleMs: pace.settleMs },
    onJournal: (folder, baseUrl) => {
      journal = { folder, baseUrl };
    },
    onChecked: () => {
      isMended = true;
      for (const file of isFull ? obstacles() : []) {
        rmSync(file, { recursive: true, force: true });
        if (existsSync(`${file}.aside`)) renameSync(`${file}.aside`, file);
      }
    },
    ...(goneAfter === undefined && fullAfter === undefined ? {} : { settle: pace.settleMs / 1000 }),
  };
}
