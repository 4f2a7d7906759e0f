import { escaped } from '../schema/json.ts';

// Printed text may come from an attacker, with commands for the terminal or for the log of a CI system.

/** Control characters, line breaks, and format characters, such as those that reverse the direction of text. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The maximum number of characters of a text. */
const longest = 4_000;

/** The text on one line, without commands for a terminal or CI system. */
export function printable(text: string): string {
  const line = withoutCommands(text.slice(0, longest).replaceAll(unprintable, '\ufffd'));
  return text.length > longest ? `${line}… (${text.length} characters)` : line;
}

export function inMarkdown(text: string): string {
  return printable(text).replaceAll(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&');
}

/**
 * A last safeguard for whole output: neutralises everything that `printable` has not. The suite's own styles are kept.
 */
export function readable(lines: string): string {
  return lines
    .split('\n')
    .map((line) =>
      withoutCommands(line.replaceAll(unprintableUnlessOurs, (_, ours?: string) => ours ?? '\ufffd')),
    )
    .join('\n');
}

/** The suite's own styles: bold, dim, three colours and their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const unprintableUnlessOurs = /(\u001b\[(?:[12]|22|3[123]|39)m)|[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * JSON in which unprintable characters and CI commands are escaped. Its parsed value is the same.
 * @param indent - as in `JSON.stringify`
 */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replaceAll(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped)
    .replaceAll(command, (found) => `#\\u0023${found.slice(2)}`);
}

/** Commands such as `##vso[`, which Azure Pipelines, GitHub Actions and TeamCity execute anywhere in a line. */
const command = /##[\w.-]{0,40}\[/g;

/** Neutralises CI commands. GitHub Actions also executes a line that begins with two colons. */
function withoutCommands(line: string): string {
  return line.replaceAll(command, (found) => `# ${found.slice(1)}`).replace(/^(\s*):(?=:)/, '$1: ');
}
