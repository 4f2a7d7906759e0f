import { Failure } from '../../gate/failure.ts';
import type { Store } from '../../reference/store.ts';
import { printable } from '../../report/printable.ts';
import { named, quoted } from '../../report/quoted.ts';
import { numeral, plural } from '../../report/words.ts';
import { option, overlay, required, spec } from '../arguments.ts';
import { command } from '../command.ts';
import { withStore } from '../database.ts';
import { bytesOf } from '../input-file.ts';
import { ProgramFailure } from '../program-failure.ts';
import { progressOn } from '../progress.ts';
import { specificationOf, type Terminal, write } from '../terminal.ts';
import type { Batch, Numbered, Reading, WrongLine } from './import/batches.ts';

export const importRecords = command({
  arguments: [{ name: '<files...>', description: 'files as export writes them; - is the standard input' }],
  options: {
    spec,
    overlay,
    database: required(
      option('--database <database>', 'a SQLite file, sqlite:FILE or postgres://… that serve is to serve'),
    ),
    casesOf: option(
      '--cases-of <name>',
      'the sub-domain of the organisation whose case records the lines are, as generate prints them',
    ),
  },
  example: 'case-conformance import --database cases.sqlite records.ndjson',

  async run({ database, casesOf, ...given }, terminal, files) {
    const specification = await specificationOf(given, terminal);
    await withStore(database, async (store) => {
      const owner = casesOf === undefined ? undefined : await organisationOf(store, casesOf);
      for (const file of files) await importFile(store, file, { specification, casesOf: owner }, terminal);
    });
    return 0;
  },
});

/** @throws {ProgramFailure} `ORGANISATION_UNKNOWN` */
async function organisationOf(store: Store, subDomain: string): Promise<string> {
  const id = await store.organisationAt(subDomain);
  if (id !== undefined) return id;
  throw new ProgramFailure(
    'ORGANISATION_UNKNOWN',
    `No organisation has the sub-domain ${quoted(subDomain)}. Import it first, or name another with --cases-of.`,
  );
}

async function importFile(store: Store, file: string, reading: Reading, terminal: Terminal): Promise<void> {
  const { batchesOf } = await import('./import/batches.ts');
  const { blockBytes } = await import('../../gate/records/parts.ts');
  const progress = await progressOn(terminal);
  let lines = 0;
  let added = 0;
  try {
    for await (const batch of batchesOf(bytesOf(file, blockBytes, terminal), reading)) {
      const imported = await importBatch(store, batch, reading);
      if (typeof imported !== 'number') {
        progress?.stop();
        throw refused(file, lines, imported, terminal);
      }
      lines = batch.last;
      added += imported;
      progress?.show(`Importing: ${plural(lines, 'line')} of ${named(file)}`);
    }
  } finally {
    progress?.stop();
  }
  const there = lines - added;
  const rest = there === 0 ? '' : ` ${numeral(there)} of them ${there === 1 ? 'was' : 'were'} there already.`;
  write(terminal.output, `${nameOf(file)}: ${plural(lines, 'line')}, ${numeral(added)} stored.${rest}\n`);
}

/**
 * Imports a batch in one transaction.
 * @returns the number of new records, or the errors in its lines
 */
async function importBatch(
  store: Store,
  { entries, wrong }: Batch,
  reading: Reading,
): Promise<number | readonly WrongLine[]> {
  if (wrong.length > 0) return wrong;
  const { placed } = await import('./import/batches.ts');
  const lines = new Map(entries.map(({ line, entry }) => [entry, line]));
  const imported = await store
    .importEntries(entries.map(({ entry }) => entry))
    .catch((error: Error) => notStorable(entries, error));
  if (imported.kind === 'imported') return imported.added;
  return imported.refusals.map(({ entry, complaint }) => ({
    line: lines.get(entry) ?? 0,
    complaint: placed(complaint, reading),
  }));
}

/** A valid record may still exceed the limits of a database. */
function notStorable(entries: readonly Numbered[], cause: Error & { statusCode?: number }): never {
  if (cause.statusCode !== undefined) throw cause;
  const lines = `${entries[0]?.line} to ${entries.at(-1)?.line}`;
  throw new Failure(
    'FILE_WRONG',
    `The database cannot take one of the lines ${lines}: a name in it is too long, or a value too deep. Nothing of these lines is stored.`,
    { cause },
  );
}

function nameOf(file: string): string {
  return file === '-' ? 'The standard input' : named(file);
}

/** The maximum number of errors printed; the others are probably similar. */
const complaintsAtMost = 20;

function refused(file: string, before: number, wrong: readonly WrongLine[], { errors }: Terminal): Failure {
  const told = wrong
    .toSorted((one, other) => one.line - other.line)
    .slice(0, complaintsAtMost)
    .map(({ line, complaint }) => `${named(file)}:${line}: ${printable(complaint)}.\n`);
  const others = wrong.length - told.length;
  write(errors, told.join('') + (others > 0 ? `… and ${numeral(others)} more.\n` : ''));
  return new Failure(
    'FILE_WRONG',
    `${nameOf(file)}: ${before === 0 ? 'nothing is stored' : `lines 1 to ${numeral(before)} are stored, and none after them`}. Correct it, and run the same call again.`,
  );
}
