import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ExitStatus, Failure } from '../../gate/failure.ts';
import type { Demo } from '../../reference/demo.ts';
import type { Reference } from '../../reference/reference.ts';
import { bundled } from '../../specification/bundled.ts';
import { loadReference } from '../embedded-reference.ts';
import type { Terminal } from '../terminal.ts';

/** The options of `serve`. */
export interface ServeOptions {
  readonly port: number;
  /** A SQLite file; without one, the data is gone with the process. */
  readonly database?: string;
  /** The port of the endpoint where a verifier changes the data; without one, nobody can. */
  readonly providerStates?: number;
  /** Lets it change data that is kept, too. */
  readonly force?: boolean;
}

/** The demo organisation whose host it is. */
const organisation = 'demo';
const inMemory = ':memory:';

/**
 * Runs the reference implementation with the demo organisations, until SIGINT or SIGTERM.
 * @throws {Failure} when a port is taken, the database cannot be opened, or it holds data that is not to be risked
 */
export async function serve(options: ServeOptions, { output }: Terminal): Promise<ExitStatus> {
  refuseAtRisk(options);
  const { reference, demo } = await openedReference(options.database);
  try {
    const stateUrl = await stateUrlOf(reference, demo, options.providerStates);
    const baseUrl = await listening(reference, options.port, '--port');
    const configuration = fixture('conformance.config.json');
    output.write(`The reference implementation answers at ${baseUrl} until it is interrupted.\n`);
    output.write(`Its tokens, cases and clients: ${fixture('demo.json')}\n`);
    output.write(`To test it: case-conformance check --config ${configuration} --base-url ${baseUrl}\n`);
    if (stateUrl !== undefined) {
      output.write(`Its data can be changed by anyone on this machine, at ${stateUrl}.\n`);
      output.write(
        `To verify it: case-conformance verify --provider-url ${baseUrl} --state-url ${stateUrl} --config ${configuration}\n`,
      );
    }
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    return 0;
  } finally {
    await reference.close();
  }
}

function refuseAtRisk({ database, providerStates, force = false }: ServeOptions): void {
  if (providerStates === undefined || force || fileOf(database) === inMemory) return;
  throw new Failure(
    'DATABASE_AT_RISK',
    `The database ${database} keeps its data, which --provider-states lets anyone on this machine change. Leave --database out, or add --force if the data may be lost.`,
  );
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
}

async function openedReference(database: string | undefined): Promise<{ reference: Reference; demo: Demo }> {
  const { openReference, readDemo, seedDemo } = await loadReference();
  const options = { database: fileOf(database), description: bundled.description, organisation };
  try {
    const reference = await openReference(options);
    const demo = await readDemo();
    await seedDemo(reference.store, demo);
    return { reference, demo };
  } catch (cause) {
    // What fails in memory is our fault, and no file's.
    if (database === undefined) throw cause;
    const message = `The database ${database} cannot be used. Name a SQLite file that can be written, and that holds nothing but a reference implementation's data.`;
    throw new Failure('FILE_NOT_WRITABLE', message, { cause });
  }
}

/** Opens the endpoint of provider states where one is asked for; it ends with the reference. */
async function stateUrlOf(
  { app, store }: Reference,
  demo: Demo,
  port: number | undefined,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const { openStateServer } = await import('../../reference/provider-states.ts');
  const states = openStateServer({ store, demo, organisation });
  app.addHook('onClose', () => states.close());
  return listening(states, port, '--provider-states');
}

/** A database is named by its file, or by a URL of the scheme `sqlite:`. */
function fileOf(database: string | undefined): string {
  if (database === undefined) return inMemory;
  const scheme = /^([a-z][a-z+]+):/i.exec(database)?.[1];
  if (scheme === undefined) return database;
  if (scheme === 'sqlite') return database.replace(/^sqlite:(\/\/)?/, '');
  throw new Failure(
    'CALL_NOT_UNDERSTOOD',
    `--database must be a SQLite file or sqlite:FILE, but is of the scheme '${scheme}'.`,
  );
}

async function listening(
  server: { listen(port: number): Promise<string> },
  port: number,
  option: '--port' | '--provider-states',
): Promise<string> {
  try {
    return await server.listen(port);
  } catch (cause) {
    throw new Failure(
      'PORT_NOT_FREE',
      `Port ${port} of 127.0.0.1 cannot be used. Name another with ${option}.`,
      { cause },
    );
  }
}
