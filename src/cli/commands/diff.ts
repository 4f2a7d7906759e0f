import { once } from 'node:events';
import { audiences } from '../../regression/descriptions/difference.ts';
import type { DiffFailOn } from '../../report/diff/gate.ts';
import { choice, choices, collect, nonEmpty, option, withDefault } from '../arguments.ts';
import { command } from '../command.ts';
import { layoutFor, sourceOptions, write, writeCommands } from '../terminal.ts';

const failOn: readonly DiffFailOn[] = ['breaking', 'undecided', 'any'];
const formats = ['text', 'json', 'html', 'markdown', 'changelog', 'github'] as const;

/** The value of `--accept` that accepts the removal of everything that was deprecated. Any other value is a file. */
const deprecated = 'deprecated';

export const diff = command({
  arguments: [
    {
      name: '<old>',
      description:
        'a file, a URL, a Git revision as main:openapi.yaml, - for the standard input, or the bundled one as @2.0',
    },
    { name: '<new>', description: 'the changed description, in the same forms' },
  ],
  options: {
    output: withDefault(choice('--output <format>', 'the output format', formats), 'text'),
    failOn: withDefault(choice('--fail-on <what>', 'which differences fail', failOn), 'breaking'),
    concerned: withDefault(choices('--for <whom>', 'whose view counts', audiences), ['consumers']),
    accept: option(
      '--accept <what>',
      'a file of known differences, each accepted until a date; or the word deprecated, which accepts what was deprecated before it was removed; may be repeated',
      collect,
    ),
    writeAccept: option(
      '--write-accept <reason>',
      'accept the differences that fail for 90 days, for this reason, and write them to the file of --accept',
      nonEmpty,
    ),
  },
  example: 'case-conformance diff @2.0 openapi.yaml',

  contradiction({ accept = [], writeAccept }) {
    const files = accept.filter((one) => one !== deprecated).length;
    if (files > 1) return 'option --accept takes only one file.';
    if (writeAccept !== undefined && files === 0)
      return 'option --write-accept needs a file to write. Name it with --accept.';
    return undefined;
  },

  async run({ output, accept = [], writeAccept, ...gate }, terminal, [before = '', after = '']) {
    const { diff, diffAccepting } = await import('../../gate/diff.ts');
    const { failing } = await import('../../report/diff/gate.ts');
    const options = { ...sourceOptions(terminal), acceptDeprecated: accept.includes(deprecated) };
    const file = accept.find((one) => one !== deprecated);
    const report =
      file === undefined || writeAccept === undefined
        ? await diff(before, after, { ...options, accept: file })
        : await diffAccepting(before, after, { ...options, file, reason: writeAccept, gate });
    const { changelogOf, diffDocument } = await import('../../report/diff/document.ts');
    const { documentMarkdown, documentText } = await import('../../report/document.ts');
    const { diffGithub } = await import('../../report/diff/github.ts');
    const { diffHtml } = await import('../../report/diff/html.ts');
    const { reportLines } = await import('../../report/report-text.ts');
    const pieces = {
      text: () => [documentText(diffDocument(report, gate), layoutFor(terminal))],
      json: () => reportLines(report),
      html: () => [diffHtml(report, gate)],
      markdown: () => [documentMarkdown(diffDocument(report, gate))],
      changelog: () => [documentMarkdown(changelogOf(report, gate))],
    };
    if (output === 'github') writeCommands(terminal, diffGithub(report, gate));
    else
      for (const piece of pieces[output]())
        if (!write(terminal.output, piece)) await once(terminal.output, 'drain');
    return failing(report, gate).length > 0 ? 1 : 0;
  },
});
