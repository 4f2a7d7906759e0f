import { acceptedIfThere } from '../../src/cli/commands/init/ci.ts';
import { defaultConfigurationFile } from '../../src/gate/defaults.ts';

export const actionFolder = '.github/actions/check';

/**
 * The text of a composite GitHub action that runs `check` as the script of `init --ci` does
 * (https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax). Inputs are passed as environment
 * variables, so that none is executed as a command. `npx --no` runs the installed version, and downloads nothing.
 */
export function actionText(): string {
  return `# Written by scripts/tables.ts.
name: case-conformance
description: Tests a Case Management Service against its interface, and keeps the report.
inputs:
  config:
    description: The configuration. Pass its tokens as env of the step.
    default: ${defaultConfigurationFile}
  arguments:
    description: Further options of check, with spaces between them, such as --min-decided 90.
    default: ''
  restore:
    description: Whether to put back afterwards what a run left changed that was ended by force; true where writes permits changes.
    default: 'false'
  artifact:
    description: The name of the artefact with the report.
    default: conformance-report
runs:
  using: composite
  steps:
    - shell: bash
      env:
        CONFIG: \${{ inputs.config }}
        ARGUMENTS: \${{ inputs.arguments }}
      run: |
        set -eu
        set -- check --config "$CONFIG" --report-dir conformance-report --reporter junit --reporter github
${indented(acceptedIfThere)}
        # $ARGUMENTS is split into words, but without expanding wildcards.
        set -f
        npx --no case-conformance "$@" $ARGUMENTS
    - if: always() && inputs.restore == 'true'
      shell: bash
      env:
        CONFIG: \${{ inputs.config }}
      run: npx --no case-conformance restore --config "$CONFIG"
    - uses: actions/upload-artifact@v5
      if: always()
      with:
        name: \${{ inputs.artifact }}
        path: conformance-report
`;
}

function indented(lines: string): string {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
}
