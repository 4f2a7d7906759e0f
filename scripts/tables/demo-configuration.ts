import { demoConfiguration } from '../../src/cli/embedded-reference.ts';
import { readDemo } from '../../src/reference/demo.ts';

/** `fixtures/conformance.config.json`: the configuration that tests `serve` at its usual port. */
export async function demoConfigurationFile(): Promise<string> {
  return `${JSON.stringify(demoConfiguration(await readDemo(), 'http://127.0.0.1:8080'), null, 2)}\n`;
}
