import type { Option } from 'commander';
import type { CommandDeclaration } from '../../src/cli/command.ts';
import { type CommandName, descriptions, loaders } from '../../src/cli/program.ts';
import { cell } from './cell.ts';

export const furtherPages: Readonly<Record<string, readonly (readonly [page: string, title: string])[]>> = {
  init: [
    ['configuration.md', 'Configuration'],
    ['gate.md', 'A gate in CI'],
  ],
  check: [
    ['operators.md', 'Testing a live deployment'],
    ['gate.md', 'A gate in CI'],
    ['recorded-traffic.md', 'Recorded traffic'],
    ['report.md', 'Reading a report'],
  ],
  merge: [['gate.md#several-machines', 'Several machines']],
  compare: [['regression.md', 'What changed']],
  diff: [
    ['regression.md', 'What changed'],
    ['diff-keywords.md', 'The keywords'],
    ['diff-rules.md', 'The kinds of changes'],
  ],
  verify: [
    ['verify.md', 'Verifying a provider'],
    ['provider-states.md', 'Provider states'],
    ['broker.md', 'A Pact Broker'],
  ],
  restore: [['operators.md#how-it-is-put-back', 'How it is put back']],
  validate: [
    ['scaling.md#records-at-rest-apache-spark', 'Records at rest'],
    ['changed-descriptions.md', 'Changed descriptions'],
  ],
  generate: [['generating.md', 'Generating records']],
  serve: [
    ['reference.md', 'The reference implementation'],
    ['stub.md', 'A stub'],
    ['provider-states.md', 'Provider states'],
  ],
  'keys create': [['reference.md#keys', 'Keys']],
  'keys list': [['reference.md#keys', 'Keys']],
  'keys revoke': [['reference.md#keys', 'Keys']],
  import: [['reference.md#load-records-and-take-them-out', 'Load records, and take them out']],
  export: [['reference.md#load-records-and-take-them-out', 'Load records, and take them out']],
  describe: [['changed-descriptions.md', 'Changed descriptions']],
  explain: [
    ['report.md#deviations', 'Deviations'],
    ['errors.md', 'Errors'],
  ],
  doctor: [['faults.md', 'What is caught']],
};

export async function commandsPage(): Promise<string> {
  const loaded = await loadedCommands();
  const index = loaded.map(
    ({ name, description }) => `| [\`${name}\`](#${name.replaceAll(' ', '-')}) | ${cell(description)} |`,
  );
  return `# Commands

\`case-conformance COMMAND --help\` prints the same text. [Errors](errors.md) lists the exit codes, which are the same for every
command. \`npm run tables\` writes this page from the commands themselves.

| | |
|---|---|
${index.join('\n')}
${loaded.map(sectionOf).join('')}`;
}

export function loadedCommands(): Promise<LoadedCommand[]> {
  return Promise.all(
    (Object.keys(loaders) as CommandName[]).map(async (name) => {
      return { name, description: descriptions[name], declaration: await loaders[name]() };
    }),
  );
}

interface LoadedCommand {
  readonly name: string;
  readonly description: string;
  readonly declaration: CommandDeclaration;
}

function sectionOf({ name, description, declaration }: LoadedCommand): string {
  const { arguments: words = [], options, example } = declaration;
  const call = ['case-conformance', name, '[options]', ...words.map((word) => word.name)].join(' ');
  const pages = (furtherPages[name] ?? []).map(([page, title]) => `[${title}](${page})`);
  const rows = [
    ...words.map((word) => [word.name, cell(word.description)]),
    ...Object.values(options).map((one: Option) => [one.flags, cell(detailsOf(one))]),
    ['--debug', 'show stack traces'],
  ];
  return `
## ${name}

${description}

\`\`\`
${call}
\`\`\`

| | |
|---|---|
${rows.map(([flags, details]) => `| \`${flags?.replaceAll('|', '\\|')}\` | ${details} |`).join('\n')}

For example:

\`\`\`
${example}
\`\`\`

More: ${pages.join(', ')}.
`;
}

function detailsOf({ description, argChoices, defaultValue, mandatory }: Option): string {
  return [
    description,
    ...(argChoices === undefined ? [] : [`one of ${argChoices.map((one) => `\`${one}\``).join(', ')}`]),
    ...(defaultValue === undefined ? [] : [`default: \`${defaultValue}\``]),
    ...(mandatory ? ['required'] : []),
  ].join('; ');
}
