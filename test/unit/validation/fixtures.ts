import { readdirSync, readFileSync } from 'node:fs';
import type { Finding } from '../../../src/validation/finding.ts';

/** A record that is wrong in one place, and what is wrong there. */
export interface InvalidFixture extends Omit<Finding, 'message'> {
  readonly name: string;
  readonly record: unknown;
}

export const validFixtures: readonly { name: string; record: unknown }[] = read('valid').map(
  ({ name, value }) => ({ name, record: value }),
);

export const invalidFixtures: readonly InvalidFixture[] = read('invalid').map(({ name, value }) => ({
  name,
  ...(value as Omit<InvalidFixture, 'name'>),
}));

function read(folder: 'valid' | 'invalid'): { name: string; value: unknown }[] {
  const directory = new URL(`../../../fixtures/records/${folder}/`, import.meta.url);
  return readdirSync(directory).map((file) => ({
    name: file.replace(/\.json$/, ''),
    value: JSON.parse(readFileSync(new URL(file, directory), 'utf8')),
  }));
}
