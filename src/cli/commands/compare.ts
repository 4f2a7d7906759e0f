import { buffer } from 'node:stream/consumers';
import type { Comparison } from '../../report/comparison.ts';
import { printableJson } from '../../report/printable.ts';
import type { Report } from '../../report/report.ts';
import { choice, withDefault } from '../arguments.ts';
import { command } from '../command.ts';
import { bytesIn, layoutFor, type Terminal, write } from '../terminal.ts';

const formats = ['text', 'json', 'markdown'] as const;

export const compare = command({
  arguments: [
    { name: '<before>', description: 'the file of the earlier report, or - for the standard input' },
    { name: '<after>', description: 'the file of the later report' },
  ],
  options: {
    format: withDefault(choice('--output <format>', 'the output format', formats), 'text'),
  },
  example: 'case-conformance compare yesterday/report.json conformance-report/report.json',

  async run({ format }, terminal, [before = '', after = '']) {
    const { compare } = await import('../../gate/reports.ts');
    const comparison = await compare(await sourceOf(before, terminal), await sourceOf(after, terminal));
    write(terminal.output, await rendered(comparison, format, terminal));
    return comparison.deviations.new.length === 0 ? 0 : 1;
  },
});

async function sourceOf(file: string, terminal: Terminal): Promise<Report | string> {
  if (file !== '-') return file;
  const { formIn } = await import('../../gate/files/form-files.ts');
  return formIn(await buffer(bytesIn(terminal)), 'report', 'The standard input');
}

async function rendered(
  comparison: Comparison,
  format: (typeof formats)[number],
  terminal: Terminal,
): Promise<string> {
  if (format === 'json') return `${printableJson(comparison, 2)}\n`;
  const { comparisonDocument } = await import('../../report/comparison-document.ts');
  const { documentMarkdown, documentText } = await import('../../report/document.ts');
  const document = comparisonDocument(comparison);
  return format === 'text' ? documentText(document, layoutFor(terminal)) : documentMarkdown(document);
}
