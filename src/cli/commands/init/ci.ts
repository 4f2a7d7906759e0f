import { defaultConfigurationFile } from '../../../gate/defaults.ts';
import { shellWord } from '../../../report/commands.ts';

export const gateHosts = ['github', 'gitlab', 'shell'] as const;
type GateHost = (typeof gateHosts)[number];

export interface Gate {
  readonly file: string;
  readonly variables: readonly string[];
  /** Whether runs may change clients. If so, the script restores clients after an interrupted run. */
  readonly writes: boolean;
  /** Whether the configuration lists cases. If not, the script uses `--discover`. */
  readonly listsCases: boolean;
}

interface GateFile {
  readonly path: string;
  readonly text: string;
  readonly mode?: number;
}

export function gateFiles(host: GateHost, gate: Gate): readonly GateFile[] {
  const script = { path: 'conformance.sh', text: scriptText(gate), mode: 0o755 };
  switch (host) {
    case 'shell':
      return [script];
    case 'github':
      return [script, { path: '.github/workflows/conformance.yml', text: githubText(gate) }];
    case 'gitlab':
      return [script, { path: 'conformance.gitlab-ci.yml', text: gitlabText() }];
  }
}

export const acceptedIfThere = `# Written by: npx case-conformance check --lock conformance.lock.json --update-lock
# Add --discover to that call if this script uses it. Without it, the lock has fewer observations.
if [ -f conformance.lock.json ]; then
  set -- "$@" --lock conformance.lock.json --fail-on changed-observation
fi
# Known deviations, each accepted until a date.
if [ -f conformance.waivers.json ]; then set -- "$@" --waivers conformance.waivers.json; fi
`;

const discovering = `# Tests cases that the deployment lists. Remove this line once the configuration lists cases.
set -- "$@" --discover
`;

/**
 * The script that runs the checks. It uses `npx --no`, which downloads nothing: a downloaded package could read the
 * tokens.
 */
function scriptText({ file, writes, listsCases }: Gate): string {
  const config = file === defaultConfigurationFile ? '' : ` --config ${shellWord(file)}`;
  const restore = writes
    ? `
# Restores what an interrupted run left changed. The exit status stays that of the check: one that ended with 0
# left nothing changed.
put_back() {
  status=$?
  if [ "$status" -ne 0 ]; then npx --no case-conformance restore${config} || :; fi
  exit "$status"
}
trap put_back EXIT
trap 'exit 143' HUP INT TERM
`
    : '';
  const run = writes ? '' : 'exec ';
  return `#!/bin/sh
# Tests the deployment of ${shellWord(file)}. Exit status: 0 if it conforms, 1 if it deviates, 2 if the call is
# wrong, 3 if it could not be tested, 4 if case-conformance broke.
set -eu
cd "$(dirname "$0")"
${restore}
set -- check${config} --report-dir conformance-report --reporter junit
${listsCases ? '' : discovering}${acceptedIfThere}# Fails the run if it tests less than this. Put in the percentage that your first run decided.
# set -- "$@" --min-decided 75
if [ "\${GITHUB_ACTIONS:-}" = true ]; then set -- "$@" --reporter github; fi
${run}npx --no case-conformance "$@"
`;
}

function githubText({ variables }: Gate): string {
  const environment = variables.map((name) => `          ${name}: \${{ secrets.${name} }}`).join('\n');
  return `name: conformance
on:
  workflow_dispatch:
  schedule:
    - cron: '17 5 * * 1-5'
permissions:
  contents: read
# Two runs at once would change the same clients.
concurrency:
  group: conformance
jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: ./conformance.sh
        env:
${environment}
      - uses: actions/upload-artifact@v5
        if: always()
        with:
          name: conformance-report
          path: conformance-report
`;
}

/** The CI configuration for GitLab. It does not name the tokens, since GitLab passes project variables to every job. */
function gitlabText(): string {
  return `# Include it in .gitlab-ci.yml: include: [{ local: conformance.gitlab-ci.yml }]
conformance:
  image: node:24
  timeout: 30 minutes
  # Two runs at once would change the same clients.
  resource_group: conformance
  cache:
    key: { files: [package-lock.json] }
    paths: [.npm/]
  script:
    - npm ci --cache .npm
    - ./conformance.sh
  artifacts:
    when: always
    paths: [conformance-report]
    reports:
      junit: conformance-report/junit.xml
`;
}
