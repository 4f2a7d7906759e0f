import type { FieldCoverage } from '../../conformance/field-coverage.ts';
import { assertWritable, isThere, writeAtomically } from './atomic-file.ts';
import schema from './field-coverage.schema.json' with { type: 'json' };
import { fileForm, readJsonFile } from './json-file.ts';

const form = fileForm<FieldCoverage & { readonly formatVersion: '1.0' }>('a file of witnesses', schema);
const kept = { name: 'The file of witnesses', option: '--witnesses' };

/**
 * Reads what earlier runs witnessed.
 * @returns undefined where there is no such file
 * @throws {Failure} when it cannot be read, is another file, or cannot be written afterwards
 */
export async function readWitnesses(file: string): Promise<FieldCoverage | undefined> {
  await assertWritable(file, kept);
  return (await isThere(file)) ? readJsonFile(file, form) : undefined;
}

/**
 * Keeps what was witnessed up to now.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export function writeWitnesses(file: string, { valid, invalid }: FieldCoverage): Promise<void> {
  const text = JSON.stringify({ formatVersion: '1.0', valid, invalid }, null, 2);
  return writeAtomically(file, `${text}\n`, kept);
}
