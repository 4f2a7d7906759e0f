import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Returns what is wrong with a value, such as "must be a string"; undefined if it is valid. */
export type Check = (value: Json) => string | undefined;

export type Fields = Readonly<Record<string, Check>>;

export function readFields(body: unknown, known: Fields): JsonObject | string {
  if (!isJsonObject(body)) return 'The body must be a JSON object.';
  const fields = pickFields(body, known);
  for (const [name, value] of Object.entries(fields)) {
    const expected = known[name]?.(value);
    if (expected !== undefined) return `${name} ${expected}.`;
  }
  return fields;
}

export function pickFields(object: JsonObject, known: Fields): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => Object.hasOwn(known, name)));
}

// The grammar of an e-mail address (RFC 5321, section 4.1.2).
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = `${atom}(?:\\.${atom})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"`;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const literal = '\\[[!-Z^-~]+\\]';
const mailbox = new RegExp(`^(?:${localPart})@(?:${label}(?:\\.${label})*|${literal})$`, 'i');
const e164 = /^\+[1-9]\d{1,14}$/;

export const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');

export const email: Check = (value) =>
  typeof value === 'string' && value.length <= 254 && mailbox.test(value)
    ? undefined
    : 'must be an e-mail address';

export const telephoneNumber: Check = (value) =>
  typeof value === 'string' && e164.test(value) ? undefined : 'must be a telephone number in E.164 format';

export function objectOf(known: Fields): Check {
  return (value) => {
    if (!isJsonObject(value)) return 'must be an object';
    const fields = readFields(value, known);
    return typeof fields === 'string' ? `is wrong: ${fields.slice(0, -1)}` : undefined;
  };
}

export function texts(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, text]));
}

/** The address of interface 2.3. */
export const address: Check = objectOf(
  texts('line_1', 'line_2', 'line_3', 'post_town', 'county', 'postcode', 'uprn'),
);
