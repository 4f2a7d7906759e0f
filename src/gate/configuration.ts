import { readFile } from 'node:fs/promises';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { YAMLException } from 'js-yaml';
import stripJsonComments from 'strip-json-comments';
import { type TokenName, tokenNames, type WriteMode } from '../harness/target.ts';
import { readJsonText, readText } from '../http/json.ts';
import { named, quoted } from '../report/quoted.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { fromYaml } from '../schema/yaml.ts';
import { bundled } from '../specification/bundled.ts';
import type { CaseType, OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import schema from './configuration.schema.json' with { type: 'json' };
import { type Environment, variableInWords, variableNamed, variablesInWords } from './environment.ts';
import { callWrong, configurationWrong, Failure, notReadable } from './failure.ts';
import { compiledSchema, complaint } from './files/user-schema.ts';

/** The content of `conformance.config.json`. */
export interface Configuration {
  readonly baseUrl?: string;
  readonly tokens?: Readonly<Partial<Record<TokenName, string>>>;
  readonly restrictedOperations?: readonly OperationId[];
  readonly cases?: Readonly<Partial<Record<CaseType | 'foreign', readonly string[]>>>;
  readonly clients?: readonly (string | { readonly id: string; readonly shows: readonly string[] })[];
  readonly writes?: WriteMode;
  readonly leaveFields?: readonly string[];
  readonly journal?: string;
  readonly requestsPerSecond?: number;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  readonly settleMs?: number;
  readonly insecureTls?: boolean;
  readonly caFile?: string;
  readonly clientCertificate?: {
    readonly certFile: string;
    readonly keyFile: string;
    readonly passphrase?: string;
  };
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly deadlineSeconds?: number;
}

/** Leaves out tokens that are not in `used`, so their variables need not be set. */
export async function readConfiguration(
  file: string,
  environment: Environment,
  specification?: Specification,
  used?: readonly TokenName[],
): Promise<Configuration> {
  const name = `The configuration ${named(file)}`;
  const bytes = await readFile(file).catch(
    notReadable(name, 'Name another with --config.', 'CONFIGURATION_NOT_FOUND'),
  );
  const { text: written, isUtf8 } = readText(bytes);
  // White space replaces comments, so the positions in errors stay right.
  const text = stripJsonComments(written, { trailingCommas: true });
  const json = readJsonText({ text, isUtf8 });
  if (json.kind === 'not-json')
    throw new Failure('CONFIGURATION_NOT_JSON', `${named(file)} cannot be read. ${json.message}`);
  const configuration = configurationFrom(json.value, file, environment, specification, used);
  assertNoKeyTwice(text, file);
  return configuration;
}

/** Refuses a duplicate key. JSON.parse silently keeps the last of two values, which might permit writes. */
function assertNoKeyTwice(text: string, file: string): void {
  try {
    // JSON is YAML, and the YAML parser reports duplicate keys. At this point, the content is valid and so not deeply
    // nested.
    fromYaml(text);
  } catch (cause) {
    if (!(cause instanceof YAMLException) || cause.reason !== 'duplicated mapping key') throw cause;
    throw configurationWrong(
      `${named(file)} is wrong: the key in line ${(cause.mark?.line ?? 0) + 1} appears for the second time.`,
    );
  }
}

export function configurationFrom(
  value: unknown,
  source: string,
  environment: Environment,
  specification?: Specification,
  used: readonly TokenName[] = tokenNames,
): Configuration {
  const written = withTokens(used, value);
  const configuration = substituted(written, source, environment);
  for (const name of tokenNames) {
    const raw = memberOf(memberOf(written, 'tokens'), name);
    const [, variable] = (typeof raw === 'string' && /^\$\{(.*)\}$/.exec(raw)) || [];
    const origin = variable === undefined ? `tokens.${name}` : variableInWords(variable);
    assertBareToken(memberOf(memberOf(configuration, 'tokens'), name), origin);
  }
  return asConfiguration(configuration, source, specification);
}

/** Refuses a token with its scheme: users copy the whole value of an Authorization header. */
export function assertBareToken(token: unknown, origin: string): void {
  if (typeof token !== 'string' || !/^bearer\s/i.test(token)) return;
  throw configurationWrong(
    `The token in ${origin} begins with 'Bearer ', which is not part of it. Remove that word there.`,
  );
}

/** Removes the tokens that are not in `used`. A misspelt name is kept, so that validation reports the name. */
function withTokens(used: readonly TokenName[], value: unknown): unknown {
  const tokens = memberOf(value, 'tokens');
  if (!isObject(value) || !isObject(tokens)) return value;
  const unused: readonly string[] = tokenNames.filter((name) => !used.includes(name));
  const kept = Object.entries(tokens).filter(([name]) => !unused.includes(name));
  return { ...value, tokens: Object.fromEntries(kept) };
}

export function asConfiguration(
  value: unknown,
  source: string,
  specification: Specification = bundled,
): Configuration {
  const conforms = specification.derive(validatorOf);
  if (conforms(value)) return value;
  // Errors of 'if' and 'propertyNames' only repeat the error of a subschema.
  const errors = conforms.errors?.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
  // One value may break two keywords: 0.5 is neither an integer nor at least 1. Report only the first.
  const byPlace = Map.groupBy(errors ?? [], ({ instancePath, params }) =>
    [instancePath, params.additionalProperty, params.missingProperty].join(),
  );
  const complaints = [...byPlace.values()].flatMap(([first]) =>
    first === undefined ? [] : complaint(first, (at) => pointersToSecrets.test(at)),
  );
  const listed =
    complaints.length === 1 ? ` ${complaints[0]}` : complaints.map((one) => `\n  ${one}`).join('');
  throw configurationWrong(`${named(source)} is wrong:${listed}`);
}

export function casesOf(
  options: readonly string[],
  { caseTypes }: Specification,
): NonNullable<Configuration['cases']> {
  const isIdentifier = new RegExp(schema.$defs.identifier.pattern);
  const cases: Record<string, string[]> = {};
  for (const option of options) {
    const [list = '', id = ''] = option.split('=', 2);
    const isWritten = [...caseTypes, 'foreign'].some((one) => one === list) && id !== '';
    if (!isWritten || !isIdentifier.test(id)) {
      const form = isWritten
        ? 'name a case by its UUID'
        : `be written TYPE=ID with a type of ${caseTypes.join(', ')} or foreign`;
      throw callWrong(`--case must ${form}, but is ${quoted(option)}.`);
    }
    cases[list] = [...(cases[list] ?? []), id];
  }
  return cases;
}

function validatorOf({ caseTypes, fieldsOf }: Specification): ValidateFunction<Configuration> {
  const { cases } = schema.properties;
  const { foreign, ...listed } = cases.properties;
  const [ofType] = Object.values(listed);
  const properties = { ...Object.fromEntries(caseTypes.map((caseType) => [caseType, ofType])), foreign };
  const clientFields = fieldsOf('Client').filter((field) => field !== 'id');
  const written = {
    ...schema,
    properties: { ...schema.properties, cases: { ...cases, properties } },
    $defs: {
      ...schema.$defs,
      clientFields: { type: 'array', items: { enum: clientFields } },
      changeableFields: { type: 'array', items: { enum: fieldsOf('ClientPatch') } },
    },
  };
  return compiledSchema(written, { allErrors: true });
}

const pointersToSecrets = /^\/(tokens|headers|proxy|clientCertificate)/;

function substituted(value: unknown, file: string, environment: Environment): unknown {
  const unset = new Set<string>();
  const replaced = replacedIn(value, (name) => {
    const found = variableNamed(name, environment) ?? '';
    if (found === '') unset.add(name);
    return found;
  });
  if (unset.size === 0) return replaced;
  const [are, them] = unset.size === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new Failure(
    'VARIABLE_NOT_SET',
    `${named(file)} needs ${variablesInWords([...unset])}, which ${are} not set. Set ${them}, or take ${them} out of the file.`,
  );
}

function replacedIn(value: unknown, variable: (name: string) => string, levels = 4): unknown {
  // A valid configuration has no strings at a deeper level.
  if (levels === 0) return value;
  if (typeof value === 'string')
    return value.replaceAll(/\$\{([^}]*)\}/g, (_match, name: string) => variable(name));
  if (Array.isArray(value)) return value.map((element) => replacedIn(element, variable, levels - 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replacedIn(member, variable, levels - 1)]),
  );
}
