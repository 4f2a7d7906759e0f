import { printableJson } from './printable.ts';
import type { Report } from './report.ts';

/** A report as compact JSON, with one line for each list element. */
export function reportText(report: Report): string {
  const members = Object.entries(report)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${JSON.stringify(name)}: ${Array.isArray(value) ? listed(value) : printableJson(value)}`,
    );
  return `{\n${members.join(',\n')}\n}\n`;
}

function listed(values: readonly unknown[]): string {
  return values.length === 0 ? '[]' : `[\n${values.map((value) => printableJson(value)).join(',\n')}\n]`;
}
