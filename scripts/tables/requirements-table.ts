import { checksOf } from '../../src/checks/all.ts';
import { bundled } from '../../src/specification/bundled.ts';
import type { Requirement } from '../../src/specification/requirements.ts';
import { cell } from './cell.ts';

/** `docs/requirements.md`: each statement of the documents, its standing, and the checks that test it. */
export function requirementsTable(): string {
  const rows = bundled.requirements.map(
    (row) =>
      `| ${row.id} | ${row.source} | ${cell(row.text)} | ${row.standing} | ${row.gravity ?? ''} | ${cell(testedBy(row))} |`,
  );
  return `# What is tested, and by what

This table lists each statement of the two documents that describe the service, in their order: the Interface Specification of the
Case Management Service (\`interface 4.1\` is its section 4.1) and the Case Data Field Catalogue (\`catalogue 2.7.1\`).

| standing | |
|---|---|
| \`specified\` | the documents decide; a target can deviate only from such a statement |
| \`open\`, \`ambiguous\` | the documents do not show it, or can be read in two ways: [what the suite does there](open-points.md) |
| \`advisory\` | a public standard decides, and the suite [advises](report.md#advisories) |

[Reading a report](report.md#the-terminal) explains the gravity.

| requirement | source | in our words | standing | gravity | tested by |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function testedBy(row: Requirement): string {
  if (row.standing === 'open' || row.standing === 'ambiguous') return '';
  if (row.untestable !== undefined) return `Nothing. ${row.untestable}`;
  const checks = checksOf(bundled)
    .filter(({ requirements: cited }) => cited.includes(row.id))
    .map(({ id }) => `\`${id}\``);
  const more = checks.length - 3;
  return more > 1 ? `${checks.slice(0, 3).join(', ')} and ${more} more` : checks.join(', ');
}
