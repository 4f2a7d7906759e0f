import { blocksOf } from '../../../gate/records/blocks.ts';
import { linesOf, maxBytes } from '../../../gate/records/part.ts';
import { readJson } from '../../../http/json.ts';
import { type Entry, readEntry } from '../../../reference/entry.ts';
import type { Json } from '../../../reference/json.ts';
import { memberOf } from '../../../schema/pointer.ts';
import type { Specification } from '../../../specification/specification.ts';

/** An entry, and where its file has it. */
export interface Numbered {
  /** From 1. */
  readonly line: number;
  readonly entry: Entry;
}

/** What is wrong with a line. */
export interface WrongLine {
  readonly line: number;
  /** A sentence without its full stop, that begins with the place within the line. */
  readonly complaint: string;
}

/** Lines that follow each other, and are stored together or not at all. */
export interface Batch {
  readonly entries: readonly Numbered[];
  readonly wrong: readonly WrongLine[];
  /** The number of its last line. */
  readonly last: number;
}

/** How the lines of a file are read. */
export interface Reading {
  readonly specification: Specification;
  /** The identifier of the organisation of which each line is a case record; without it, each line is an entry. */
  readonly casesOf: string | undefined;
}

/** A batch is stored in one transaction: enough lines that this costs little, and little to do again. */
const linesAtMost = 500;
const bytesAtMost = 4 * 2 ** 20;

/** The lines of a file in batches, each read and held to its schema. */
export async function* batchesOf(bytes: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<Batch> {
  let entries: Numbered[] = [];
  let wrong: WrongLine[] = [];
  let size = 0;
  let line = 0;
  let stored = 0;
  for await (const read of linesIn(bytes)) {
    line += 1;
    size += read?.byteLength ?? 0;
    const entry = read === undefined ? [tooLong] : entryIn(read, reading);
    if (Array.isArray(entry)) wrong.push(...entry.map((complaint) => ({ line, complaint })));
    else entries.push({ line, entry });
    if (line - stored < linesAtMost && size < bytesAtMost) continue;
    yield { entries, wrong, last: line };
    stored = line;
    [entries, wrong, size] = [[], [], 0];
  }
  if (line > stored) yield { entries, wrong, last: line };
}

const tooLong = `The line is longer than ${maxBytes / 2 ** 20} MiB`;

/** The lines, without their ends; undefined for one that is too long to be read. */
async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | undefined> {
  for await (const block of blocksOf(bytes)) {
    if (block.kind === 'lines') yield* linesOf(block.bytes);
    else yield undefined;
  }
}

/** The entry that a line is, or what is wrong with it. */
function entryIn(line: Uint8Array, reading: Reading): Entry | string[] {
  const json = readJson(line);
  if (json.kind === 'not-json') return [json.message.replace(/^It/, 'The line').replace(/\.$/, '')];
  const { casesOf } = reading;
  const record = json.value as Json;
  const isEntry = memberOf(record, 'kind') !== undefined;
  if (casesOf === undefined && !isEntry && memberOf(record, 'caseId') !== undefined)
    return ['The line is a case record alone. Say with --cases-of whose it is'];
  if (casesOf !== undefined && isEntry && memberOf(record, 'record') !== undefined)
    return ['The line says whose record it is. Leave --cases-of out'];
  const entry = readEntry(casesOf === undefined ? record : { kind: 'case', organisationId: casesOf, record });
  const complaints = typeof entry === 'string' ? [entry] : complaintsOf(entry, reading.specification);
  return typeof entry === 'string' || complaints.length > 0
    ? complaints.map((complaint) => placed(complaint, reading))
    : entry;
}

function complaintsOf({ kind, record }: Entry, specification: Specification): string[] {
  const schema = schemaOf[kind];
  if (!specification.describesSchema(schema)) return [];
  // A message begins with its pointer within the record, or is of the whole.
  return specification
    .validate(schema, record)
    .map(({ message }) => message.replace(/^(The value)?/, '/record'));
}

/** A complaint of an entry, with its place in a line that may be the record alone. */
export function placed(complaint: string, { casesOf }: Pick<Reading, 'casesOf'>): string {
  return casesOf === undefined
    ? complaint
    : complaint.replace(/^\/record(?=\/)/, '').replace(/^\/record/, 'The line');
}

/** The schemas of the records. */
const schemaOf: Readonly<Record<Entry['kind'], string>> = {
  organisation: 'OrganisationPayload',
  user: 'OrganisationUser',
  client: 'Client',
  case: 'CaseRecord',
};
