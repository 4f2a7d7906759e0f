import { readFileSync } from 'node:fs';

const page = readFileSync('docs/scaling.md', 'utf8');

export function blocksOf(heading: string, language: string): string[] {
  const section = page.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...section.matchAll(pattern)].map(([, text = '']) => text);
}
