import type { Report } from '../report/report.ts';
import { type CheckOptions, defaultRuns } from './check-options.ts';
import { shownUrl } from './commands/verify/urls.ts';
import { defaultProbes, type VerifyOptions } from './verify-options.ts';

/** What reports and locks call the embedded reference implementation, which has no address of its own. */
export const embeddedTarget = 'case-conformance:reference';

/** The command that runs the same checks with the same seed again, but for their selection, as a shell takes it. */
export function rerunCommand(options: Partial<CheckOptions>, seed: number): string {
  const words = [
    'case-conformance',
    'check',
    ...(options.reference === true ? ['--reference'] : []),
    ...option('--config', options.config),
    ...option('--base-url', options.baseUrl),
    ...(options.case ?? []).flatMap((one) => option('--case', one)),
    ...option('--writes', options.writes),
    ...option('--token-env', options.tokenEnv),
    ...(options.discover === true ? ['--discover'] : []),
    ...option('--seed', String(seed)),
    ...option('--runs', options.runs === defaultRuns ? undefined : options.runs?.toString()),
  ];
  return words.map(shellWord).join(' ');
}

/** The command that verifies the same provider with the same seed again, but for what is selected. */
export function rerunOfVerification(options: VerifyOptions, seed: number): string {
  const words = [
    'case-conformance',
    'verify',
    ...option('--config', options.config),
    ...option('--provider-url', options.providerUrl),
    ...option('--state-url', options.stateUrl),
    ...option('--token-env', options.tokenEnv),
    ...option(
      '--pact',
      URL.canParse(options.pact ?? '') ? shownUrl(new URL(options.pact ?? '')) : options.pact,
    ),
    // Nothing is published again: it is run again to see what is wrong.
    ...option('--broker-url', options.brokerUrl),
    ...option('--broker-token-env', options.brokerTokenEnv),
    ...option('--provider-branch', options.providerBranch),
    ...option('--seed', String(seed)),
    ...option('--runs', options.runs === defaultProbes ? undefined : options.runs.toString()),
  ];
  return words.map(shellWord).join(' ');
}

/** The command that tests the target of a report again, as far as a report tells it. */
export function rerunOf({ target, seed, runs }: Pick<Report, 'target' | 'seed' | 'runs'>): string {
  const named = target === embeddedTarget ? { reference: true } : { baseUrl: target };
  return rerunCommand({ ...named, runs }, seed);
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}

/** A word of a POSIX shell: as it is where it is harmless, else in single quotes. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
