import { blocksOf, linesOf, maxBytes } from '../../../gate/records/parts.ts';
import { readJson } from '../../../http/json.ts';
import { type Entry, readEntry } from '../../../reference/entry.ts';
import type { Json } from '../../../reference/json.ts';
import { memberOf } from '../../../schema/pointer.ts';
import type { Specification } from '../../../specification/specification.ts';

export interface Numbered {
  /** From 1. */
  readonly line: number;
  readonly entry: Entry;
}

export interface WrongLine {
  readonly line: number;
  /** A sentence without its full stop that begins with the place in the line. */
  readonly complaint: string;
}

/** Consecutive lines that are imported together or not at all. */
export interface Batch {
  readonly entries: readonly Numbered[];
  readonly wrong: readonly WrongLine[];
  readonly last: number;
}

export interface Reading {
  readonly specification: Specification;
  /** The identifier of the organisation to which the case records belong; without it, each line is an entry. */
  readonly casesOf: string | undefined;
}

/** A batch is one transaction: large enough to be efficient, small enough to repeat. */
const linesAtMost = 500;
const bytesAtMost = 4 * 2 ** 20;

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

/** The lines without line ends; undefined for a line that is too long. */
async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | undefined> {
  for await (const block of blocksOf(bytes)) {
    if (block.kind === 'lines') yield* linesOf(block.bytes);
    else yield undefined;
  }
}

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
  // A message begins with the pointer within the record, or is about the whole value.
  return specification
    .validate(schema, record)
    .map(({ message }) => message.replace(/^(The value)?/, '/record'));
}

/** Adapts the place in a complaint: a line may be the record itself. */
export function placed(complaint: string, { casesOf }: Pick<Reading, 'casesOf'>): string {
  return casesOf === undefined
    ? complaint
    : complaint.replace(/^\/record(?=\/)/, '').replace(/^\/record/, 'The line');
}

const schemaOf: Readonly<Record<Entry['kind'], string>> = {
  organisation: 'OrganisationPayload',
  user: 'OrganisationUser',
  client: 'Client',
  case: 'CaseRecord',
};
