import { emphases } from '../conclusion-words.ts';
import type { Summary } from '../summary.ts';
import { counted, dateAndTime, numeral } from '../words.ts';
import { type Html, html } from './html.ts';

/** A key figure of a run with a note. */
interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

/** The top of the page: the verdict, the key figures, and the most important notices. */
export function overviewHtml(summary: Summary): Html {
  const { report } = summary;
  const { target, startedAt, conclusion } = report;
  return html`<header class="${emphases[conclusion]}">
<p class="about"><b>${target}</b>, tested against the interface ${report.suite.interface}, <time datetime="${startedAt}">${dateAndTime(startedAt)}</time></p>
<h1>${summary.conclusion}</h1>
<p>${summary.tested}</p>
<dl class="figures">${figuresOf(summary).map(figureHtml)}</dl>
${summary.notices.map(({ words }) => html`<p class="notice">${words}</p>`)}
</header>
`;
}

function figureHtml({ name, value, note }: Figure): Html {
  return html`<div><dt>${name}</dt><dd>${value} <small>${note}</small></dd></div>`;
}

function figuresOf({ report }: Summary): Figure[] {
  const { summary, fieldCoverage, recorded } = report;
  const { pass, fail, inconclusive } = summary;
  return [
    {
      name: 'Checks',
      value: numeral(pass + fail + inconclusive),
      note: counted([
        [pass, 'pass'],
        [fail, 'fail'],
        [inconclusive, 'undecided'],
      ]),
    },
    {
      name: 'Case record seen',
      value: `${fieldCoverage.percent} %`,
      note: `${numeral(fieldCoverage.seen)} of ${numeral(fieldCoverage.possible)}`,
    },
    recorded === undefined
      ? {
          name: 'Requests',
          value: numeral(report.requests),
          note: `in ${(report.durationMs / 1000).toFixed(1)} s`,
        }
      : { name: 'Recorded exchanges', value: numeral(recorded.exchanges), note: `${recorded.judged} judged` },
  ];
}
