import { readFile } from 'node:fs/promises';
import type { AnySchemaObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Lock } from '../../acceptance/lock.ts';
import { placeOf, type Waiver } from '../../acceptance/waivers.ts';
import type { SweepState } from '../../conformance/sweep.ts';
import { assertReplaceable, writeWhole } from '../../files/whole-file.ts';
import type { FieldCoverage } from '../../folds/field-coverage.ts';
import { markupInWords, readJson } from '../../http/json.ts';
import type { AcceptedDifference } from '../../report/diff/gate.ts';
import { printableJson } from '../../report/printable.ts';
import { named } from '../../report/quoted.ts';
import reportSchema from '../../report/report.schema.json' with { type: 'json' };
import type { Report } from '../../report/report.ts';
import { memoised } from '../../schema/memoised.ts';
import { Failure, notReadable, notWritable } from '../failure.ts';
import acceptedSchema from './accepted-differences.schema.json' with { type: 'json' };
import coverageSchema from './field-coverage.schema.json' with { type: 'json' };
import lockSchema from './lock.schema.json' with { type: 'json' };
import sweepSchema from './sweep.schema.json' with { type: 'json' };
import { compiledSchema, complaint } from './user-schema.ts';
import waiversSchema from './waivers.schema.json' with { type: 'json' };

export interface Forms {
  readonly report: Report;
  readonly waivers: { readonly waivers: readonly Waiver[] };
  readonly lock: Lock;
  readonly fieldCoverage: KeptFieldCoverage;
  readonly sweep: KeptSweep;
  readonly acceptedDifferences: { readonly accepted: readonly AcceptedDifference[] };
}

/** The content of a field coverage file: the fields and values that the case records of all runs contained. */
export interface KeptFieldCoverage extends FieldCoverage {
  readonly formatVersion: '1.0';
}

export interface KeptSweep {
  readonly formatVersion: '1.0';
  /** Target, suite, description, budget and shard. A sweep can only resume if all are equal. */
  readonly of: Readonly<Record<string, string>>;
  readonly state: SweepState;
}

interface Form {
  /** The name of the file format without an article, for sentences. */
  readonly noun: string;
  /** The JSON Schema. If a `description` begins with an article, error messages quote it. */
  readonly schema: AnySchemaObject;
  /** The option by which a user names a file that a command writes. */
  readonly option?: string;
}

export const forms = {
  report: { noun: 'report of case-conformance', schema: reportSchema },
  waivers: { noun: 'file of waivers', schema: waiversSchema },
  lock: { noun: 'lock', schema: lockSchema, option: '--lock' },
  fieldCoverage: { noun: 'field coverage file', schema: coverageSchema, option: '--field-coverage' },
  sweep: { noun: 'file of a sweep', schema: sweepSchema, option: '--report-dir' },
  acceptedDifferences: { noun: 'file of accepted differences', schema: acceptedSchema, option: '--accept' },
} satisfies Readonly<Record<keyof Forms, Form>>;

/** The file formats that commands write. */
type KeptForm = Exclude<keyof Forms, 'report' | 'waivers'>;

const compiled = memoised(compiledSchema);

export async function readForm<Form extends keyof Forms>(file: string, form: Form): Promise<Forms[Form]> {
  const bytes = await readFile(file).catch(notReadable(named(file), `Name a ${forms[form].noun}.`));
  return formIn(bytes, form, file);
}

export function formIn<Form extends keyof Forms>(bytes: Uint8Array, form: Form, source: string): Forms[Form] {
  const { noun, schema } = forms[form];
  const conforms = compiled(schema) as ValidateFunction<Forms[Form]>;
  const json = readJson(bytes);
  if (json.kind === 'json' && conforms(json.value)) return json.value;
  const [complained = ''] = conforms.errors?.map((error) => complaint(error)) ?? [];
  const why = json.kind === 'json' ? `: ${complained}` : `. ${json.message}${markupInWords(bytes)}`;
  throw new Failure('FILE_WRONG', `${named(source)} is not a ${noun}${why}`);
}

export async function readWaivers(file: string): Promise<readonly Waiver[]> {
  const { waivers } = await readForm(file, 'waivers');
  const places = waivers.map(placeOf);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice === undefined) return waivers;
  throw new Failure('FILE_WRONG', `${named(file)} has two waivers of ${twice}. Take one of them out.`);
}

/** Reads a file that an earlier run wrote. Undefined if the file does not exist. */
export async function readKept<Form extends KeptForm>(
  file: string,
  form: Form,
): Promise<Forms[Form] | undefined> {
  return readForm(file, form).catch((failure: Failure) => {
    if ((failure.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
    throw failure;
  });
}

export async function assertWritable(file: string, form: KeptForm): Promise<void> {
  await assertReplaceable(file).catch(keptNotWritable(file, form));
}

export async function writeKept<Form extends KeptForm>(
  file: string,
  value: Forms[Form],
  form: Form,
): Promise<void> {
  await writeWhole(file, `${printableJson(value, 2)}\n`).catch(keptNotWritable(file, form));
}

function keptNotWritable(file: string, form: KeptForm): (cause: unknown) => never {
  const { noun, option } = forms[form];
  return notWritable(`The ${noun} ${named(file)}`, `Name another with ${option}.`);
}
