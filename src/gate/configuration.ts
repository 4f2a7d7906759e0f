import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import stripJsonComments from 'strip-json-comments';
import { parseDocument } from 'yaml';
import { type TokenName, tokenNames, type WriteMode } from '../harness/target.ts';
import { readJson } from '../http/json.ts';
import { printable } from '../report/printable.ts';
import { looksSecret, named, quoted, quotedJson } from '../report/quoted.ts';
import { isObject } from '../schema/json.ts';
import { memberOf, pointerTokens } from '../schema/pointer.ts';
import { bundled } from '../specification/bundled.ts';
import type { CaseType, OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import schema from './configuration.schema.json' with { type: 'json' };
import { type Environment, variableInWords, variableNamed } from './environment.ts';
import { Failure } from './failure.ts';
import { nearest } from './nearest.ts';
import { whyNotRead } from './why-not-read.ts';

/** A client that is listed with what it is known to show. */
export interface KnownClient {
  readonly id: string;
  readonly shows: readonly string[];
}

/** What `conformance.config.json` may say. */
export interface Configuration {
  readonly baseUrl?: string;
  readonly tokens?: Readonly<Partial<Record<TokenName, string>>>;
  readonly restrictedOperations?: readonly OperationId[];
  readonly cases?: Readonly<Partial<Record<CaseType | 'foreign', readonly string[]>>>;
  readonly clients?: readonly (string | KnownClient)[];
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

/**
 * Reads a configuration file, with environment variables put in place of `${NAME}`.
 * @param used - the tokens that are asked for, as in `configurationFrom`
 * @throws {Failure} when it cannot be read or says something that it cannot say
 */
export async function readConfiguration(
  file: string,
  environment: Environment,
  specification?: Specification,
  used?: readonly TokenName[],
): Promise<Configuration> {
  const bytes = withoutComments(await bytesOf(file));
  const json = readJson(bytes);
  if (json.kind === 'not-json')
    throw new Failure('CONFIGURATION_NOT_JSON', `${named(file)} cannot be read. ${json.message}`);
  const configuration = configurationFrom(json.value, file, environment, specification, used);
  assertNoKeyTwice(bytes, file);
  return configuration;
}

/** White space in place of comments, so that every line and column stays. What is not UTF-8 is left to be refused. */
function withoutComments(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) return bytes;
  return new TextEncoder().encode(stripJsonComments(new TextDecoder().decode(bytes)));
}

/** JSON lets the last of two keys win without a word, which could be the one that permits writes. */
function assertNoKeyTwice(bytes: Uint8Array, file: string): void {
  // JSON is YAML, whose parser knows; what is read here conforms already, and is not deep.
  const { errors } = parseDocument(new TextDecoder().decode(bytes), { uniqueKeys: true });
  const [twice] = errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  if (twice === undefined) return;
  const [place] = twice.linePos ?? [];
  throw new Failure(
    'CONFIGURATION_WRONG',
    `${named(file)} is wrong: the key in line ${place?.line} stands there for the second time.`,
  );
}

/**
 * The value as a configuration, with environment variables put in place of `${NAME}`.
 * @param source - what errors call the place that the value is from
 * @param used - the tokens that are asked for: the others are left out, so that their variables need not be set
 * @throws {Failure} `VARIABLE_NOT_SET`, or as `asConfiguration` does
 */
export function configurationFrom(
  value: unknown,
  source: string,
  environment: Environment,
  specification?: Specification,
  used: readonly TokenName[] = tokenNames,
): Configuration {
  return asConfiguration(substituted(withTokens(used, value), source, environment), source, specification);
}

/** What may be a configuration, without the tokens that are not used; what is no name of one is left to be refused. */
function withTokens(used: readonly TokenName[], value: unknown): unknown {
  const tokens = memberOf(value, 'tokens');
  if (!isObject(value) || !isObject(tokens)) return value;
  const unused: readonly string[] = tokenNames.filter((name) => !used.includes(name));
  const kept = Object.entries(tokens).filter(([name]) => !unused.includes(name));
  return { ...value, tokens: Object.fromEntries(kept) };
}

/**
 * The value as a configuration.
 * @param source - what errors call the place that the value is from
 * @param specification - whose case types it may list cases of; without it, the bundled one
 * @throws {Failure} `CONFIGURATION_WRONG` when it says something that a configuration cannot say
 */
export function asConfiguration(
  value: unknown,
  source: string,
  specification: Specification = bundled,
): Configuration {
  const conforms = specification.derive(validatorOf);
  if (conforms(value)) return value;
  const [error] = conforms.errors ?? [];
  const words = error === undefined ? 'it is not a configuration.' : complaint(error);
  throw new Failure('CONFIGURATION_WRONG', `${named(source)} is wrong: ${printable(words)}`);
}

/** Whether a configuration takes the text for the identifier of a case or a client. */
export function isIdentifier(text: string): boolean {
  return new RegExp(schema.$defs.identifier.pattern).test(text);
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new Failure(
      'CONFIGURATION_NOT_FOUND',
      `The configuration ${named(file)} cannot be read. ${whyNotRead(cause)} Name another with --config.`,
      { cause },
    );
  }
}

function validatorOf({ caseTypes, fieldsOf }: Specification): ValidateFunction<Configuration> {
  const { cases } = schema.properties;
  const { foreign, ...listed } = cases.properties;
  const [ofType] = Object.values(listed);
  const properties = { ...Object.fromEntries(caseTypes.map((caseType) => [caseType, ofType])), foreign };
  const clientFields = fieldsOf('Client').filter((field) => field !== 'id');
  return new Ajv2020({ strict: true, verbose: true }).compile({
    ...schema,
    properties: { ...schema.properties, cases: { ...cases, properties } },
    $defs: {
      ...schema.$defs,
      clientFields: { type: 'array', items: { enum: clientFields } },
      changeableFields: { type: 'array', items: { enum: fieldsOf('ClientPatch') } },
    },
  });
}

/** Says what is wrong, quoting what was written, unless it is a token, and what to write instead. */
function complaint({ instancePath: at, keyword, params, parentSchema, data, message }: ErrorObject): string {
  if (keyword === 'additionalProperties') {
    const known = Object.keys(parentSchema?.properties).filter((one) => one !== '$schema');
    return unknownKey(at, String(params.additionalProperty), known);
  }
  if (keyword === 'required') return `${where(at)} lacks ${params.missingProperty}.`;
  if (keyword === 'minLength') return `${where(at)} must not be empty.`;
  const found = secretKeys.test(at) ? '' : `, but is ${quotedJson(data)}`;
  const near =
    keyword === 'enum' && typeof data === 'string' ? nearest(data, params.allowedValues) : undefined;
  const meant = near === undefined ? '' : ` Did you mean '${near}'?`;
  return `${where(at)} ${needs[keyword]?.(params, at) ?? message}${found}.${meant}`;
}

/** What holds credentials, or may: it is not quoted. */
const secretKeys = /^\/(tokens|headers|proxy|clientCertificate)/;

/** What a value must be, by the keyword that it breaks. */
const needs: Readonly<Record<string, (params: ErrorObject['params'], at: string) => string>> = {
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
  type: ({ type }) => `must be of type ${type}`,
  pattern: (_, at) => `must be ${formOf(at)}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
};

/** What a text must look like, in words. */
function formOf(pointer: string): string {
  if (pointer.startsWith('/tokens')) return 'a token: visible ASCII characters without spaces, and not empty';
  if (pointer === '/headers') return 'values by names of HTTP headers, which hold neither spaces nor colons';
  if (pointer.startsWith('/headers')) return 'visible ASCII characters, without a space at either end';
  if (pointer === '/proxy') return "a URL such as http://proxy.example:3128, or 'environment'";
  return pointer === '/baseUrl' ? 'a URL such as https://acme.example' : 'a UUID';
}

function where(pointer: string): string {
  return pointer === '' ? 'the configuration' : pointerTokens(pointer).join('.');
}

/** A key that is like none of the tokens' names may be a token in the wrong place, and is not quoted. */
function unknownKey(at: string, key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  const isSecret = looksSecret(key) || (near === undefined && at.startsWith('/tokens'));
  const name = isSecret ? 'such key' : `key ${quoted(key)}`;
  return `${where(at)} has no ${name}. ${near === undefined ? `Its keys are ${known.join(', ')}.` : `Did you mean '${near}'?`}`;
}

/** The value with each `${NAME}` in its strings replaced by that environment variable. */
function substituted(value: unknown, file: string, environment: Environment, levels = 4): unknown {
  // No string of a configuration stands deeper; what is there all the same is refused by the schema.
  if (levels === 0) return value;
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{([^}]*)\}/g, (_match, name: string) => variable(name, file, environment));
  }
  if (Array.isArray(value))
    return value.map((element) => substituted(element, file, environment, levels - 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, substituted(member, file, environment, levels - 1)]),
  );
}

function variable(name: string, file: string, environment: Environment): string {
  const found = variableNamed(name, environment);
  if (found !== undefined && found !== '') return found;
  throw new Failure(
    'VARIABLE_NOT_SET',
    `${named(file)} asks for ${variableInWords(name)}, which is not set. Set it, or take it out of the file.`,
  );
}
