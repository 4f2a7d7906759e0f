import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import type { Report } from '../../../src/report/report.ts';
import { type RunningProvider, startProvider } from '../../support/broken-provider.ts';
import { leakedInto, tokens } from './fixtures.ts';
import { type Called, call, configurationFile, reportIn, temporaryFile, temporaryFolder } from './support.ts';

/** The tokens, cases and clients of the demo organisations. */
export const demoConfiguration = fileURLToPath(
  new URL('../../../fixtures/conformance.config.json', import.meta.url),
);

/** What a verification left behind. */
export interface Verified extends Called {
  readonly report: Report;
}

/** Runs `verify` against a provider, which must leave a report and show no token. */
export async function verified(baseUrl: string, ...words: string[]): Promise<Verified> {
  const folder = await temporaryFolder();
  const target = ['--provider-url', baseUrl, '--report-dir', folder, '--seed', '1'];
  const called = await call(['verify', ...target, ...words]);
  const { text, report } = await reportIn(folder);
  const leaked = leakedInto(called.stdout + called.stderr + text, tokens);
  if (leaked.length > 0) throw new Error(`The tokens ${leaked} show.`);
  return { ...called, report };
}

/** Verifies a provider that behaves so, with its state endpoint and the demo configuration. */
export async function verifiedProvider(behaviour: Behaviour, ...words: string[]): Promise<Verified> {
  const { baseUrl, stateUrl } = await providerDuringTest(behaviour);
  return verified(baseUrl, '--state-url', stateUrl, '--config', demoConfiguration, ...words);
}

/** Starts a provider that is gone after the test. */
export async function providerDuringTest(behaviour: Behaviour): Promise<RunningProvider> {
  const provider = await startProvider(behaviour);
  onTestFinished(provider.close);
  return provider;
}

/** The demo configuration with other keys in place of its own; undefined takes one away. */
export async function configurationWith(keys: Readonly<Record<string, unknown>>): Promise<string> {
  const { default: demo } = await import('../../../fixtures/conformance.config.json', {
    with: { type: 'json' },
  });
  return configurationFile({ ...demo, ...keys });
}

/** The text of a pact of version 2 that holds these interactions. */
export function pactText(provider: string, interactions: readonly object[]): string {
  return JSON.stringify({
    consumer: { name: 'portal' },
    provider: { name: provider },
    interactions,
    metadata: { pactSpecification: { version: '2.0.0' } },
  });
}

/** The file of a pact of version 2 that holds these interactions. */
export function pactOf(...interactions: readonly object[]): Promise<string> {
  return temporaryFile('pact.json', pactText('case-management-service', interactions));
}

/** The checks of a report that ended so, by what they are made from. */
export function endedAs(
  report: Report,
  verdict: 'pass' | 'fail' | 'inconclusive',
  kind: 'pact' | 'probe',
): string[] {
  return report.results
    .filter((result) => result.verdict === verdict && result.id.includes(`.${kind}.`))
    .map(({ id }) => id);
}
