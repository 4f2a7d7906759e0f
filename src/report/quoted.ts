import { typeInWords } from '../validation/words.ts';
import { printable } from './printable.ts';

// Error messages quote what the user entered. A token entered in the wrong place must not get into a log.

const maxValueLength = 80;
const maxNameLength = 400;

/**
 * An input, quoted for a message: a URL without its query, a short text that does not look secret, or else only the
 * length of the input.
 */
export function quoted(text: string): string {
  const shown = shownValue(text);
  return shown === undefined ? lengthOf(text) : `'${printable(shown)}'`;
}

/** An object or array is shown only as its type, since it may contain a token. */
export function quotedJson(value: unknown): string {
  if (typeof value === 'object') return typeInWords(value);
  if (typeof value !== 'string') return String(value);
  const shown = shownValue(value);
  return shown === undefined ? lengthOf(value) : printable(JSON.stringify(shown));
}

function shownValue(text: string): string | undefined {
  const shown = isUrl(text) ? shownUrlText(text) : shownUnlessSecret(text);
  return shown === undefined || shown.length > maxValueLength ? undefined : shown;
}

function lengthOf(text: string): string {
  return `a text of ${text.length} characters`;
}

export function named(source: string): string {
  const shown = isUrl(source)
    ? shownUrlText(source)
    : /^([./~\\]|[a-z]:\\)/i.test(source)
      ? shownPath(source)
      : shownUnlessSecret(source);
  return shown === undefined || shown.length > maxNameLength
    ? `(a name of ${source.length} characters)`
    : printable(shown);
}

/** A URL without user, query and fragment, which may contain secrets. */
export function shownUrl(url: URL): string {
  return shownUrlText(url.href);
}

function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** Parses without `URL`, which throws for an invalid URL. An invalid URL may contain secrets, too. */
function shownUrlText(text: string): string {
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] =
    /^([^/]*:\/\/)([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  const host = authority.replace(/^.*@/s, '…@');
  return `${scheme}${shownPath(host)}${shownPath(path)}${query === '' ? '' : '?…'}${fragment === '' ? '' : '#…'}`;
}

function shownPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (looksSecret(segment) ? '…' : segment))
    .join('/');
}

function shownUnlessSecret(text: string): string | undefined {
  return looksSecret(text) ? undefined : text;
}

/**
 * Whether a text may be or contain a secret. A UUID looks random, but is not a secret: it identifies a case or client.
 */
export function looksSecret(text: string): boolean {
  if (/\b(bearer|basic|token)\s+\S/i.test(text) || /\beyJ[\w-]{5}/.test(text)) return true;
  // Finds `user:password@` before a host, and a query parameter with a name such as `token`.
  if (/\/\/[^/\s]*@|^[^/\s:]+:[^/\s]*@|(token|secret|password|passwd|pwd|api[_-]?key|auth)=./i.test(text))
    return true;
  return text
    .replaceAll(uuidOrSimilar, '')
    .split(/[^\w+/=~-]+/)
    .map((run) => run.split(/[^A-Za-z0-9]+/))
    .some((parts) => isRandom(parts.filter((part) => !isWord(part)).join('')) || parts.some(isRandomPart));
}

const uuidOrSimilar =
  /(?<![A-Za-z0-9])[A-Za-z0-9]{7,9}(-[A-Za-z0-9]{3,5}){3}-[A-Za-z0-9]{11,13}(?![A-Za-z0-9])/g;

function isWord(part: string): boolean {
  return /^[A-Z]?[a-z]+$/.test(part);
}

/** Random text switches between letters, digits and capitals more often than names do. */
function isRandom(run: string): boolean {
  const all = turns(run) + capitals(run);
  return run.length >= 18 && all >= 4 && all > run.length / 6;
}

function isRandomPart(part: string): boolean {
  if (/\d{9}/.test(part) || (part.length >= 10 && turns(part) >= 3)) return true;
  return part.length >= 16 && (turns(part) >= 2 || capitals(part) > part.length / 6);
}

function turns(text: string): number {
  return text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
}

function capitals(text: string): number {
  return text.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
}
