import { once } from 'node:events';
import { Failure } from '../../gate/failure.ts';
import type { InputRecord } from '../../gate/records/input.ts';
import type { Judge } from '../../gate/records/validate-records.ts';
import type { JsonBody } from '../../http/json.ts';
import { printable, printableJson } from '../../report/printable.ts';
import { named } from '../../report/quoted.ts';
import type { Finding } from '../../validation/finding.ts';
import { choice, descriptionOptions, option, withDefault } from '../arguments.ts';
import { command } from '../command.ts';
import { bytesOf, specificationOf, type Terminal, write } from '../terminal.ts';

const formats = ['text', 'ndjson', 'summary'] as const;

export const validate = command({
  arguments: [{ name: '<files...>', description: 'files of records; - is the standard input' }],
  options: {
    ...descriptionOptions,
    schema: option(
      '--schema <name>',
      'the schema of the description to validate against (default: CaseRecord)',
    ),
    format: withDefault(
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
      format === 'summary'
        ? printSummary(files, judge, terminal)
        : printFindings(files, judge, format, terminal);
    const { records, invalid } = await counted;
    if (records === 0)
      throw new Failure(
        'NOTHING_TO_VALIDATE',
        `There is no record in ${files.map(named).join(', ')}. Give one JSON record a line, or a JSON file.`,
      );
    if (format === 'text')
      write(terminal.output, `${records} ${records === 1 ? 'record' : 'records'}, ${invalid} invalid.\n`);
    return invalid === 0 ? 0 : 1;
  },
});

interface Counted {
  readonly records: number;
  readonly invalid: number;
}

async function printFindings(
  files: readonly string[],
  judge: Judge,
  format: 'text' | 'ndjson',
  terminal: Terminal,
): Promise<Counted> {
  const { findingsOf } = await import('../../gate/records/validate-records.ts');
  let records = 0;
  let invalid = 0;
  for (const file of files)
    for await (const group of recordsOf(file, terminal)) {
      let text = '';
      for (const { line, json } of group) {
        const findings = findingsOf(json, judge);
        records += 1;
        if (findings.length > 0) invalid += 1;
        text +=
          format === 'ndjson'
            ? jsonLine(findings)
            : textLines(line === undefined ? file : `${file}:${line}`, findings, json);
      }
      const isWritten = format === 'text' ? write(terminal.output, text) : terminal.output.write(text);
      if (!isWritten) await once(terminal.output, 'drain');
    }
  return { records, invalid };
}

/** Prints a summary, even if there are no records, so that the summaries of several inputs can be added up. */
async function printSummary(files: readonly string[], judge: Judge, terminal: Terminal): Promise<Counted> {
  const { openSummary } = await import('../../gate/records/summary.ts');
  const summary = openSummary(judge);
  for (const file of files)
    for await (const group of recordsOf(file, terminal)) for (const record of group) summary.add(record);
  const sum = summary.sum();
  terminal.output.write(`${printableJson(sum)}\n`);
  return { records: sum.records, invalid: sum.records - sum.valid };
}

async function* recordsOf(file: string, terminal: Terminal): AsyncGenerator<Iterable<InputRecord>> {
  const { blockBytes, recordsIn } = await import('../../gate/records/input.ts');
  yield* recordsIn(bytesOf(file, blockBytes, terminal));
}

function jsonLine(found: readonly Finding[]): string {
  if (found.length === 0) return '{"valid":true,"findings":[]}\n';
  const findings = found.map(({ pointer, keyword, message }) => ({ pointer, keyword, message }));
  return `${printableJson({ valid: false, findings })}\n`;
}

function textLines(place: string, findings: readonly Finding[], json: JsonBody): string {
  return findings
    .map((finding) => `${place}: ${printable(finding.message)}.${adviceOn(finding, json)}\n`)
    .join('');
}

/** Advice for a user who gave a JSON array of records. */
function adviceOn({ pointer, keyword }: Finding, json: JsonBody): string {
  const isList = json.kind === 'json' && Array.isArray(json.value) && json.value.length > 0;
  return isList && pointer === '' && keyword === 'type' ? ' Put one record on a line.' : '';
}
