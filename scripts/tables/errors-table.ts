import { statusOfError } from '../../src/cli/exit-status.ts';
import { errorCatalogue, failureCodes } from '../../src/gate/error-catalogue.ts';

export function errorsTable(): string {
  const rows = failureCodes.map((code) => {
    const { meaning, remedy } = errorCatalogue[code];
    return `| \`${code}\` | ${statusOfError(code)} | ${meaning} | ${remedy} |`;
  });
  return `# Errors and exit codes

| exit code | |
|---|---|
| 0 | no deviations, or none that is new since \`--baseline\`; and no objections |
| 1 | deviations, or objections: a client left changed, stale waivers, too little field coverage, a state endpoint that met no state, and what \`--fail-on\` names |
| 2 | the call or its configuration is wrong |
| 3 | the target could not be tested, or left requests unanswered; the deadline passed; \`restore\` left a client changed |
| 4 | case-conformance itself broke, which says nothing about the target |
| 130, 143, 129 | a signal ended the run: Ctrl-C, SIGTERM or SIGHUP. Clients that it had changed were put back before, unless a second signal came. The folder of the report has no report |

A command that cannot continue says why on standard error, with what was given and what to do. The code in brackets at the end
stays the same over versions; a function of the library throws a \`Failure\` with it. \`case-conformance explain CODE\` explains
one.

| code | exit code | what it means | what to do |
|---|---|---|---|
${rows.join('\n')}
`;
}
