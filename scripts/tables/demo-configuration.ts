import type { Configuration } from '../../src/gate/configuration.ts';
import { demoTarget } from '../../src/proof/demo-target.ts';
import { type Demo, readDemo } from '../../src/reference/demo.ts';

/** `fixtures/conformance.config.json`: the configuration that tests `serve` at its usual port. */
export async function demoConfigurationFile(): Promise<string> {
  return `${JSON.stringify(demoConfiguration(await readDemo(), 'http://127.0.0.1:8080'), null, 2)}\n`;
}

/** The configuration that tests the first demo organisation at a base URL; the second is the foreign one. */
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
