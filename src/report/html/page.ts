import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Requirement } from '../../specification/requirements.ts';
import type { Commands } from '../commands.ts';
import type { Summary } from '../summary.ts';
import { deviationsSection } from './deviations.ts';
import { recordSection } from './field-map.ts';
import { html, ownElement } from './html.ts';
import { listSection } from './list.ts';
import { matrixSection } from './matrix.ts';
import { observationsSection } from './observations.ts';
import { overviewHtml } from './overview.ts';
import { checksSection, requirementsSection } from './registers.ts';
import { reproduceSection } from './reproduce.ts';
import { contentsHtml, type Section, sectionHtml } from './section.ts';

/** The report as a single page. It needs no network, and only its filters and copy buttons need a script. */
export function htmlReport(summary: Summary, commands: Commands, register: readonly Requirement[]): string {
  const { report } = summary;
  const sections = sectionsOf(summary, commands, register);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Conformance of ${report.target}</title>
${ownElement('style', style)}
</head>
<body>
${overviewHtml(summary)}
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

/** The lists that come before the problems, and those that come after what was tested. */
const first = ['faults', 'objections'];
const last = ['changes', 'drift', 'advisories'];

function sectionsOf(summary: Summary, commands: Commands, register: readonly Requirement[]): Section[] {
  const lists = (isHere: (id: string) => boolean) =>
    summary.lists.filter(({ id }) => isHere(id)).map((list) => listSection(list, summary.problems));
  return [
    ...lists((id) => first.includes(id)),
    deviationsSection(summary, commands),
    ...lists((id) => !first.includes(id) && !last.includes(id)),
    matrixSection(summary),
    recordSection(summary),
    observationsSection(summary, register),
    ...lists((id) => last.includes(id)),
    requirementsSection(summary, register),
    checksSection(summary),
    reproduceSection(summary, commands),
  ];
}

const style = readFileSync(new URL('./page-style.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('./page-script.js', import.meta.url), 'utf8');

/** The content security policy allows only the page's own style and script. */
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
