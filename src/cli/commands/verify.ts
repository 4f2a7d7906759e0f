import { defaultProbes } from '../../gate/defaults.ts';
import {
  again,
  choices,
  collect,
  configuration,
  deadline,
  descriptionOptions,
  flag,
  nonEmpty,
  option,
  pathOfRecord,
  positive,
  reportOptions,
  required,
  tokenEnv,
  wholeNumber,
  withDefault,
} from '../arguments.ts';
import { command } from '../command.ts';
import { rerunCommand, withReportToRepeat } from '../rerun.ts';
import { linesTo, specificationOf } from '../terminal.ts';

const options = {
  ...descriptionOptions,
  providerUrl: required(option('--provider-url <url>', "the provider's host, without /api/v2")),
  stateUrl: option(
    '--state-url <url>',
    'the URL that sets up provider states; without it, nothing is written to the provider, unless writes is "all"',
  ),
  configuration,
  tokenEnv,
  pact: option('--pact <pact>', 'a file, a folder or a URL (default: the pacts of this package)'),
  brokerUrl: option('--broker-url <url>', 'the Pact Broker whose pacts the provider must hold'),
  brokerTokenEnv: option(
    '--broker-token-env <name>',
    "the environment variable that holds the broker's token (default: PACT_BROKER_TOKEN)",
  ),
  providerBranch: option('--provider-branch <name>', 'the branch that the provider is on', nonEmpty),
  publish: flag('--publish', 'publish to the broker whether the provider holds each pact'),
  providerVersion: option(
    '--provider-version <version>',
    'the version of the provider that the results are published for',
    nonEmpty,
  ),
  again,
  only: option(
    '--only <text>',
    'verify only what has this text in its id or title; may be repeated',
    collect,
  ),
  failOn: choices('--fail-on <what>', 'what else fails a run', ['inconclusive']),
  seed: option('--seed <number>', 'the seed of the generated records', wholeNumber),
  runs: withDefault(
    option('--runs <number>', 'how many random records of each case type to set up', positive),
    defaultProbes,
  ),
  path: option(
    '--path <number>',
    'the one random record to try again: a report gives it with its seed',
    pathOfRecord,
  ),
  deadlineSeconds: deadline,
  ...reportOptions,
};

/**
 * The options of the command that repeats the run. `--publish` is left out, since a run is repeated to look at a
 * failure.
 */
const repeated = [
  ...(['spec', 'overlay', 'configuration', 'providerUrl', 'stateUrl', 'tokenEnv', 'pact'] as const),
  ...(['brokerUrl', 'brokerTokenEnv', 'providerBranch', 'seed', 'runs', 'reportDir', 'again'] as const),
];

export const verify = command({
  options,
  example:
    'CASE_API_TOKEN=… case-conformance verify --provider-url http://127.0.0.1:8080 --state-url http://127.0.0.1:8081/provider-states',

  // Without the options that it needs, each of these options would silently do nothing.
  needs: {
    brokerTokenEnv: ['brokerUrl'],
    providerBranch: ['brokerUrl'],
    publish: ['brokerUrl', 'providerVersion'],
    providerVersion: ['publish'],
    path: ['seed'],
  },

  async run(asked, terminal) {
    const given = await withReportToRepeat(asked);
    const { providerTarget, verifyProvider } = await import('../../gate/verify.ts');
    const { runAndReport } = await import('../conclude.ts');
    const specification = await specificationOf(given, terminal);
    const called = { ...given, specification, environment: terminal.environment };
    const provider = await providerTarget(called);
    return runAndReport(
      {
        ...given,
        taken: [given.configuration, given.spec, given.overlay],
        secrets: provider.secrets,
        run: (hooks) => verifyProvider(provider, called, hooks),
        rerun: (further) =>
          rerunCommand(
            'verify',
            options,
            { ...given, seed: undefined, ...further },
            terminal.environment,
            repeated,
          ),
        afterwards: async ({ publish }) => {
          const { providerVersion: version, providerBranch: branch } = given;
          if (version !== undefined) await publish?.({ version, branch });
          if (given.stateUrl === undefined)
            linesTo(terminal)(
              'Only data that the provider holds was tested. To test generated records too, add --state-url with the URL of its state endpoint (docs/provider-states.md).',
            );
        },
      },
      terminal,
    );
  },
});
