import { once } from 'node:events';
import { Failure } from '../../gate/failure.ts';
import type { Part } from '../../gate/records/parts.ts';
import type { Judge, ValidatedPart } from '../../gate/records/validate-records.ts';
import { printable, printableJson } from '../../report/printable.ts';
import { named } from '../../report/quoted.ts';
import { choice, described, option, usually } from '../arguments.ts';
import { command } from '../command.ts';
import { bytesOf, specificationOf, type Terminal, write } from '../terminal.ts';

const formats = ['text', 'ndjson', 'summary'] as const;

export const validate = command({
  arguments: [{ name: '<files...>', description: 'files of records; - is the standard input' }],
  options: {
    ...described,
    schema: option(
      '--schema <name>',
      'the schema of the description to validate against (default: CaseRecord)',
    ),
    format: usually(
      choice(
        '--output <format>',
        'text, one line of JSON for each record, or one line of JSON with a summary',
        formats,
      ),
      'text',
    ),
  },
  example: 'case-conformance validate --output ndjson records.ndjson',

  async run({ format, schema, ...given }, terminal, files) {
    const { judgeOf } = await import('../../gate/records/validate-records.ts');
    const specification = await specificationOf(given, terminal);
    const judge = judgeOf({ specification, schema });
    const counted =
      format === 'summary' ? summarised(files, judge, terminal) : told(files, judge, format, terminal);
    const { records, invalid } = await counted;
    if (records === 0) {
      throw new Failure(
        'NOTHING_TO_VALIDATE',
        `There is no record in ${files.map(named).join(', ')}. Give one JSON record a line, or a JSON file.`,
      );
    }
    if (format === 'text')
      write(terminal.output, `${records} ${records === 1 ? 'record' : 'records'}, ${invalid} invalid.\n`);
    return invalid === 0 ? 0 : 1;
  },
});

interface Counted {
  readonly records: number;
  readonly invalid: number;
}

/** Prints the findings of each record as soon as they are known. */
async function told(
  files: readonly string[],
  judge: Judge,
  format: 'text' | 'ndjson',
  terminal: Terminal,
): Promise<Counted> {
  const { output } = terminal;
  const { validatePart } = await import('../../gate/records/validate-records.ts');
  let records = 0;
  let invalid = 0;
  for (const file of files) {
    let line = 1;
    for await (const part of partsIn(file, terminal)) {
      const judged = validatePart(part, judge);
      const text = format === 'ndjson' ? jsonLines(judged) : textLines(file, line, judged);
      line += judged.records;
      records += judged.records;
      invalid += judged.invalid.length;
      const isRead = format === 'text';
      if (text !== '' && !(isRead ? write(output, text) : output.write(text))) await once(output, 'drain');
    }
  }
  return { records, invalid };
}

/** Prints one summary of all records, even if no record was read: summaries can be added up. */
async function summarised(files: readonly string[], judge: Judge, terminal: Terminal): Promise<Counted> {
  const { added, noRecords, summarisePart } = await import('../../gate/records/summary.ts');
  let sum = noRecords;
  for (const file of files)
    for await (const part of partsIn(file, terminal)) sum = added(sum, summarisePart(part, judge));
  terminal.output.write(`${printableJson(sum)}\n`);
  return { records: sum.records, invalid: sum.records - sum.valid };
}

async function* partsIn(file: string, terminal: Terminal): AsyncGenerator<Part> {
  const { blockBytes, partsOf } = await import('../../gate/records/parts.ts');
  yield* partsOf(bytesOf(file, blockBytes, terminal));
}

function jsonLines({ records, invalid }: ValidatedPart): string {
  const lines: string[] = Array(records).fill('{"valid":true,"findings":[]}\n');
  for (const { line = 0, findings } of invalid) {
    const printed = findings.map(({ pointer, keyword, message }) => ({ pointer, keyword, message }));
    lines[line] = `${printableJson({ valid: false, findings: printed })}\n`;
  }
  return lines.join('');
}

function textLines(file: string, firstLine: number, { invalid }: ValidatedPart): string {
  return invalid
    .flatMap(({ line, findings }) => {
      const place = line === undefined ? file : `${file}:${firstLine + line}`;
      return findings.map(({ message }) => `${place}: ${printable(message)}.\n`);
    })
    .join('');
}
