import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type ExitStatus, Failure } from '../../gate/failure.ts';
import { printable } from '../../report/printable.ts';
import type { Terminal } from '../terminal.ts';
import { blockBytes } from './validate/blocks.ts';
import type { Part } from './validate/part.ts';
import { partsOf } from './validate/parts.ts';
import type { ValidatedPart } from './validate/validate-part.ts';
import { openValidatorPool } from './validate/validator-pool.ts';

/** The options of `validate`. */
export interface ValidateOptions {
  /** To be read, or one line of JSON for each record. */
  readonly output: 'text' | 'ndjson';
}

/**
 * Checks the case records of files, `-` being the standard input.
 * @throws {Failure} when a file cannot be read, or there is no record at all
 */
export async function validate(
  files: readonly string[],
  { output: format }: ValidateOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { output } = terminal;
  let records = 0;
  let invalid = 0;
  const judges = openValidatorPool();
  try {
    for (const file of files) {
      let line = 1;
      for await (const judged of judges.judged(partsOfFile(file, terminal))) {
        const text = format === 'ndjson' ? jsonLines(judged) : textLines(file, line, judged);
        line += judged.records;
        records += judged.records;
        invalid += judged.invalid.length;
        if (text !== '' && !output.write(text)) await once(output, 'drain');
      }
    }
  } finally {
    await judges.end();
  }
  if (records === 0) {
    throw new Failure(
      'NOTHING_TO_VALIDATE',
      `There is no record in ${files.join(', ')}. Give one JSON record a line, or a JSON file.`,
    );
  }
  if (format === 'text')
    output.write(`${records} ${records === 1 ? 'record' : 'records'}, ${invalid} invalid.\n`);
  return invalid === 0 ? 0 : 1;
}

/** A line of JSON for each record. */
function jsonLines({ records, invalid }: ValidatedPart): string {
  const lines: string[] = Array(records).fill('{"valid":true,"findings":[]}\n');
  for (const { line = 0, findings } of invalid)
    lines[line] = `${JSON.stringify({ valid: false, findings })}\n`;
  return lines.join('');
}

/** A line for each finding. */
function textLines(file: string, firstLine: number, { invalid }: ValidatedPart): string {
  return invalid
    .flatMap(({ line, findings }) => {
      const place = line === undefined ? file : `${file}:${firstLine + line}`;
      return findings.map(({ message }) => `${place}: ${printable(message)}.\n`);
    })
    .join('');
}

async function* partsOfFile(file: string, { input }: Terminal): AsyncGenerator<Part> {
  try {
    yield* partsOf(
      file === '-' ? (input as AsyncIterable<Buffer>) : createReadStream(file, { highWaterMark: blockBytes }),
    );
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new Failure(
      'FILE_NOT_READABLE',
      `The file ${file} cannot be read. Give a file of case records, or - for the standard input.`,
      { cause },
    );
  }
}
