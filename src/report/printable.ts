// Whoever chose a text may have chosen what a terminal, or the log of a CI system, would obey.

/** Control characters, line breaks, and format characters: those that turn the direction of text around are among them. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A longer text is cut. */
const longest = 4_000;

/** The text as a part of one line, without what a terminal or a CI system would obey. */
export function printable(text: string): string {
  const line = withoutCommands(text.slice(0, longest).replaceAll(unprintable, '\ufffd'));
  return text.length > longest ? `${line}… (${text.length} characters)` : line;
}

/** The text as Markdown shows it, whoever chose it. */
export function inMarkdown(text: string): string {
  return printable(text).replaceAll(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&');
}

/**
 * Lines that are to be read, as they are written at last: a part of one that was not made printable does no harm either.
 * What sets our own words off stays.
 */
export function readable(lines: string): string {
  return lines
    .split('\n')
    .map((line) =>
      withoutCommands(line.replaceAll(unprintableUnlessOurs, (_, ours?: string) => ours ?? '\ufffd')),
    )
    .join('\n');
}

/** Bold, dim and three colours, and their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const unprintableUnlessOurs = /(\u001b\[(?:[12]|22|3[123]|39)m)|[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * JSON with escapes for what would be unprintable, and for what a CI system would obey; it says the same.
 * @param indent - as `JSON.stringify` takes it
 */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replaceAll(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped)
    .replaceAll(command, (found) => `#\\u0023${found.slice(2)}`);
}

/** What Azure Pipelines, GitHub Actions and TeamCity obey wherever it stands in a line, such as `##vso[`. */
const command = /##[\w.-]{0,40}\[/g;

/** GitHub Actions obeys two colons at the beginning of a line. */
function withoutCommands(line: string): string {
  return line.replaceAll(command, (found) => `# ${found.slice(1)}`).replace(/^(\s*):(?=:)/, '$1: ');
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
