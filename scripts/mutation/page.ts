import { folders, type MutatedFolder } from './folders.ts';
import { whyLeft } from './left.ts';
import { changeOf, type Mutant, type MutatedFile, reportOf } from './report.ts';

const introduction = `# Mutation of the suite itself

This page shows how well the tests of the suite find mistakes in its code. \`npm run mutation\` changes the code in one place at a time, such as \`<\` to \`<=\`, a condition to \`true\`, or a body to nothing, and runs the tests that cover the place. Such a change is a mutant. A mutant that a test notices is killed. A mutant that survives shows that a test is missing, or that the code makes no difference. The script runs on demand, with [StrykerJS](https://stryker-mutator.io), on the code that decides verdicts: \`src/validation\`, \`src/conformance\`, \`src/checks\`, \`src/rules\` and \`src/harness\`.

- Killed means that a test failed. A mutant that makes a test run forever also counts as killed, and is listed separately as a timeout. The score is the share of killed mutants among all that were tried, including those that no test covers.
- Strings are mutated only in \`src/validation\`, where they are keywords, pointers and expressions. Elsewhere most are wording, which the tests compare as whole messages. The others are names from closed lists, which the types check, or ids of statements, which \`test/unit/checks/traceability.test.ts\` checks.
- Code that runs when a module is loaded, such as lists of checks and tables of values, is left out as static. Each such mutant would need every test.
- A folder without figures was not measured in its present state.
- The tests are those of single functions, as \`scripts/mutation/folders.ts\` names them. The matrix of [faults and variants](faults.md) notices more, but would take minutes for each mutant that it does not notice.
- What replaces a module in the build (\`*.prepared.ts\`) is tested with the package, and left out.
- Results in \`reports/mutation\` are reused as long as neither the code nor its tests changed.

<!-- Made by: npm run mutation -->`;

/** The page of documentation with the number of mutants that were noticed, and why each other one is left. */
export function mutationPage(): string {
  const reports = folders.map((folder) => ({ folder, files: reportOf(folder.name) }));
  return `${[
    introduction,
    '## By folder',
    tableOf(
      'folder',
      reports.map(({ folder, files }) => rowOf(`\`src/${folder.name}\``, files)),
    ),
    '## By file',
    tableOf(
      'file',
      reports.flatMap(({ files }) => files.map((file) => rowOf(`\`${file.name}\``, [file]))),
    ),
    '## What survived',
    ...survivorsOf(reports),
  ].join('\n\n')}\n`;
}

const heads = ['score', 'killed', 'timeout', 'survived', 'not covered', 'texts left out', 'static left out'];

function rowOf(name: string, files: readonly MutatedFile[]): string[] {
  const mutants = files.flatMap((file) => file.mutants);
  const count = (...statuses: readonly Mutant['status'][]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const tried = noticed + count('Survived', 'NoCoverage');
  const isStatic = ({ statusReason = '' }: Mutant): boolean => statusReason.startsWith('Static');
  const ignored = mutants.filter(({ status }) => status === 'Ignored');
  const figures = [
    count('Killed'),
    count('Timeout'),
    count('Survived'),
    count('NoCoverage'),
    ignored.filter((mutant) => !isStatic(mutant)).length,
    ignored.filter(isStatic).length,
  ];
  return [name, tried === 0 ? '' : `${((100 * noticed) / tried).toFixed(1)} %`, ...figures.map(String)];
}

function tableOf(first: string, rows: readonly (readonly string[])[]): string {
  const columns = [first, ...heads];
  return [columns, columns.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Grouped by why each is left. */
function survivorsOf(reports: readonly { folder: MutatedFolder; files: readonly MutatedFile[] }[]): string[] {
  const lines = reports.flatMap(({ files }) =>
    files.flatMap((file) =>
      file.mutants
        .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
        .map((mutant) => {
          const [original, replacement] = changeOf(file, mutant);
          const place = `${file.name}:${mutant.location.start.line}`;
          const line = `- \`${place}\`: ${code(original)} as ${code(replacement)}`;
          return { why: whyLeft(file, mutant), line };
        }),
    ),
  );
  return [...Map.groupBy(lines, ({ why }) => why)]
    .sort(([, some], [, others]) => others.length - some.length)
    .flatMap(([why, ofWhy]) => [`**${why}** (${ofWhy.length})`, ofWhy.map(({ line }) => line).join('\n')]);
}

const longest = 90;

function code(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest)} …` : text;
  return text === '' ? 'nothing' : `\`\` ${short} \`\``;
}
