import { readdirSync, readFileSync } from 'node:fs';

const fixtures = new URL('../../../fixtures/', import.meta.url);
const demo: unknown = read('demo.json');
const records = readdirSync(new URL('records/valid/', fixtures)).map((file) => read(`records/valid/${file}`));

export const tokens: readonly string[] = stringsUnder(demo, /^token$/);

export const personalValues: readonly string[] = [
  ...new Set(
    [demo, ...records].flatMap((value) =>
      stringsUnder(
        value,
        /name$|^(first|last|middle|sur)|e-?mail|phone|postcode|^line_|post_town|niNumber|^dob$|occupation|uprn|bio|number$/i,
      ),
    ),
  ),
].filter((text) => text.length >= 6 && !['member', 'restricted', 'outsider', 'revoked'].includes(text));

export function leakedInto(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => text.includes(secret));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, fixtures), 'utf8'));
}

function stringsUnder(value: unknown, names: RegExp): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && names.test(name) ? [member] : stringsUnder(member, names),
  );
}
