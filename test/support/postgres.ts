import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** A PostgreSQL server of the tests' own, in a temporary folder and on a socket in it. */
export interface PostgresServer {
  /** The URL of a database that nobody has used. */
  newDatabase(): Promise<string>;
  /**
   * Ends at once, as where the machine fails; `start` starts it again.
   * @param signal - SIGKILL has its processes find out by themselves
   */
  kill(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  /**
   * Starts a standby, which is read and follows it.
   * @param url - of a database
   * @returns its URL at the standby
   */
  startStandby(url: string): Promise<string>;
  /** Ends it and its standby, and removes the folder. */
  close(): Promise<void>;
}

/**
 * The folder of PostgreSQL's programs: Debian keeps them out of the path. Without one, these tests are skipped, but where CI runs
 * they fail.
 */
export const postgresPrograms: string | undefined = [
  ...(process.env.PATH ?? '').split(delimiter),
  ...versionsIn('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
].find((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))));

if (postgresPrograms === undefined) {
  if (process.env.CI !== undefined) throw new Error('Install PostgreSQL (apt-get install postgresql).');
  process.stderr.write(
    'The tests on PostgreSQL are skipped: neither PATH nor /usr/lib/postgresql has one.\n',
  );
}

/** Starts it. What is written need not last through a crash of the machine, unless it is to be `durable`. */
export async function startPostgres(
  programs: string,
  { durable = false }: { readonly durable?: boolean } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  // It refuses to be the superuser of the machine.
  const user = process.getuid?.() === 0 ? userNamed('nobody') : undefined;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const options: SpawnOptions = { ...user, cwd: folder, stdio: 'ignore' };
  const run = promisify(execFile);
  const words = [
    '--pgdata',
    data,
    '--username',
    'tests',
    '--auth',
    'trust',
    '--no-sync',
    '--encoding',
    'UTF8',
  ];
  await run(join(programs, 'initdb'), [...words, '--locale', 'C'], { ...user, cwd: folder });

  const launch = (of = data, socket = folder) =>
    spawn(
      join(programs, 'postgres'),
      [
        '-D',
        of,
        '-k',
        socket,
        '-c',
        'listen_addresses=',
        '-c',
        `fsync=${durable ? 'on' : 'off'}`,
        '-c',
        'max_connections=60',
      ],
      options,
    );
  const urlOf = (name: string, socket = folder) =>
    `postgres://tests@localhost/${name}?host=${encodeURIComponent(socket)}`;
  const ask = async (sql: string, socket = folder): Promise<void> => {
    const client = new pg.Client(urlOf('postgres', socket));
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  let server = launch();
  let standby: ChildProcess | undefined;
  // Also where the tests are broken off.
  process.once('exit', () => {
    server.kill('SIGQUIT');
    standby?.kill('SIGQUIT');
  });
  const ready = async (socket = folder): Promise<void> => {
    for (let tries = 0; tries < 200; tries += 1) {
      if (
        await ask('SELECT 1', socket).then(
          () => true,
          () => false,
        )
      )
        return;
      // It does not start while a process is left of the one before.
      if (server.exitCode !== null) server = launch();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('PostgreSQL did not start.');
  };
  const end = async (signal: NodeJS.Signals, one = server): Promise<void> => {
    if (one.exitCode !== null || one.signalCode !== null) return;
    one.kill(signal);
    await once(one, 'exit');
  };
  await ready();
  let databases = 0;
  return {
    newDatabase: async () => {
      databases += 1;
      await ask(`CREATE DATABASE tests${databases}`);
      return urlOf(`tests${databases}`);
    },
    // SIGQUIT: it ends at once, and all its processes with it.
    kill: (signal = 'SIGQUIT') => end(signal),
    start: async () => {
      server = launch();
      await ready();
    },
    startStandby: async (url) => {
      const socket = join(folder, 'standby');
      const copy = join(folder, 'copy');
      await run(
        join(programs, 'pg_basebackup'),
        [
          '--host',
          folder,
          '--username',
          'tests',
          '--pgdata',
          copy,
          '--checkpoint=fast',
          '--no-sync',
          '--write-recovery-conf',
        ],
        { ...user, cwd: folder },
      );
      mkdirSync(socket);
      if (user !== undefined) chownSync(socket, user.uid, user.gid);
      standby = launch(copy, socket);
      await ready(socket);
      return urlOf(new URL(url).pathname.slice(1), socket);
    },
    close: async () => {
      if (standby !== undefined) await end('SIGINT', standby);
      await end('SIGINT');
      await rm(folder, { recursive: true });
    },
  };
}

function versionsIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted().toReversed() : [];
}

function userNamed(name: string): { readonly uid: number; readonly gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
