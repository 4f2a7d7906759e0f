import type { Evidence } from '../../trace/evidence.ts';
import type { Cause } from '../causes.ts';
import { againWith, type Commands, shellWord } from '../commands.ts';
import type { Report } from '../report.ts';
import { type BrokenStatement, evidenceOf, isOfNewChecks, type Summary } from '../summary.ts';
import { numeral, plural } from '../words.ts';
import { curlLine } from './curl.ts';
import { type ExcerptLine, excerptOf } from './excerpt.ts';
import { type Sides, sidesOf } from './expected-and-actual.ts';
import { type Html, html } from './html.ts';
import { filterHtml, type Section } from './section.ts';

/** The maximum number of causes shown; a browser can still render this many. */
const mostCauses = 5_000;

/** The maximum number of paths, and of checks, to name per cause. */
const mostNamed = 10;

/**
 * The section of deviations: for each statement of the documents, everything that breaks it, with evidence and the
 * commands to reproduce it.
 */
export function deviationsSection({ broken, report }: Summary, commands: Commands): Section {
  const count = report.deviations.length;
  if (count === 0)
    return {
      id: 'deviations',
      heading: 'Deviations',
      count,
      content: html`<p>Nothing that was decided deviates.</p>`,
    };
  const operations = new Set(report.deviations.flatMap((cause) => cause.operations));
  let left = mostCauses;
  const articles = broken.flatMap((statement) => {
    const shown = statement.causes.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [statementHtml(statement, shown, report, commands)];
  });
  return {
    id: 'deviations',
    heading: 'Deviations',
    count,
    content: html`${filterHtml({ section: 'deviations', entries: 'deviations', by: 'Operation', kinds: [...operations].map((name) => [name, name]) })}
${articles}
${count > mostCauses ? html`<p class="note">${numeral(count - mostCauses)} more in report.json.</p>` : undefined}`,
  };
}

function statementHtml(
  { requirement, text, source }: BrokenStatement,
  causes: readonly Cause[],
  report: Report,
  commands: Commands,
): Html {
  return html`<article data-group id="${`deviation-${requirement}`}">
<h3>${text}</h3>
<p class="source"><code>${requirement}</code>, said in ${source}</p>
${causes.map((cause) => causeHtml(cause, report, commands))}
</article>
`;
}

function causeHtml(cause: Cause, report: Report, commands: Commands): Html {
  const { message, operations, findings } = cause;
  const [{ pointer, witness }] = findings;
  const exchange = evidenceOf(report, cause);
  const body = exchange?.response.body;
  const sides = sidesOf(message, pointer, body);
  return html`<div class="cause" data-kind="${operations.join(' ')}">
<h4>${sides === undefined ? `${message}.` : html`<code>${sides.subject}</code>`}</h4>
${sides === undefined ? undefined : sidesHtml(sides)}
${body === undefined ? undefined : html`<pre class="excerpt">${excerptOf(body, pointer).map(lineHtml)}</pre>`}
${exchange === undefined ? undefined : exchangeHtml(exchange)}
${witness === undefined ? undefined : html`<p>Smallest record that shows it: <code>${JSON.stringify(witness)}</code></p>`}
${isOfNewChecks(cause) ? html`<p>Only checks show it that are new since the lock or baseline.</p>` : undefined}
${againHtml(cause, exchange, report, commands)}
${findings.length > 1 ? moreHtml(cause, report) : undefined}
</div>
`;
}

function sidesHtml({ expected, actual, nearMiss, advice }: Sides): Html {
  return html`<dl class="sides"><div><dt>Expected</dt><dd>${expected}</dd></div>
${actual === undefined ? undefined : html`<div><dt>Actual</dt><dd class="actual">${actual}</dd></div>`}</dl>
${nearMiss === undefined ? undefined : html`<p class="hint">A near miss: ${nearMiss}.</p>`}
${advice === undefined ? undefined : html`<p class="hint">${advice}.</p>`}`;
}

function lineHtml({ indent, text, isMarked }: ExcerptLine): Html {
  return html`${indent}${isMarked ? html`<mark>${text}</mark>` : text}\n`;
}

function exchangeHtml({ request, response }: Evidence): Html {
  return html`<p class="exchange"><code>${request.method} ${request.path}</code> <span>credentials: ${request.credentials}</span> <span>answered <b>${response.status}</b>, ${plural(response.bodyBytes, 'byte')} in ${response.durationMs} ms</span>${request.body === undefined ? undefined : html` <span>sent: <code>${JSON.stringify(request.body)}</code></span>`}</p>`;
}

function againHtml(
  cause: Cause,
  exchange: Evidence | undefined,
  { target }: Report,
  commands: Commands,
): Html {
  const curl = exchange === undefined ? undefined : curlLine(target, exchange.request);
  return html`<dl class="again">
${curl === undefined ? undefined : html`<dt>Send it</dt><dd><kbd>${curl}</kbd></dd>`}
<dt>${againWith('Test it again', commands)}</dt><dd><kbd>${commands.rerun}${selectionOf(cause)}</kbd></dd>
<dt>Have it explained</dt><dd><kbd>${commands.explain} ${shellWord(cause.code)}</kbd></dd>
</dl>`;
}

/** The options that narrow a run to the check and value that show a cause. */
function selectionOf({ findings: [{ check, path }] }: Cause): string {
  return ` --only ${shellWord(check.id)}${path === undefined ? '' : ` --path ${shellWord(path)}`}`;
}

function moreHtml({ findings: [, ...others] }: Cause, { exchanges }: Report): Html {
  const places = others.map(({ check, exchange }) => {
    const { method, path } = exchanges[exchange]?.request ?? { method: '', path: '' };
    return `${method} ${path} (${check.id})`;
  });
  const named = [...new Set(places)].slice(0, mostNamed);
  return html`<details><summary>${plural(others.length, 'more sighting')}</summary><ul>${named.map((place) => html`<li>${place}</li>`)}</ul>${others.length > named.length ? html`<p class="note">All are in report.json.</p>` : undefined}</details>`;
}
