import type { ErrorObject } from 'ajv';
import { childPointer, memberOf } from '../schema/pointer.ts';
import { type Schema, tagsOf } from '../schema/schema.ts';
import type { Finding } from './finding.ts';

/** Needs Ajv's `verbose`, which adds schema and value to its errors. */
export function findingOf(error: ErrorObject): Finding {
  const { instancePath: at, keyword, params, message } = error;
  return ofKeyword[keyword]?.(at, error, params) ?? finding(at, keyword, `breaks ${keyword}: it ${message}`);
}

type Parameters = Readonly<Record<string, string | undefined>>;

const ofKeyword: Readonly<
  Record<string, (at: string, error: ErrorObject, parameters: Parameters) => Finding>
> = {
  required: (at, _, { missingProperty = '' }) => missing(childPointer(at, missingProperty)),
  additionalProperties: (at, error, { additionalProperty = '' }) =>
    unlisted(childPointer(at, additionalProperty), error),
  discriminator: (at, error, { tag = '' }) => untagged(at, tag, error),
  type: (at, { data }, { type = [] }) =>
    finding(at, 'type', `is ${typeInWords(data)} instead of ${[type].flat().map(article).join(' or ')}`),
  enum: (at, { schema, data }) => chosen(at, schema as readonly unknown[], data),
  const: (at, { schema, data }) => chosen(at, [schema], data),
  format: (at, { data }, { format }) => finding(at, 'format', `is not ${formInWords(format, data)}`),
  pattern: (at, _, { pattern }) => finding(at, 'pattern', `does not match the pattern ${pattern}`),
};

export const formatWords: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  date: 'a date of the calendar, written YYYY-MM-DD',
};

function formInWords(format = '', value: unknown): string {
  const isWritten = /^\d{4}-\d\d-\d\d$/.test(String(value));
  if (format === 'date') return isWritten ? 'a date of the calendar' : 'written YYYY-MM-DD';
  return formatWords[format] ?? `of the format ${format}`;
}

function missing(pointer: string): Finding {
  return finding(pointer, 'required', 'is missing');
}

function unlisted(pointer: string, { parentSchema, data }: ErrorObject): Finding {
  const listed = Object.keys((parentSchema as Schema).properties ?? {});
  const absent = listed.filter((name) => memberOf(data, name) === undefined);
  const alike = 'is not allowed';
  const words = `${alike}: only ${listed.join(' and ')} are${absentInWords(absent, listed)}`;
  return { ...finding(pointer, 'additionalProperties', words), alike };
}

function absentInWords(absent: readonly string[], listed: readonly string[]): string {
  if (absent.length === 0) return '';
  if (absent.length === listed.length) return ', and none of these is present';
  return `, and ${absent.join(' and ')} ${absent.length === 1 ? 'is' : 'are'} missing`;
}

/** A union's tag is missing or names no branch. Only the tag is reported, since no branch's rules apply. */
function untagged(at: string, tag: string, error: ErrorObject): Finding {
  const pointer = childPointer(at, tag);
  const value = memberOf(error.data, tag);
  if (value === undefined) return missing(pointer);
  return chosen(pointer, tagsOf(error.parentSchema as Schema), value);
}

function chosen(pointer: string, allowed: readonly unknown[], value: unknown): Finding {
  const near = typeof value === 'string' ? nearMiss(allowed, value) : undefined;
  if (near !== undefined) return { ...finding(pointer, 'enum', near.words), alike: near.alike };
  const shown = shownInWords(value);
  const [only, ...more] = allowed.map(literal);
  if (more.length === 0)
    return finding(
      pointer,
      'enum',
      shown === undefined ? `is not ${only}` : `is ${shown} instead of ${only}`,
    );
  const list = [only, ...more].join(', ');
  const words = `is ${shown === undefined ? '' : `${shown}, `}not one of ${list}`;
  const alike = `is ${typeof value === 'boolean' ? 'a boolean, ' : ''}not one of ${list}`;
  return { ...finding(pointer, 'enum', words), allowed: list, alike };
}

export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Common answers that identify nobody, so messages may quote them. */
const usualAnswer = /^(yes|no|y|n|true|false|on|off|[01]|none|null|unknown|not known|n\/a|other)$/i;

/** Longer numbers could be telephone numbers. */
const maxShownDigits = 4;

/**
 * A wrong value as a message may show it without revealing personal data: a boolean, a short number, a common answer,
 * or only the type.
 */
function shownInWords(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && String(value).length <= maxShownDigits) return String(value);
  if (typeof value !== 'string') return typeInWords(value);
  if (value === '') return 'empty';
  return usualAnswer.test(value) ? literal(value) : undefined;
}

function nearMiss(
  allowed: readonly unknown[],
  value: string,
): { readonly words: string; readonly alike: string } | undefined {
  const near = value === '' ? undefined : nearTo(allowed, value);
  if (near === undefined) return undefined;
  const word = value.trim();
  const differs = [
    ...(value.startsWith(word) ? [] : ['leading space']),
    ...(value.endsWith(word) ? [] : ['trailing space']),
    ...variants.filter(([, differ]) => differ(near, word)).map(([name]) => name),
  ].join(', ');
  const words = /^[ -~]{1,60}$/.test(value) ? `is '${value}' instead of` : 'differs from';
  return { words: `${words} '${near}' (${differs})`, alike: `is an allowed value with ${differs}` };
}

const variants: readonly (readonly [name: string, differ: (allowed: string, word: string) => boolean])[] = [
  ['other letter case', (allowed, word) => allowed !== word && allowed.toLowerCase() === word.toLowerCase()],
  [
    'other separators',
    (allowed, word) =>
      allowed.toLowerCase() !== word.toLowerCase() && withoutSeparators(allowed) === withoutSeparators(word),
  ],
  ['a last character too many', (allowed, word) => allowed.length > 3 && word.slice(0, -1) === allowed],
  ['the end missing', (allowed, word) => word.length > 3 && allowed !== word && allowed.startsWith(word)],
];

function withoutSeparators(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_/-]/g, '');
}

export function nearTo(allowed: readonly unknown[], value: string): string | undefined {
  const word = value.trim();
  const texts = allowed.filter((one) => typeof one === 'string');
  return texts.includes(word)
    ? word
    : variants.map(([, differ]) => texts.find((one) => differ(one, word))).find((one) => one !== undefined);
}

function finding(pointer: string, keyword: string, words: string): Finding {
  return { pointer, keyword, message: `${pointer === '' ? 'The value' : pointer} ${words}` };
}

export function typeInWords(value: unknown): string {
  if (value === null) return 'null';
  return article(Array.isArray(value) ? 'array' : typeof value);
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
