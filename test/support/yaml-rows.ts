import { readFileSync } from 'node:fs';
import { isObject, type JsonObject } from '../../src/schema/json.ts';
import { fromYaml } from '../../src/schema/yaml.ts';

/** Returns the value. @throws if it has another form */
export type Form<Value> = (value: unknown, place: string) => Value;
type Forms<Values> = { readonly [Place in keyof Values]-?: Form<Values[Place]> };

function formOf<Value>(isRight: (value: never) => boolean): Form<Value> {
  return (value, place) => {
    if (!isRight(value as never)) throw new Error(`${place} has another form.`);
    return value as Value;
  };
}

export const anything = formOf<unknown>((value) => value !== undefined);
export const text = formOf<string>((value) => typeof value === 'string');
export const number = formOf<number>((value) => typeof value === 'number');
export const object = formOf<JsonObject>(isObject);
export const list = formOf<readonly unknown[]>(Array.isArray);

export function oneOf<Word extends string>(...words: readonly Word[]): Form<Word> {
  return formOf<Word>((value) => words.includes(value));
}

export function maybe<Value>(form: Form<Value>): Form<Value | undefined> {
  return (value, place) => (value === undefined ? value : form(value, place));
}

export function listOf<Value>(form: Form<Value>): Form<readonly Value[]> {
  return (value, place) => list(value, place).map((one, index) => form(one, `${place}/${index}`));
}

/** Of any names, or a list. Without rows, no test would fail. */
export function tableOf<Row>(form: Form<Row>): Form<Readonly<Record<string, Row>>> {
  return (value, place) => {
    const rows = Object.entries(Object(value));
    if (rows.length === 0) throw new Error(`${place} has no rows.`);
    return Object.fromEntries(rows.map(([name, row]) => [name, form(row, `${place}/${name}`)]));
  };
}

/** Of these members, and no others. */
export function each<Values extends object>(forms: Forms<Values>): Form<Values> {
  return (value, place) => {
    const given = object(value, place);
    const strays = Object.keys(given).filter((name) => !Object.hasOwn(forms, name));
    if (strays.length > 0) throw new Error(`${place} has ${strays}.`);
    const read = Object.entries<Form<unknown>>(forms).map(([name, form]) => [
      name,
      form(given[name], `${place}/${name}`),
    ]);
    return Object.fromEntries(read.filter(([, one]) => one !== undefined));
  };
}

export function row<const Values extends readonly unknown[]>(...forms: Forms<Values>): Form<Values> {
  return (value, place) => {
    const given = list(value, place);
    if (given.length > forms.length) throw new Error(`${place} has more than ${forms.length} values.`);
    return forms.map((form, index) => form(given[index], `${place}/${index}`)) as unknown as Values;
  };
}

/** The content of a file without its `terms`, which only shorten its rows. */
export function yamlOf<Content>(file: URL, form: Form<Content>): Content {
  const content = fromYaml(readFileSync(file, 'utf8'));
  const { terms: _, ...rows } = Object(content);
  return form(Array.isArray(content) ? content : rows, `${file}`);
}

/** Each row of a table with its name before its values. */
export function named<Values extends readonly unknown[]>(
  table: Readonly<Record<string, Values>>,
): (readonly [name: string, ...Values])[] {
  return Object.entries(table).map(([name, values]) => [name, ...values]);
}
