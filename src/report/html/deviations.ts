import type { ReportedDeviation } from '../../conformance/result.ts';
import { grouped } from '../../schema/grouped.ts';
import { generalPointer } from '../../schema/pointer.ts';
import { gravities } from '../../specification/requirements.ts';
import { againWith, type Commands, shellWord } from '../commands.ts';
import { checksIn } from '../problems.ts';
import type { Report } from '../report.ts';
import { type ShownProblem, type Step, type Summary, stepsOf } from '../summary.ts';
import { numeral, plural } from '../words.ts';
import { curlOf } from './curl.ts';
import { breakable, commandHtml, type Html, html } from './html.ts';
import { filterHtml, type PageSection } from './section.ts';

/** Browsers become slow with more problems. */
const maxProblems = 5_000;

const maxUnfolded = 10;

const maxRows = 500;

export function deviationsSection({ problems, legend, report }: Summary, commands: Commands): PageSection {
  const section = { id: 'deviations', heading: 'Problems', count: problems.length };
  if (problems.length === 0) return { ...section, content: html`<p>No deviations were found.</p>` };
  const shown = problems.slice(0, maxProblems);
  const isFolded = problems.length > maxUnfolded;
  return {
    ...section,
    content: html`${problems.length === 1 ? undefined : narrowingHtml(problems)}
${legend === undefined ? undefined : html`<p class="note">${legend}</p>`}
${shown.map((problem) => problemHtml(problem, isFolded, report, commands))}
${problems.length > shown.length ? html`<p class="note">${numeral(problems.length - shown.length)} more in report.json.</p>` : undefined}`,
  };
}

function narrowingHtml(problems: readonly ShownProblem[]): Html {
  return filterHtml({
    section: 'deviations',
    entries: 'problems',
    choices: [
      {
        by: 'Gravity',
        kinds: gravities.filter((gravity) => problems.some((one) => one.gravity === gravity)),
      },
      { by: 'Operation', kinds: [...new Set(problems.flatMap(({ operations }) => operations))] },
      { by: 'Status', kinds: [...new Set(problems.flatMap(statusOf))].sort() },
    ],
  });
}

/** Contains a fingerprint, which is equal in all runs, so links stay valid. */
export function anchorOf({ findings: [{ fingerprint }] }: ShownProblem): string {
  return `problem-${fingerprint}`;
}

function statusOf({ steps }: ShownProblem): string[] {
  return steps.map(({ evidence }) => String(evidence.response.status));
}

function problemHtml(problem: ShownProblem, isFolded: boolean, report: Report, commands: Commands): Html {
  const { number, gravity, headline, code, operations, steps, details, required } = problem;
  const [{ witness }] = problem.findings;
  return html`<details class="problem" data-kind="${[gravity, ...operations, ...statusOf(problem)].join(' ')}"${openHtml(!isFolded)}>
<summary><h3>${number}. ${headline}</h3> <b class="${gravity}">${gravity}</b></summary>
<p class="source" id="${anchorOf(problem)}"><code>${code}</code> <a href="#${anchorOf(problem)}" aria-label="Link to this problem">#</a></p>
<ol class="steps">${steps.map(stepHtml)}</ol>
${witness === undefined ? undefined : html`<p>Smallest record that shows it: <code>${JSON.stringify(witness)}</code></p>`}
${details === '' ? undefined : html`<p>${details}</p>`}
<p class="source">Required: ${required}</p>
<details><summary>Commands</summary>
${commandsHtml(problem, report, commands)}</details>
${placesHtml(problem, report)}
${occurrencesHtml(problem, report)}
</details>
`;
}

function openHtml(isOpen: boolean): Html | undefined {
  return isOpen ? html` open` : undefined;
}

function stepHtml({ words, evidence }: Step): Html {
  return html`<li><code>${words.replaceAll('→ ', '→\u00a0')}</code> <small>in&#160;${evidence.response.durationMs}&#160;ms</small></li>`;
}

function commandsHtml({ steps, code, findings }: ShownProblem, { target }: Report, commands: Commands): Html {
  const [{ check, path }] = findings;
  const only = ` --only ${shellWord(check.id)}${path === undefined ? '' : ` --path ${shellWord(path)}`}`;
  return html`<dl class="again">
${steps.map(({ evidence: { request } }, place) => {
  const curl = curlOf(target, request);
  const which = steps.length === 1 ? 'Reproduce' : `Request ${place + 1}`;
  if (curl === undefined) return undefined;
  const { line, placeholders } = curl;
  return html`<dt>${which}</dt><dd>${commandHtml(line)}${placeholders.length === 0 ? undefined : html`<small>Replace ${placeholders.join(' and ')} with values of your own.</small>`}</dd>`;
})}
<dt>${againWith('Test again', commands)}</dt><dd>${commandHtml(`${commands.rerun}${only}`)}</dd>
<dt>Explain</dt><dd>${commandHtml(`${commands.explain} ${shellWord(code)}`)}</dd>
</dl>`;
}

function placesHtml(problem: ShownProblem, report: Report): Html | undefined {
  const { places, deviations, counted } = problem;
  if (places.length === 0) return undefined;
  const isOfFields = places[0]?.startsWith('/') === true;
  const found = new Map(
    deviations
      .flatMap(({ variant, findings: [first] }) =>
        [variant, generalPointer(first.pointer)].map((name) => [name, first] as const),
      )
      .toReversed(),
  );
  const rows = places.slice(0, maxRows).map((place) => {
    const words = seenInWords(found.get(place), problem, report);
    return html`<tr><th scope="row">${isOfFields ? html`<code>${breakable(place)}</code>` : place}</th><td><code>${words}</code></td></tr>`;
  });
  const isOpen = places.length <= maxUnfolded;
  const noun = `${counted === undefined ? 'further ' : ''}${isOfFields ? 'field' : 'way'}`;
  return html`<details${openHtml(isOpen)}><summary>${plural(places.length, noun)}</summary>
<table class="places"><tbody>${rows}</tbody></table>${restHtml(places)}</details>`;
}

/**
 * Words for the requests that show a further finding. Only the deviating value if the problem itself shows the same
 * requests.
 */
function seenInWords(
  finding: ReportedDeviation | undefined,
  { findings: [first] }: ShownProblem,
  report: Report,
): string {
  if (finding === undefined) return '';
  const { pointer, message } = finding;
  const steps = stepsOf(report, finding);
  if (finding.exchange !== first.exchange || finding.causedBy !== first.causedBy)
    return steps.map(({ words }) => words).join(', ');
  const value = steps.at(-1)?.value;
  if (value !== undefined) return value;
  return pointer !== '' && message.startsWith(`${pointer} `) ? message.slice(pointer.length + 1) : message;
}

function occurrencesHtml({ findings, occurrences }: ShownProblem, report: Report): Html | undefined {
  const [check = '', ...others] = checksIn(findings);
  const isOfOne = others.length === 0;
  if (isOfOne && occurrences === 1) return undefined;
  const seen = grouped(findings, ({ exchange }) => String(exchange)).map((some) => {
    const words = stepsOf(report, some[0]).map((step) => step.words);
    return `${words.join(', ')}${isOfOne ? '' : ` (${checksIn(some).join(', ')})`}`;
  });
  const lines = grouped(seen, (line) => line).map((alike) =>
    alike.length === 1 ? alike[0] : `${alike[0]}, ${alike.length} times`,
  );
  return html`<details><summary>${plural(occurrences, 'occurrence')}${isOfOne ? html` in <code>${breakable(check)}</code>` : undefined}</summary><ul>${lines.slice(0, maxRows).map((line) => html`<li>${breakable(line)}</li>`)}</ul>${restHtml(lines)}</details>`;
}

function restHtml(all: readonly unknown[]): Html | undefined {
  return all.length > maxRows ? html`<p class="note">All are in report.json.</p>` : undefined;
}
