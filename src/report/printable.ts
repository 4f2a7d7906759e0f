import { escaped } from '../schema/json.ts';

// Printed text may come from an attacker, with control sequences for the terminal or commands for the log of a CI
// system.

/** Cf are format characters: some reverse the direction of text. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const maxLength = 4_000;

export function printable(text: string): string {
  const line = withoutCommands(text.slice(0, maxLength).replaceAll(unprintable, '\ufffd'));
  return text.length > maxLength ? `${line}… (${text.length} characters)` : line;
}

export function inMarkdown(text: string): string {
  return printable(text).replaceAll(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&');
}

/**
 * Replaces the unprintable characters of a whole output, as a last safeguard. Keeps the styles (bold, colours) that the
 * suite itself adds.
 */
export function readable(lines: string): string {
  return lines
    .split('\n')
    .map((line) =>
      withoutCommands(line.replaceAll(unprintableUnlessOurs, (_, ours?: string) => ours ?? '\ufffd')),
    )
    .join('\n');
}

/** The styles of the suite: bold, dim, three colours, and the sequences that end them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const unprintableUnlessOurs = /(\u001b\[(?:[12]|22|3[123]|39)m)|[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** JSON with unprintable characters and CI commands written as `\u` escapes, so the parsed value is unchanged. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replaceAll(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped)
    .replaceAll(command, (found) => `#\\u0023${found.slice(2)}`);
}

/** Commands such as `##vso[`, which Azure Pipelines, GitHub Actions and TeamCity execute anywhere in a line. */
const command = /##[\w.-]{0,40}\[/g;

/** GitHub Actions also executes a line that begins with two colons. */
function withoutCommands(line: string): string {
  return line.replaceAll(command, (found) => `# ${found.slice(1)}`).replace(/^(\s*):(?=:)/, '$1: ');
}
