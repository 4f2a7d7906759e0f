import { createRequire } from 'node:module';
import type { AnySchemaObject, ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { printable } from '../../report/printable.ts';
import { looksSecret, quoted, quotedJson } from '../../report/quoted.ts';
import { pointerTokens } from '../../schema/pointer.ts';
import { didYouMean, mostSimilar } from '../did-you-mean.ts';

const require = createRequire(import.meta.url);

/**
 * Compiles the schema of a file that a user names. Loads Ajv, which takes longer than starting Node, so call it late.
 */
export function compiledSchema<Content>(
  schema: AnySchemaObject,
  options: Pick<Options, 'allErrors'> = {},
): ValidateFunction<Content> {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  const ajv = new Ajv2020({
    ...{ strict: true, strictTypes: false, strictRequired: false, verbose: true, ...options },
    // These settings save time: the schemas are known to be valid, and each file is read once.
    ...{ meta: false, validateSchema: false, code: { optimize: false } },
  });
  addFormats.default(ajv);
  return ajv.compile<Content>(schema);
}

/**
 * Makes a sentence of a schema error: what is wrong with the value, and how to fix it. If the schema's description
 * begins with an article, such as "a whole number of seconds", the sentence says that the value must be that.
 * @param isSecret - whether the value at a pointer may be a credential, which is not quoted
 */
export function complaint(
  { instancePath, keyword, params, parentSchema, data, message }: ErrorObject,
  isSecret: (pointer: string) => boolean = () => false,
): string {
  const at = instancePath === '' ? 'it' : printable(pointerTokens(instancePath).join('.'));
  switch (keyword) {
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.properties).filter((one) => one !== '$schema');
      return unknownKey(at, String(params.additionalProperty), known, isSecret(instancePath));
    }
    case 'required':
      return `${at} lacks ${params.missingProperty}.`;
    case 'minLength':
      return `${at} must not be empty.`;
  }
  const [form] = /^(an?|the) .*/.exec(String(parentSchema?.description)) ?? [];
  const need = form === undefined ? (needs[keyword]?.(params) ?? message) : `must be ${form}`;
  const found = isSecret(instancePath) ? '' : `, but is ${quotedJson(data)}`;
  const meant =
    keyword === 'enum' && typeof data === 'string' ? didYouMean(data, params.allowedValues, '') : '';
  return `${at} ${need}${found}. ${meant}`.trimEnd();
}

const needs: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
  type: ({ type }) => `must be of type ${type}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
};

/**
 * The sentence for an unknown key. A key next to credentials that resembles no known key may be a credential itself, so
 * it is not quoted.
 */
function unknownKey(at: string, key: string, known: readonly string[], isAmongSecrets: boolean): string {
  const isSecret = looksSecret(key) || (isAmongSecrets && mostSimilar(key, known) === undefined);
  const name = isSecret ? 'such key' : `key ${quoted(key)}`;
  return `${at} has no ${name}. ${didYouMean(key, known, `Its keys are ${known.join(', ')}.`)}`;
}
