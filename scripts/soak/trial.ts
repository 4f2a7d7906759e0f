import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { entriesIn } from '../../src/conformance/put-back/journal-folder.ts';
import { check } from '../../src/gate/check.ts';
import type { Configuration } from '../../src/gate/configuration.ts';
import { Failure } from '../../src/gate/failure.ts';
import { restore } from '../../src/gate/restore.ts';
import { type Deployment, type Habits, startDeployment, wholeClients } from './deployment.ts';

export interface SoakTrial {
  readonly habits: Habits;
  readonly clients?: number;
  readonly further?: Partial<Configuration>;
  /** The checks to run, as in `--only`. */
  readonly only?: string;
  readonly settle?: number;
  readonly onJournal?: (folder: string, baseUrl: string) => void;
  readonly onChecked?: (deployment: Deployment) => void;
}

export interface SoakOutcome {
  readonly conclusion: string;
  readonly isAsItWas: boolean;
  readonly isSaid: boolean;
  readonly isKept: boolean;
  readonly messages: readonly string[];
}

export async function soak(trial: SoakTrial): Promise<SoakOutcome> {
  const { habits, clients = 2, further = {}, only = 'updateClient.changes', settle } = trial;
  const deployment = await startDeployment(wholeClients(clients), habits);
  const folder = await mkdtemp(join(tmpdir(), 'case-conformance-soak-'));
  const journal = join(folder, 'journal');
  const before = deployment.stored();
  const configuration = { ...deployment.configuration(journal), ...further };
  try {
    trial.onJournal?.(journal, deployment.baseUrl);
    const { conclusion, messages } = await checked(configuration, only);
    deployment.comeBack();
    trial.onChecked?.(deployment);
    const restored = settle === undefined ? undefined : await restoring(configuration, settle);
    await deployment.heal();
    const entries = await entriesIn(journal);
    const kept = entries.flatMap((entry) => (entry.kind === 'unfinished' ? [entry.client] : []));
    const after = deployment.stored();
    const changed = deployment.clients.filter((_, index) => !isDeepStrictEqual(after[index], before[index]));
    const isTold = settle === undefined ? conclusion !== 'conformant' : restored !== undefined;
    return {
      conclusion,
      isAsItWas: changed.length === 0,
      isSaid: changed.length === 0 || (isTold && changed.every((client) => kept.includes(client))),
      isKept: kept.length > 0,
      messages: [...messages, ...(restored === undefined ? [] : [restored])],
    };
  } finally {
    deployment.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checked(configuration: Configuration, only: string) {
  try {
    const { report } = await check({ configuration, only, seed: 1, runs: 2 });
    return {
      conclusion: report.conclusion,
      messages: report.objections.map(({ message }) => message),
    };
  } catch (error) {
    if (error instanceof Failure) return { conclusion: error.code, messages: [error.message] };
    throw error;
  }
}

/** Runs `restore`. Returns its error message, or undefined if it succeeds. */
async function restoring(configuration: Configuration, settle: number): Promise<string | undefined> {
  try {
    await restore({ configuration, settle });
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
