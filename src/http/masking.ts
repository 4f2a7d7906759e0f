/** What stands where a secret stood. */
const masked = '(token)';

/** A shorter secret is found in texts by chance, and is none. */
const shortestSecret = 12;

/**
 * Takes secrets out of a text, for a target that tells a token back may do so in any place. They are found as they
 * are and as JSON, URLs, JSON pointers and base64 write them; in any case, as the name of a host comes in lower case.
 * @param secrets - taken out where they are of twelve characters or more
 * @returns what takes them out; a text without them is returned as it is
 */
export function maskingOf(secrets: readonly string[]): (text: string) => string {
  const written = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(writingsOf);
  if (written.length === 0) return (text) => text;
  const pattern = new RegExp(written.map((one) => one.replaceAll(/\W/g, '\\$&')).join('|'), 'gi');
  return (text) => text.replace(pattern, masked);
}

function writingsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      secret.replaceAll('/', '\\/'),
      encodeURIComponent(secret),
      secret.replaceAll('~', '~0').replaceAll('/', '~1'),
      // The last characters of base64 depend on what follows.
      base64.slice(0, -2),
    ]),
  ];
}
