import { demoTarget } from '../../proof/demo-target.ts';
import type { Configuration } from '../../src/gate/configuration.ts';
import { type Demo, type OrganisationName, readDemo } from '../../src/reference/demo.ts';

/** The configuration that tests `serve` at its usual port, as a file of the fixtures. */
export async function demoConfigurationFile(organisation: OrganisationName): Promise<string> {
  const demo = await readDemo(organisation);
  const configuration = demoConfiguration(demo, 'http://127.0.0.1:8080');
  // The demo has no other users whom a high rate could slow down.
  return `${JSON.stringify({ ...configuration, requestsPerSecond: 1_000 }, null, 2)}\n`;
}

/** The configuration that tests the first organisation at a base URL; the second is the foreign one. */
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
