import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import type { Report } from '../../../src/report/report.ts';
import { type RunningProvider, startProvider } from '../../support/broken-provider.ts';
import { leakedInto, tokens } from './fixtures.ts';
import { type Called, call, configurationFile, reportIn, temporaryFile, temporaryFolder } from './support.ts';

export const demoConfiguration = fileURLToPath(
  new URL('../../../fixtures/conformance.config.json', import.meta.url),
);

export interface Verified extends Called {
  readonly report: Report;
}

export async function verified(baseUrl: string, ...words: string[]): Promise<Verified> {
  const folder = await temporaryFolder();
  const target = ['--provider-url', baseUrl, '--report-dir', folder, '--seed', '1'];
  const called = await call(['verify', ...target, ...words]);
  const { text, report } = await reportIn(folder);
  const leaked = leakedInto(called.stdout + called.stderr + text, tokens);
  if (leaked.length > 0) throw new Error(`The tokens ${leaked} show.`);
  return { ...called, report };
}

export async function verifiedProvider(behaviour: Behaviour, ...words: string[]): Promise<Verified> {
  const { baseUrl, stateUrl } = await providerDuringTest(behaviour);
  return verified(baseUrl, '--state-url', stateUrl, '--config', demoConfiguration, ...words);
}

export async function providerDuringTest(behaviour: Behaviour): Promise<RunningProvider> {
  const provider = await startProvider(behaviour);
  onTestFinished(provider.close);
  return provider;
}

export async function configurationWith(keys: Readonly<Record<string, unknown>>): Promise<string> {
  const { default: demo } = await import('../../../fixtures/conformance.config.json', {
    with: { type: 'json' },
  });
  return configurationFile({ ...demo, ...keys });
}

export function pactText(provider: string, interactions: readonly object[]): string {
  return JSON.stringify({
    consumer: { name: 'portal' },
    provider: { name: provider },
    interactions,
    metadata: { pactSpecification: { version: '2.0.0' } },
  });
}

export function pactOf(...interactions: readonly object[]): Promise<string> {
  return temporaryFile('pact.json', pactText('case-management-service', interactions));
}

export function endedAs(
  report: Report,
  verdict: 'pass' | 'fail' | 'inconclusive',
  kind: 'pact' | 'probe',
): string[] {
  return report.results
    .filter((result) => result.verdict === verdict && result.id.includes(`.${kind}.`))
    .map(({ id }) => id);
}
