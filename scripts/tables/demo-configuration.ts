import { demoTarget } from '../../proof/demo-target.ts';
import type { Configuration } from '../../src/gate/configuration.ts';
import { type Demo, type OrganisationName, readDemo } from '../../src/reference/demo.ts';

/** The text of a configuration that tests `serve` at its default port. */
export async function demoConfigurationFile(organisation: OrganisationName): Promise<string> {
  const demo = await readDemo(organisation);
  const configuration = demoConfiguration(demo, 'http://127.0.0.1:8080');
  // A high rate, since it slows down no other users.
  return `${JSON.stringify({ ...configuration, requestsPerSecond: 1_000 }, null, 2)}\n`;
}

/**
 * A configuration that tests the demo's first organisation at a base URL. The second organisation is the foreign one.
 */
export function demoConfiguration(demo: Demo, baseUrl: string): Configuration {
  const { target, tokens } = demoTarget(demo, baseUrl);
  const { restrictedOperations, cases, foreignCases, clients, writes } = target;
  return {
    baseUrl,
    tokens,
    ...(restrictedOperations === undefined ? {} : { restrictedOperations }),
    cases: { foreign: foreignCases, ...cases },
    clients,
    writes,
  };
}
