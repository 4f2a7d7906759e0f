import schema from '../../../gate/configuration.schema.json' with { type: 'json' };
import type { Configuration } from '../../../gate/configuration.ts';

interface KeySchema {
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, KeySchema>>;
}

/** The configuration as a file that explains every key. Keys without a value are commented out. */
export function configurationText(configuration: Configuration): string {
  return [...opening, ...objectLines(schema, configuration), ''].join('\n');
}

const opening: readonly string[] = [
  '// What case-conformance check tests, and how. Where a key is commented out, take its // away to set it, and',
  '// leave the commas as they are.',
];

function objectLines({ properties = {} }: KeySchema, value: object): string[] {
  const set = new Map(Object.entries(value).filter(([, member]) => saysSomething(member)));
  const keys = Object.entries(properties);
  const lastSet = keys.findLastIndex(([key]) => set.has(key));
  const members = keys.flatMap(([key, keySchema], index) => [
    ...explanationLines(keySchema, index === 0),
    ...keyLines(key, keySchema, set.get(key), index - lastSet),
  ]);
  return ['{', ...members.map((line) => (line === '' ? '' : `  ${line}`)), '}'];
}

/** An empty list or object has no effect. */
function saysSomething(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined;
}

function explanationLines({ description }: KeySchema, isFirst: boolean): string[] {
  if (description === undefined) return [];
  return [...(isFirst ? [] : ['']), `/* ${description} */`];
}

/**
 * A key with its value, or commented out with an example. The comma of a commented key is placed so that the file
 * stays valid when the comment marks are removed: before the key if no key with a value follows.
 * @param place - the position of the key relative to the last one with a value
 */
function keyLines(key: string, keySchema: KeySchema, value: unknown, place: number): string[] {
  const lines = valueLines(keySchema, value ?? exampleOf(keySchema));
  const member = [`"${key}": ${lines[0]}`, ...lines.slice(1)];
  const closed = place < 0 ? [...member.slice(0, -1), `${member.at(-1)},`] : member;
  if (value !== undefined) return closed;
  const [first, ...others] = closed;
  return [`${place > 0 ? ', ' : ''}${first}`, ...others].map((line) => `// ${line}`.trimEnd());
}

function valueLines(keySchema: KeySchema, value: unknown): string[] {
  if (keySchema.properties !== undefined) return objectLines(keySchema, value as object);
  if (!Array.isArray(value)) return [JSON.stringify(value)];
  const line = `[${value.map((element) => JSON.stringify(element)).join(', ')}]`;
  return line.length <= 80 ? [line] : JSON.stringify(value, null, 2).split('\n');
}

function exampleOf({ properties, examples = [], default: usual = examples[0] }: KeySchema): unknown {
  if (properties === undefined) return usual;
  return Object.fromEntries(Object.entries(properties).map(([key, member]) => [key, exampleOf(member)]));
}
