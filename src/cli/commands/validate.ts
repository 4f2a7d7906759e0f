import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Failure } from '../../gate/failure.ts';
import type { ValidatedPart } from '../../gate/records/validate-part.ts';
import { printable, printableJson } from '../../report/printable.ts';
import { named } from '../../report/quoted.ts';
import { choice, option, overlay, spec, usually } from '../arguments.ts';
import { command } from '../command.ts';
import { bytesIn, sourceOptions, type Terminal, write } from '../terminal.ts';

/** Checks the records of files, `-` being the standard input. */
export const validate = command({
  arguments: [{ name: '<files...>', description: 'files of records; - is the standard input' }],
  options: {
    spec,
    overlay,
    schema: option(
      '--schema <name>',
      'the schema of the description that they must be of (default: CaseRecord)',
    ),
    format: usually(
      choice('--output <format>', 'to be read, or one line of JSON for each line', ['text', 'ndjson']),
      'text',
    ),
  },
  example: 'case-conformance validate --output ndjson records.ndjson',

  async run({ format, schema, ...given }, terminal, files) {
    const { readSpecification } = await import('../../gate/descriptions/read-specification.ts');
    const { judgeOf } = await import('../../gate/records/judge.ts');
    const { blockBytes } = await import('../../gate/records/blocks.ts');
    const { partsOf } = await import('../../gate/records/parts.ts');
    const { openValidatorPool } = await import('../../gate/records/validator-pool.ts');
    const { output } = terminal;
    let records = 0;
    let invalid = 0;
    const specification = await readSpecification({ ...given, ...sourceOptions(terminal) });
    const pool = openValidatorPool(judgeOf({ specification, schema }));
    try {
      for (const file of files) {
        let line = 1;
        for await (const part of pool.judged(partsOf(bytesOf(file, blockBytes, terminal)))) {
          const text = format === 'ndjson' ? jsonLines(part) : textLines(file, line, part);
          line += part.records;
          records += part.records;
          invalid += part.invalid.length;
          const isRead = format === 'text';
          if (text !== '' && !(isRead ? write(output, text) : output.write(text)))
            await once(output, 'drain');
        }
      }
    } finally {
      await pool.end();
    }
    if (records === 0) {
      throw new Failure(
        'NOTHING_TO_VALIDATE',
        `There is no record in ${files.map(named).join(', ')}. Give one JSON record a line, or a JSON file.`,
      );
    }
    if (format === 'text')
      write(output, `${records} ${records === 1 ? 'record' : 'records'}, ${invalid} invalid.\n`);
    return invalid === 0 ? 0 : 1;
  },
});

/** A line of JSON for each record. */
function jsonLines({ records, invalid }: ValidatedPart): string {
  const lines: string[] = Array(records).fill('{"valid":true,"findings":[]}\n');
  for (const { line = 0, findings } of invalid)
    lines[line] = `${printableJson({ valid: false, findings })}\n`;
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

async function* bytesOf(file: string, highWaterMark: number, terminal: Terminal): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? bytesIn(terminal) : createReadStream(file, { highWaterMark });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw new Failure(
      'FILE_NOT_READABLE',
      `The file ${named(file)} cannot be read. Give a file of case records, or - for the standard input.`,
      { cause },
    );
  }
}
