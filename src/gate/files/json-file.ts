import { readFile } from 'node:fs/promises';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { readJson } from '../../http/json.ts';
import { printable } from '../../report/printable.ts';
import { named, quoted, quotedJson } from '../../report/quoted.ts';
import { Failure } from '../failure.ts';
import { whyNotRead } from '../why-not-read.ts';

/** A kind of file that a call names. */
export interface FileForm<Value> {
  /** What errors call it, with its article. */
  readonly name: string;
  readonly conforms: ValidateFunction<Value>;
}

/**
 * Reads a file of that form.
 * @throws {Failure} `FILE_NOT_READABLE`, or `FILE_WRONG` when it is of another form
 */
export async function readJsonFile<Value>(file: string, form: FileForm<Value>): Promise<Value> {
  return jsonOfForm(await bytesOf(file, form.name), form, file);
}

/**
 * Reads bytes of that form.
 * @param source - what errors call the place that they are from
 * @throws {Failure} `FILE_WRONG` when they are of another form
 */
export function jsonOfForm<Value>(bytes: Uint8Array, form: FileForm<Value>, source: string): Value {
  const { name, conforms } = form;
  const json = readJson(bytes);
  if (json.kind === 'not-json')
    throw new Failure('FILE_WRONG', `${named(source)} is not ${name}. ${json.message}`);
  const { value } = json;
  if (conforms(value)) return value;
  const [error] = conforms.errors ?? [];
  throw new Failure(
    'FILE_WRONG',
    `${named(source)} is not ${name}: ${error === undefined ? '' : printable(complaint(error))}.`,
  );
}

async function bytesOf(file: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new Failure(
      'FILE_NOT_READABLE',
      `${named(file)} cannot be read. ${whyNotRead(cause)} Name ${name}.`,
      { cause },
    );
  }
}

/** Says what is wrong, quoting what was written. */
function complaint({ instancePath, keyword, params, parentSchema, data, message }: ErrorObject): string {
  const at = instancePath === '' ? 'it' : instancePath;
  const description = String(parentSchema?.description);
  switch (keyword) {
    case 'required':
      return `${at} has no '${params.missingProperty}'`;
    case 'additionalProperties':
      return `${at} must not have ${quoted(String(params.additionalProperty))}, only ${Object.keys(parentSchema?.properties).join(', ')}`;
    default:
      return `${at} ${/^(an?|the) /.test(description) ? `must be ${description}` : message}, but is ${quotedJson(data)}`;
  }
}
