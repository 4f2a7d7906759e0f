import { demoTarget } from '../../proof/demo-target.ts';
import type { Configuration } from '../../src/gate/configuration.ts';
import { type Demo, type OrganisationName, readDemo } from '../../src/reference/demo.ts';

export async function demoConfigurationFile(organisation: OrganisationName): Promise<string> {
  const demo = await readDemo(organisation);
  const configuration = demoConfiguration(demo, 'http://127.0.0.1:8080');
  // A high rate, since no other users are slowed down.
  return `${JSON.stringify({ ...configuration, requestsPerSecond: 1_000 }, null, 2)}\n`;
}

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
