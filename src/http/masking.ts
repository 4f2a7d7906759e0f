/** What stands where a secret stood. */
const masked = '(token)';

/** A shorter secret is found in texts by chance, and is none. */
const shortestSecret = 8;

/**
 * Takes secrets out of what a target sends, for one that tells a token back may do so in any place. In any case, as
 * the name of a host comes in lower case.
 * @param secrets - taken out where they are of eight characters or more
 * @returns what takes them out of a text; a text without them is returned as it is
 */
export function maskingOf(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortestSecret);
  if (long.length === 0) return (text) => text;
  const pattern = new RegExp(long.map((secret) => secret.replaceAll(/[^\w]/g, '\\$&')).join('|'), 'gi');
  return (text) => text.replace(pattern, masked);
}
