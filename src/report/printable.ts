/** The text without what a terminal would obey or break a line at: whoever chose the text may choose that too. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}

/** The text as Markdown shows it, whoever chose it. */
export function inMarkdown(text: string): string {
  return printable(text).replaceAll(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&');
}
