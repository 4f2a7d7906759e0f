import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { printable } from '../report/printable.ts';
import type { Finding } from '../validation/finding.ts';
import { validate as findingsOf } from '../validation/validate.ts';
import { type ExitStatus, Failure } from './failure.ts';
import { type InputRecord, recordsOf } from './records.ts';
import type { Terminal } from './terminal.ts';

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
  for (const file of files) {
    for await (const record of recordsOfFile(file, terminal)) {
      const findings = judge(record);
      records += 1;
      if (findings.length > 0) invalid += 1;
      const text = format === 'ndjson' ? jsonLine(findings) : lines(file, record, findings);
      if (text !== '' && !output.write(text)) await once(output, 'drain');
    }
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

function judge({ json }: InputRecord): Finding[] {
  if (json.kind === 'json') return findingsOf('CaseRecord', json.value);
  return [{ pointer: '', keyword: 'json', message: json.message.replace(/\.$/, '') }];
}

function jsonLine(findings: readonly Finding[]): string {
  return `${JSON.stringify({ valid: findings.length === 0, findings })}\n`;
}

function lines(file: string, { line }: InputRecord, findings: readonly Finding[]): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return findings.map(({ message }) => `${place}: ${printable(message)}.\n`).join('');
}

async function* recordsOfFile(file: string, { input }: Terminal): AsyncGenerator<InputRecord> {
  try {
    yield* recordsOf(file === '-' ? (input as AsyncIterable<Buffer>) : createReadStream(file));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new Failure(
      'FILE_NOT_READABLE',
      `The file ${file} cannot be read. Give a file of case records, or - for the standard input.`,
      { cause },
    );
  }
}
