import { readFile, writeFile } from 'node:fs/promises';
import type { Result, Row } from './rows.ts';

const page = 'docs/interop.md';

export async function writePage(results: readonly Result[]): Promise<void> {
  const tables = { tried: triedTable(results), deviations: deviationsTable(results) };
  let text = await readFile(page, 'utf8');
  for (const [name, lines] of Object.entries(tables))
    text = text.replace(
      new RegExp(`(<!-- ${name} -->\n).*?(<!-- end -->)`, 's'),
      (_, begin, end) => `${begin}\n${lines.join('\n')}\n\n${end}`,
    );
  await writeFile(page, text);
}

function triedTable(results: readonly Result[]): readonly string[] {
  return [
    '| `npm run interop --` | tool | what is tried | figure |',
    '|---|---|---|---|',
    ...results.map(
      ({ row, state, figure }) =>
        `| \`${row.name}\` | ${toolOf(row)} | ${row.tried} | ${state === 'passed' ? figure : `${state}: ${figure}`} |`,
    ),
  ];
}

function deviationsTable(results: readonly Result[]): readonly string[] {
  return [
    '| tool | requests | deviations | kind | true? |',
    '|---|---|---|---|---|',
    ...results.flatMap(({ row, run }) => {
      if (run === undefined) return [];
      const kinds = Object.entries(row.deviations ?? {});
      const figures = `| ${toolOf(row)} | ${run.requests} | ${run.deviations} |`;
      if (kinds.length === 0) return [`${figures} none | |`];
      return kinds.map(
        ([code, why], place) => `${place === 0 ? figures : '| | | |'} \`${code}\` | true: ${why} |`,
      );
    }),
  ];
}

/** The tool's name and installed version. A tool of which only a source file is used has no version. */
function toolOf({ tool, needs }: Row): string {
  if (needs.source !== undefined) return tool;
  const [named = ''] = [...(needs.npm ?? []), ...(needs.pypi ?? [])];
  const version = /(?:@|==)(\d[\w.]*)$/.exec(named)?.[1];
  return version === undefined ? tool : `${tool} ${version}`;
}
