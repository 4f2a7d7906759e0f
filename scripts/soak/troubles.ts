import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nameOfClient } from '../../src/conformance/put-back/client-lock.ts';
import { wholeClients } from './deployment.ts';
import type { SoakTrial } from './trial.ts';

/** What goes wrong in a run. Of a share of zero nothing does. */
export interface Troubles {
  readonly seed: number;
  readonly clients: number;
  /** In a hundred changes or answers. */
  readonly late: number;
  readonly answersLate: '504' | 'silence';
  readonly fails: number;
  readonly mixesUp: number;
  readonly lagMs: number;
  readonly shows: keyof typeof showings;
  /** The request from which on nothing is answered, until the run has ended; restore comes after it. */
  readonly goneAfter: number | undefined;
  /** The request from which on the journal takes nothing more. */
  readonly fullAfter: number | undefined;
}

/** How a deployment may show a text that it keeps. */
export const showings = {
  all: (text: string) => text,
  stars: (text: string) => `${text.charAt(0)}****`,
  'the beginning': (text: string) => text.slice(0, 8),
  capitals: (text: string) => text.toUpperCase(),
  'single spaces': (text: string) => text.replaceAll(/ +/g, ' '),
  'no tags': (text: string) => text.replaceAll(/<[^>]*>/g, ''),
  'a word': () => 'hidden',
};

/** Numbers from 0 to 1, the same for the same seed (xorshift32). */
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

/** How long things take; late changes are made well within the settling time. */
interface Pace {
  readonly timeoutMs: number;
  readonly settleMs: number;
  readonly lateFromMs: number;
  readonly lateToMs: number;
}

const quick: Pace = { timeoutMs: 100, settleMs: 250, lateFromMs: 20, lateToMs: 150 };

/** A run in which all of that goes wrong; restore follows where the way to it or the disk failed. */
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
          // A folder in its place takes no line.
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
