import { execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

export interface PostgresServer {
  newDatabase(): Promise<string>;
  kill(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export const postgresPrograms: string | undefined = [
  ...(process.env.PATH ?? '').split(delimiter),
  ...versionsIn('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
].find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));

if (postgresPrograms === undefined) {
  if (process.env.CI !== undefined) throw new Error('Install PostgreSQL (apt-get install postgresql).');
  process.stderr.write(
    'The tests on PostgreSQL are skipped: neither PATH nor /usr/lib/postgresql has one.\n',
  );
}

/** Starts a PostgreSQL server. Without `durable`, data need not survive a crash of the machine. */
export async function startPostgres(
  programs: string,
  { durable = false }: { readonly durable?: boolean } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? userNamed('nobody') : undefined;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const options: SpawnOptions = { ...user, cwd: folder, stdio: 'ignore' };
  const run = promisify(execFile);
  const words = '--username tests --auth trust --no-sync --encoding UTF8 --locale C'.split(' ');
  await run(join(programs, 'initdb'), ['--pgdata', data, ...words], { ...user, cwd: folder });

  const settings = ['listen_addresses=', `fsync=${durable ? 'on' : 'off'}`, 'max_connections=60'];
  const given = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
  const launch = () => spawn(join(programs, 'postgres'), given, options);
  const urlOf = (name: string) => `postgres://tests@localhost/${name}?host=${encodeURIComponent(folder)}`;
  const ask = async (sql: string): Promise<void> => {
    const client = new pg.Client(urlOf('postgres'));
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  let server = launch();
  // The server is also stopped when the tests are aborted.
  process.once('exit', () => server.kill('SIGQUIT'));
  const ready = async (): Promise<void> => {
    for (let tries = 0; tries < 200; tries += 1) {
      if (
        await ask('SELECT 1').then(
          () => true,
          () => false,
        )
      )
        return;
      // A server does not start while a process of the former server is left.
      if (server.exitCode !== null) server = launch();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('PostgreSQL did not start.');
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  await ready();
  let databases = 0;
  return {
    newDatabase: async () => {
      databases += 1;
      await ask(`CREATE DATABASE tests${databases}`);
      return urlOf(`tests${databases}`);
    },
    // SIGQUIT ends the server with all its processes at once.
    kill: (signal = 'SIGQUIT') => end(signal),
    start: async () => {
      server = launch();
      await ready();
    },
    close: async () => {
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
