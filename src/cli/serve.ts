import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Reference } from '../reference/reference.ts';
import { description } from '../specification/description.ts';
import { loadReference } from './embedded-reference.ts';
import { type ExitStatus, Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** The options of `serve`. */
export interface ServeOptions {
  readonly port: number;
  /** A SQLite file; without one, the data is gone with the process. */
  readonly database?: string;
}

/**
 * Runs the reference implementation with the demo organisations, until SIGINT or SIGTERM.
 * @throws {Failure} when the port is taken or the database cannot be opened
 */
export async function serve({ port, database }: ServeOptions, { output }: Terminal): Promise<ExitStatus> {
  const reference = await openedReference(database);
  try {
    const baseUrl = await listening(reference, port);
    output.write(`The reference implementation answers at ${baseUrl} until it is interrupted.\n`);
    output.write(`Its tokens, cases and clients: ${fixture('demo.json')}\n`);
    const configuration = fixture('conformance.config.json');
    output.write(`To test it: case-conformance check --config ${configuration} --base-url ${baseUrl}\n`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    return 0;
  } finally {
    await reference.close();
  }
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
}

async function openedReference(database: string | undefined): Promise<Reference> {
  const { openReference, readDemo, seedDemo } = await loadReference();
  const options = { database: fileOf(database), description, organisation: 'demo' };
  try {
    const reference = await openReference(options);
    await seedDemo(reference.store, await readDemo());
    return reference;
  } catch (cause) {
    // What fails in memory is our fault, and no file's.
    if (database === undefined) throw cause;
    const message = `The database ${database} cannot be used. Name a SQLite file that can be written, and that holds nothing but a reference implementation's data.`;
    throw new Failure('FILE_NOT_WRITABLE', message, { cause });
  }
}

/** A database is named by its file, or by a URL of the scheme `sqlite:`. */
function fileOf(database: string | undefined): string {
  if (database === undefined) return ':memory:';
  const scheme = /^([a-z][a-z+]+):/i.exec(database)?.[1];
  if (scheme === undefined) return database;
  if (scheme === 'sqlite') return database.replace(/^sqlite:(\/\/)?/, '');
  throw new Failure(
    'CALL_NOT_UNDERSTOOD',
    `--database must be a SQLite file or sqlite:FILE, but is of the scheme '${scheme}'.`,
  );
}

async function listening(
  reference: { listen(port: number): Promise<string> },
  port: number,
): Promise<string> {
  try {
    return await reference.listen(port);
  } catch (cause) {
    throw new Failure(
      'PORT_NOT_FREE',
      `Port ${port} of 127.0.0.1 cannot be used. Name another with --port.`,
      { cause },
    );
  }
}
