import { errorCatalogue } from '../../src/cli/error-catalogue.ts';

/** The page with every error that a command can end with. */
export function errorsTable(): string {
  const rows = errorCatalogue.map(
    ({ code, status, meaning, remedy }) => `| \`${code}\` | ${status} | ${meaning} | ${remedy} |`,
  );
  return `# Errors

A command that cannot go on says why in one or two sentences on standard error, with what was given and what to do. The code
in brackets at their end stays the same over versions; a function of the library throws a \`Failure\` with it. This page has
all of them, and \`case-conformance explain CODE\` tells one. \`node scripts/tables.ts\` writes it.

| code | exit code | what it means | what to do |
|---|---|---|---|
${rows.join('\n')}
`;
}
