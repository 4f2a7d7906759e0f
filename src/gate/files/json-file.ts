import { readFile } from 'node:fs/promises';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { placeOf, type Waiver } from '../../acceptance/waivers.ts';
import { readJson } from '../../http/json.ts';
import { named } from '../../report/quoted.ts';
import type { Report } from '../../report/report.ts';
import { Failure, notReadable } from '../failure.ts';
import { compiledForm } from './compiled-forms.ts';
import { complaint } from './complaint.ts';

export interface FileForm<Value> {
  /** Its name without an article, for sentences. */
  readonly noun: string;
  readonly conforms: ValidateFunction<Value>;
}

/**
 * Reads a file of this form.
 * @throws {Failure} `FILE_NOT_READABLE`, or `FILE_WRONG` if it has another form
 */
export async function readJsonFile<Value>(file: string, form: FileForm<Value>): Promise<Value> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw notReadable(named(file), cause, `Name a ${form.noun}.`);
  });
  return jsonOfForm(bytes, form, file);
}

/**
 * Parses bytes of this form.
 * @param source - the name of their origin in error messages
 * @throws {Failure} `FILE_WRONG` if they have another form
 */
function jsonOfForm<Value>(bytes: Uint8Array, form: FileForm<Value>, source: string): Value {
  const { noun, conforms } = form;
  const json = readJson(bytes);
  if (json.kind === 'not-json')
    throw new Failure('FILE_WRONG', `${named(source)} is not a ${noun}. ${json.message}`);
  const { value } = json;
  if (conforms(value)) return value;
  const [complained = ''] = conforms.errors?.map((error) => complaint(error)) ?? [];
  throw new Failure('FILE_WRONG', `${named(source)} is not a ${noun}: ${complained}`);
}

const reportForm: FileForm<Report> = {
  noun: 'report of case-conformance',
  conforms: compiledForm('report'),
};

/**
 * Reads a report.
 * @throws {Failure} if it cannot be read, or is not a report
 */
export function readReport(file: string): Promise<Report> {
  return readJsonFile(file, reportForm);
}

/**
 * Reads a report from bytes.
 * @param source - the name of their origin in error messages
 * @throws {Failure} as `readReport` does
 */
export function reportIn(bytes: Uint8Array, source: string): Report {
  return jsonOfForm(bytes, reportForm, source);
}

const waiversForm = {
  noun: 'file of waivers',
  conforms: compiledForm<{ readonly waivers: readonly Waiver[] }>('waivers'),
};

/**
 * Reads a file of waivers.
 * @throws {Failure} if it cannot be read, or is invalid
 */
export async function readWaivers(file: string): Promise<readonly Waiver[]> {
  const { waivers } = await readJsonFile(file, waiversForm);
  const places = waivers.map(placeOf);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice === undefined) return waivers;
  throw new Failure('FILE_WRONG', `${named(file)} has two waivers of ${twice}. Take one of them out.`);
}
