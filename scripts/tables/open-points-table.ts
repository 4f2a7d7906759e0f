import { bundled } from '../../src/specification/bundled.ts';
import { cell } from './cell.ts';

/** `docs/open-points.md`: what the documents do not decide, and what the suite does there. */
export function openPointsTable(): string {
  const rows = bundled.requirements
    .filter(({ standing }) => standing === 'open' || standing === 'ambiguous')
    .map(
      ({ id, source, text, standing, handling = '' }) =>
        `| ${id} | ${source} | ${cell(text)} | ${standing} | ${cell(handling)} |`,
    );
  return `# What the documents leave open

\`open\` points are not shown in the two documents that describe the service. \`ambiguous\` ones can be read in two ways. No
service can deviate from either, and no run fails for one. What is observed stands in the report under the name of the point;
[a lock](gate.md#what-changes-where-the-documents-leave-the-service-free) tells when it changes. \`case-conformance explain\`
with the name tells the same. [What is tested](requirements.md) lists all statements.

| point | source | what is not decided | | what the suite does |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
