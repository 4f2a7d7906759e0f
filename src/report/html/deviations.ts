import type { Evidence } from '../../trace/evidence.ts';
import {
  type Cause,
  countCauses,
  type DeviatingRequirement,
  deviatingRequirements,
  type Sighting,
} from '../causes.ts';
import { againWith, type Commands } from '../commands.ts';
import type { Report } from '../report.ts';
import { shellWord } from '../shell-word.ts';
import { numeral, plural } from '../words.ts';
import { curlLine } from './curl.ts';
import { type ExcerptLine, excerptOf } from './excerpt.ts';
import { filterHtml } from './filter.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';
import { type Sides, sidesOf } from './sides.ts';

/** The maximum number of causes shown; a browser can still render this many. */
const mostCauses = 5_000;

/** The maximum number of paths, and of checks, to name per cause. */
const mostNamed = 10;

type Tested = Pick<Report, 'results' | 'exchanges' | 'statements' | 'target'>;

/**
 * The section of deviations: for each statement of the documents, everything that breaks it, with evidence and the
 * commands to reproduce it.
 */
export function deviationsSection(report: Tested, commands: Commands): Section {
  const deviating = deviatingRequirements(report);
  const count = countCauses(deviating);
  if (count === 0)
    return {
      id: 'deviations',
      heading: 'Deviations',
      count,
      content: html`<p>Nothing that was decided deviates.</p>`,
    };
  const operations = new Set(deviating.flatMap(({ causes }) => causes.flatMap(operationsOf)));
  let left = mostCauses;
  const articles = deviating.flatMap((one) => {
    const shown = one.causes.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [requirementHtml({ ...one, causes: shown }, report, commands)];
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

function operationsOf({ sightings }: Cause): string[] {
  return [...new Set(sightings.map(({ operation }) => operation))];
}

function requirementHtml(
  { requirement, causes }: DeviatingRequirement,
  { statements, target }: Tested,
  commands: Commands,
): Html {
  const { text, source } = statements[requirement] ?? { text: requirement, source: 'a check of your own' };
  return html`<article data-group id="${`deviation-${requirement}`}">
<h3>${text}</h3>
<p class="source"><code>${requirement}</code>, said in ${source}</p>
${causes.map((cause) => causeHtml(cause, target, commands))}
</article>
`;
}

function causeHtml(cause: Cause, target: string, commands: Commands): Html {
  const { message, sightings } = cause;
  const [first] = sightings;
  const { pointer, exchange, witness } = first;
  const body = exchange?.response.body;
  const sides = sidesOf(message, pointer, body);
  return html`<div class="cause" data-kind="${operationsOf(cause).join(' ')}">
<h4>${sides === undefined ? `${message}.` : html`<code>${sides.subject}</code>`}</h4>
${sides === undefined ? undefined : sidesHtml(sides)}
${body === undefined ? undefined : html`<pre class="excerpt">${excerptOf(body, pointer).map(lineHtml)}</pre>`}
${exchange === undefined ? undefined : exchangeHtml(exchange)}
${witness === undefined ? undefined : html`<p>Smallest record that shows it: <code>${JSON.stringify(witness)}</code></p>`}
${sightings.every(({ added }) => added !== undefined) ? html`<p>Only checks show it that are new since the lock or baseline.</p>` : undefined}
${againHtml(first, cause.code, target, commands)}
${sightings.length > 1 ? moreHtml(sightings) : undefined}
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

function againHtml(sighting: Sighting, code: string, target: string, commands: Commands): Html {
  const { exchange } = sighting;
  const curl = exchange === undefined ? undefined : curlLine(target, exchange.request);
  return html`<dl class="again">
${curl === undefined ? undefined : html`<dt>Send it</dt><dd><kbd>${curl}</kbd></dd>`}
<dt>${againWith('Test it again', commands)}</dt><dd><kbd>${commands.rerun}${selectionOf(sighting)}</kbd></dd>
<dt>Have it explained</dt><dd><kbd>${commands.explain} ${shellWord(code)}</kbd></dd>
</dl>`;
}

/** The options that narrow a run to the check and value that show a cause. */
function selectionOf({ check, path }: Sighting): string {
  return ` --only ${shellWord(check)}${path === undefined ? '' : ` --path ${shellWord(path)}`}`;
}

function moreHtml([, ...others]: readonly Sighting[]): Html {
  const places = others.map(
    ({ check, exchange }) => `${exchange?.request.method ?? ''} ${exchange?.request.path ?? ''} (${check})`,
  );
  const named = [...new Set(places)].slice(0, mostNamed);
  return html`<details><summary>${plural(others.length, 'more sighting')}</summary><ul>${named.map((place) => html`<li>${place}</li>`)}</ul>${others.length > named.length ? html`<p class="note">All are in report.json.</p>` : undefined}</details>`;
}
