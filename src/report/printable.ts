import { escaped } from '../schema/json.ts';

// Text may come from an attacker and contain commands for a terminal or for the log of a CI system.

/** Control characters, line breaks, and format characters, including those that change the direction of text. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Characters; longer texts are shortened. */
const longest = 4_000;

/** The text as a part of one line, without commands for a terminal or CI system. */
export function printable(text: string): string {
  const line = withoutCommands(text.slice(0, longest).replaceAll(unprintable, '\ufffd'));
  return text.length > longest ? `${line}… (${text.length} characters)` : line;
}

export function inMarkdown(text: string): string {
  return printable(text).replaceAll(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&');
}

/**
 * Final pass over lines for a reader: parts that were not made printable before are harmless afterwards. The suite's
 * own styling is kept.
 */
export function readable(lines: string): string {
  return lines
    .split('\n')
    .map((line) =>
      withoutCommands(line.replaceAll(unprintableUnlessOurs, (_, ours?: string) => ours ?? '\ufffd')),
    )
    .join('\n');
}

/** The suite's own styling: bold, dim and three colours, and their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const unprintableUnlessOurs = /(\u001b\[(?:[12]|22|3[123]|39)m)|[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * JSON that escapes unprintable characters and CI commands; its value is unchanged.
 * @param indent - as in `JSON.stringify`
 */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replaceAll(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped)
    .replaceAll(command, (found) => `#\\u0023${found.slice(2)}`);
}

/** Azure Pipelines, GitHub Actions and TeamCity execute commands such as `##vso[` anywhere in a line. */
const command = /##[\w.-]{0,40}\[/g;

/** GitHub Actions executes commands that begin with two colons at the start of a line. */
function withoutCommands(line: string): string {
  return line.replaceAll(command, (found) => `# ${found.slice(1)}`).replace(/^(\s*):(?=:)/, '$1: ');
}
