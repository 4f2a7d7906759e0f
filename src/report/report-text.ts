import { printableJson } from './printable.ts';

export function reportText(report: object): string {
  return [...reportLines(report)].join('');
}

/** Yields the text in parts: the whole text of a large report would need much memory. */
export function* reportLines(report: object): Generator<string> {
  let before = '{\n';
  for (const [name, value] of Object.entries(report)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}: `;
    yield* Array.isArray(value) ? listed(value) : [printableJson(value)];
    before = ',\n';
  }
  yield '\n}\n';
}

function* listed(values: readonly unknown[]): Generator<string> {
  if (values.length === 0) return yield '[]';
  for (const [index, value] of values.entries()) yield `${index === 0 ? '[' : ','}\n${printableJson(value)}`;
  yield '\n]';
}
