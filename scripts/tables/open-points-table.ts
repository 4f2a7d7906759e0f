import { bundled } from '../../src/specification/bundled.ts';
import { cell } from './cell.ts';

/** `docs/open-points.md`: statements that the documents do not decide, and how the suite handles them. */
export function openPointsTable(): string {
  const rows = bundled.requirements
    .filter(({ standing }) => standing === 'open' || standing === 'ambiguous')
    .map(
      ({ id, source, text, standing, handling = '' }) =>
        `| ${id} | ${source} | ${cell(text)} | ${standing} | ${cell(handling)} |`,
    );
  return `# What the documents leave open

The two documents that describe the service do not show the \`open\` points. The \`ambiguous\` ones can be read in two ways. No
service can deviate from either. The report lists observations under the name of the point, and [a
lock](gate.md#what-changes-where-the-documents-leave-the-service-free) shows when they change. [What is tested](requirements.md)
lists all statements.

| point | source | what is not decided | | what the suite does |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
