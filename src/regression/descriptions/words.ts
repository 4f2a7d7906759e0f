import type { JsonType } from './json.ts';

const types: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'true or false',
  string: 'a text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
};

/**
 * The types in words.
 * @param isWhole - whether the numbers are whole numbers
 */
export function typesInWords(named: readonly JsonType[], isWhole: boolean): string {
  if (named.length === Object.keys(types).length) return 'anything';
  return listed(named.map((type) => (type === 'number' && isWhole ? 'a whole number' : types[type])));
}

/** A list in words, shortened if it is long. */
export function listed(words: readonly string[]): string {
  const most = 8;
  if (words.length > most) return `${words.slice(0, most).join(', ')} and ${words.length - most} more`;
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

export function quoted(text: unknown): string {
  return typeof text === 'string' ? `'${text}'` : JSON.stringify(text);
}
