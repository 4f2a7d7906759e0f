import type { Redacted } from '../../http/redact.ts';
import { pointerTokens } from '../../schema/pointer.ts';
import { withoutQuotes } from '../words.ts';

export interface ExcerptLine {
  readonly indent: string;
  readonly text: string;
  /** Whether the pointer leads to this line. */
  readonly isMarked: boolean;
}

/** The maximum number of lines shown of a value. */
const longestValue = 12;

/** The excerpt of a body around a pointer: the path to it and its value; siblings are only counted. */
export function excerptOf(body: Redacted, pointer: string): ExcerptLine[] {
  return linesTo(body, pointerTokens(pointer), '', '');
}

function linesTo(value: Redacted, tokens: readonly string[], label: string, indent: string): ExcerptLine[] {
  const [token, ...rest] = tokens;
  if (token === undefined || typeof value !== 'object' || value === null)
    return valueLines(value, label, indent);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const within = `${indent}  `;
  const members = Object.entries(value);
  const place = members.findIndex(([name]) => name === token);
  const name = Array.isArray(value) ? '' : `${JSON.stringify(token)}: `;
  const found =
    place === -1
      ? [{ indent: within, text: `${name}(not there)`, isMarked: true }]
      : linesTo(members[place]?.[1] ?? null, rest, name, within);
  return [
    plain(indent, `${label}${open}`),
    ...others(place === -1 ? members.length : place, within),
    ...found,
    ...others(place === -1 ? 0 : members.length - place - 1, within),
    plain(indent, close),
  ];
}

function valueLines(value: Redacted, label: string, indent: string): ExcerptLine[] {
  const json = withoutQuotes(JSON.stringify(value, null, 2));
  const lines = `${label}${json}`.split('\n');
  const shown = lines.length > longestValue ? [...lines.slice(0, longestValue), '…'] : lines;
  return shown.map((line) => {
    const text = line.trimStart();
    return { indent: indent + line.slice(0, line.length - text.length), text, isMarked: true };
  });
}

function others(number: number, indent: string): ExcerptLine[] {
  return number === 0 ? [] : [plain(indent, `… ${number} more`)];
}

function plain(indent: string, text: string): ExcerptLine {
  return { indent, text, isMarked: false };
}
