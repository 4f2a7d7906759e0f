import { conclusions } from '../conclusion-words.ts';
import { outcomeCounts } from '../outcomes.ts';
import type { Summary } from '../summary.ts';
import { counted, dateAndTime, numeral } from '../words.ts';
import { type Html, html } from './html.ts';

export function overviewHtml(summary: Summary): Html {
  const { report } = summary;
  const { target, startedAt, conclusion } = report;
  return html`<header class="${conclusions[conclusion].emphasis}">
<p class="about"><b>${target}</b>, tested against the interface ${report.suite.interface}, <time datetime="${startedAt}">${dateAndTime(startedAt)}</time></p>
<h1>${summary.conclusion}</h1>
<p>${summary.tested}</p>
<dl class="figures">${figuresOf(summary).map(([name, value, note]) => html`<div><dt>${name}</dt><dd>${value} <small>${note}</small></dd></div>`)}</dl>
${summary.notices.map(({ words }) => html`<p class="notice">${words}</p>`)}
</header>
`;
}

function figuresOf({ report }: Summary): (readonly [name: string, value: string, note: string])[] {
  const { results, fieldCoverage, recorded, requests, durationMs } = report;
  const outcomes = Object.entries(outcomeCounts(results)).map(
    ([outcome, count]) => [count, outcome] as const,
  );
  const { percent, seen, possible } = fieldCoverage;
  return [
    ['Checks', numeral(results.length), counted(outcomes)],
    ['Case record seen', `${percent}\u00a0%`, `${numeral(seen)} of ${numeral(possible)}`],
    recorded === undefined
      ? ['Requests', numeral(requests), `in ${(durationMs / 1000).toFixed(1)} s`]
      : ['Recorded exchanges', numeral(recorded.exchanges), `${recorded.judged} judged`],
  ];
}
