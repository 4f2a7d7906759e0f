import { fileURLToPath } from 'node:url';
import type { OrganisationName } from '../../../reference/demo.ts';

/**
 * The files of each organisation of the fixtures: `data` with its tokens, cases and clients, and the configuration
 * that tests it.
 */
const files = {
  demo: { data: 'demo.json', configuration: 'conformance.config.json' },
  realistic: { data: 'realistic.json', configuration: 'realistic.config.json' },
} as const satisfies Readonly<Record<OrganisationName, unknown>>;

export function isOfFixtures(organisation: string): organisation is OrganisationName {
  return Object.hasOwn(files, organisation);
}

export function fixturesOf(
  organisation: OrganisationName,
): Readonly<Record<'data' | 'configuration', string>> {
  const { data, configuration } = files[organisation];
  return { data: fixture(data), configuration: fixture(configuration) };
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../../fixtures/${name}`, import.meta.url));
}
