import schema from '../../../gate/configuration.schema.json' with { type: 'json' };
import { asConfiguration, type Configuration, casesOf } from '../../../gate/configuration.ts';
import { defaultTokenVariable } from '../../../gate/defaults.ts';
import { callWrong } from '../../../gate/failure.ts';
import { configuredTarget, type TargetOptions } from '../../../gate/target.ts';
import { bundled } from '../../../specification/bundled.ts';
import type { OperationId } from '../../../specification/description.ts';

type DraftOptions = Pick<TargetOptions, 'baseUrl' | 'writes'> & {
  readonly restrictedOperations?: readonly OperationId[] | undefined;
  readonly listed?: readonly string[] | undefined;
  readonly clients?: readonly string[] | undefined;
} & Readonly<Partial<Record<'tokenEnv' | 'restrictedEnv' | 'outsiderEnv', string | undefined>>>;

export function draftOf(options: DraftOptions): Configuration {
  const { baseUrl, writes, listed = [], clients, restrictedOperations } = options;
  const referenceTo = (name: string | undefined, option: string) =>
    name === undefined ? undefined : variableReference(name, option);
  const tokens = {
    member: referenceTo(options.tokenEnv, '--token-env'),
    restricted: referenceTo(options.restrictedEnv, '--restricted-env'),
    outsider: referenceTo(options.outsiderEnv, '--outsider-env'),
  };
  const draft = { baseUrl, tokens, restrictedOperations, cases: casesOf(listed, bundled), clients, writes };
  // JSON leaves out members without a value.
  return accepted(JSON.parse(JSON.stringify(draft)), 'The call');
}

export function accepted(draft: Configuration, source: string): Configuration {
  const { baseUrl = 'https://acme.example', tokens, ...further } = asConfiguration(draft, source);
  const member = variableReference(defaultTokenVariable, source);
  configuredTarget({ ...further, baseUrl, tokens: { member, ...tokens } }, bundled);
  return draft;
}

/**
 * The reference `${NAME}` to a variable. Only names in capital letters are accepted, so that a token given by mistake
 * gets neither into the file nor into a message.
 */
export function variableReference(name: string, source: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return `\${${name}}`;
  throw callWrong(
    `${source} must be the name of an environment variable, such as ${defaultTokenVariable}: capital letters, digits and underscores. Never give the token itself.`,
  );
}

export function tokenVariables({ tokens = {} }: Configuration): string[] {
  const member = variableReference(defaultTokenVariable, '');
  return Object.values({ member, ...tokens }).map((reference) => reference.slice('${'.length, -'}'.length));
}

interface KeySchema {
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, KeySchema>>;
}

export function configurationText(configuration: Configuration): string {
  return [...opening, ...objectLines(schema, configuration), ''].join('\n');
}

const opening: readonly string[] = [
  '// What case-conformance check tests, and how. Where a key is commented out, take its // away to set it.',
];

function objectLines({ properties = {} }: KeySchema, value: object): string[] {
  const set = new Map(Object.entries(value).filter(([, member]) => hasEffect(member)));
  const members = Object.entries(properties).flatMap(([key, keySchema], index) => [
    ...explanationLines(keySchema, index === 0),
    ...keyLines(key, keySchema, set.get(key)),
  ]);
  return ['{', ...members.map((line) => (line === '' ? '' : `  ${line}`)), '}'];
}

function hasEffect(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined;
}

function explanationLines({ description }: KeySchema, isFirst: boolean): string[] {
  if (description === undefined) return [];
  return [...(isFirst ? [] : ['']), `/* ${description} */`];
}

/**
 * The lines for a key of the configuration. A key without a value is commented out, with an example. Each value ends
 * with a comma, even the last.
 */
function keyLines(key: string, keySchema: KeySchema, value: unknown): string[] {
  const [first, ...others] = `${valueLines(keySchema, value ?? exampleOf(keySchema)).join('\n')},`.split(
    '\n',
  );
  const lines = [`"${key}": ${first}`, ...others];
  return value === undefined ? lines.map((line) => `// ${line}`.trimEnd()) : lines;
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
