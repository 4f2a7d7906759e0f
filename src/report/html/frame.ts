import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html, ownElement } from './html.ts';
import { contentsHtml, type PageSection, sectionHtml } from './section.ts';

interface Page {
  readonly title: string;
  readonly header: Html;
  readonly sections: readonly PageSection[];
}

export function pageOf({ title, header, sections }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${ownElement('style', style)}
</head>
<body>
${header}
${contentsHtml(sections)}
<main>
${sections.map(sectionHtml)}
</main>
${ownElement('script', script)}
</body>
</html>
`;
  return page.markup;
}

const style = readFileSync(new URL('./page-style.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('./page-script.js', import.meta.url), 'utf8');

const policy = [
  "default-src 'none'",
  `style-src ${sourceOf(style)}`,
  `script-src ${sourceOf(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
