// This file exports the sample records of the package as values.

import './gate/supported-node.ts';
import { readdirSync, readFileSync } from 'node:fs';
import type { Configuration } from './gate/configuration.ts';
import type { components } from './specification/interface.ts';
import type { Finding } from './validation/finding.ts';

/** A valid record and the name of its file, which `fixtures/README.md` describes. */
export interface Fixture {
  readonly name: string;
  readonly record: components['schemas']['CaseRecord'];
}

/** A record with one defect. */
export interface InvalidFixture extends Omit<Finding, 'message'> {
  readonly name: string;
  /** One sentence that says what is wrong with the record. */
  readonly rule: string;
  readonly record: unknown;
}

const fixtures = new URL('fixtures/', import.meta.resolve('case-conformance/package.json'));

export const validFixtures: readonly Fixture[] = validIn('valid');

/** Valid case records as agencies have them: most fields are absent. */
export const realisticFixtures: readonly Fixture[] = validIn('realistic');

export const invalidFixtures: readonly InvalidFixture[] = filesIn('invalid').map(([name, content]) => ({
  name,
  ...(content as Omit<InvalidFixture, 'name'>),
}));

/** The configuration for testing `case-conformance serve` on its default port. */
export const demoConfiguration = jsonAt('conformance.config.json') as Configuration;

function validIn(folder: string): Fixture[] {
  return filesIn(folder).map(([name, content]) => ({ name, record: content as Fixture['record'] }));
}

function filesIn(folder: string): (readonly [name: string, content: unknown])[] {
  const names = readdirSync(new URL(`records/${folder}/`, fixtures)).sort();
  return names.map((name) => [name.replace(/\.json$/, ''), jsonAt(`records/${folder}/${name}`)]);
}

function jsonAt(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, fixtures), 'utf8'));
}
