import { grouped } from '../../schema/grouped.ts';
import { gravities } from '../../specification/requirements.ts';
import { againWith, type Commands, shellWord } from '../commands.ts';
import type { Report } from '../report.ts';
import type { ShownProblem, Step, Summary } from '../summary.ts';
import { numeral, onlyNewChecks, plural } from '../words.ts';
import { curlLine } from './curl.ts';
import { type Html, html } from './html.ts';
import { filterHtml, type Section } from './section.ts';

/** The maximum number of problems shown; a browser can still render this many. */
const mostProblems = 5_000;

/** The number of problems that are shown unfolded. */
const mostUnfolded = 10;

/** The maximum number of fields or requests to name per problem. */
const mostNamed = 500;

/** The section of deviations: an index of the broken statements, then each problem with its evidence and commands. */
export function deviationsSection({ problems, legend, report }: Summary, commands: Commands): Section {
  const section = { id: 'deviations', heading: 'Problems', count: problems.length };
  if (problems.length === 0) return { ...section, content: html`<p>No deviations were found.</p>` };
  const shown = problems.slice(0, mostProblems);
  const isFolded = problems.length > mostUnfolded;
  return {
    ...section,
    content: html`${indexHtml(problems)}
${filterHtml({
  section: 'deviations',
  entries: 'problems',
  choices: [
    { by: 'Gravity', kinds: gravities.filter((gravity) => problems.some((one) => one.gravity === gravity)) },
    { by: 'Operation', kinds: [...new Set(problems.flatMap(({ operations }) => operations))] },
    { by: 'Status', kinds: [...new Set(problems.flatMap(statusOf))].sort() },
  ],
})}
${legend === undefined ? undefined : html`<p class="note">${legend}</p>`}
${shown.map((problem) => problemHtml(problem, isFolded, report, commands))}
${problems.length > shown.length ? html`<p class="note">${numeral(problems.length - shown.length)} more in report.json.</p>` : undefined}`,
  };
}

function indexHtml(problems: readonly ShownProblem[]): Html {
  const statements = grouped(problems, ({ requirement }) => requirement).map((some) => {
    const [first] = some;
    return html`<li id="deviation-${first.requirement}"><a href="#${anchorOf(first)}">${first.rule}</a> <small>${first.gravity}, ${plural(some.length, 'problem')}</small></li>\n`;
  });
  return html`<details${statements.length > mostUnfolded ? undefined : html` open`}><summary>${plural(statements.length, 'broken statement')}</summary><ul>${statements}</ul></details>`;
}

/** The same from run to run. */
function anchorOf({ findings: [{ fingerprint }] }: ShownProblem): string {
  return `problem-${fingerprint}`;
}

function statusOf({ steps }: ShownProblem): string[] {
  return steps.map(({ evidence }) => String(evidence.response.status));
}

function problemHtml(problem: ShownProblem, isFolded: boolean, report: Report, commands: Commands): Html {
  const { number, gravity, headline, code, operations, steps, details, required, isOfNewChecks } = problem;
  const { places, occurrences, findings } = problem;
  const [{ witness }] = findings;
  const listed =
    places[0]?.startsWith('/') === true ? plural(places.length, 'field') : `Also ${places.length} more`;
  return html`<article class="problem" id="${anchorOf(problem)}" data-kind="${[gravity, ...operations, ...statusOf(problem)].join(' ')}">
<h3>${number}. ${headline} <a class="anchor" href="#${anchorOf(problem)}" aria-label="Link to this problem">#</a></h3>
<p class="source"><b class="${gravity}">${gravity}</b> <code>${code}</code></p>
<ol class="steps">${steps.map(stepHtml)}</ol>
${witness === undefined ? undefined : html`<p>Smallest record that shows it: <code>${JSON.stringify(witness)}</code></p>`}
${details === '' ? undefined : html`<p>${details}</p>`}
<p class="source">Required: ${required}</p>
${isOfNewChecks ? html`<p>${onlyNewChecks}</p>` : undefined}
<details${isFolded ? undefined : html` open`}><summary>Commands</summary>
${commandsHtml(problem, report, commands)}</details>
${places.length === 0 ? undefined : foldedHtml(listed, places)}
${occurrences.length === 1 ? undefined : foldedHtml('Every occurrence', occurrences)}
</article>
`;
}

function stepHtml({ words, evidence }: Step): Html {
  return html`<li><code>${words}</code> <small>in ${evidence.response.durationMs} ms</small></li>`;
}

/** The commands that send the requests, narrow a run to the check and value that show a problem, and explain it. */
function commandsHtml({ steps, code, findings }: ShownProblem, { target }: Report, commands: Commands): Html {
  const [{ check, path }] = findings;
  const only = ` --only ${shellWord(check.id)}${path === undefined ? '' : ` --path ${shellWord(path)}`}`;
  return html`<dl class="again">
${steps.map(({ evidence: { request } }, place) => {
  const curl = curlLine(target, request);
  const which = steps.length === 1 ? 'Reproduce' : `Reproduce request ${place + 1}`;
  if (curl === undefined) return undefined;
  const isMasked = request.body !== undefined && JSON.stringify(request.body) !== '{}';
  const own = [
    ...(isMasked ? ['values of your own in the shown form'] : []),
    ...(curl.includes('<') ? ['what the angle brackets say'] : []),
  ];
  return html`<dt>${[which, ...own].join(', with ')}</dt><dd><kbd>${curl}</kbd></dd>`;
})}
<dt>${againWith('Test again', commands)}</dt><dd><kbd>${commands.rerun}${only}</kbd></dd>
<dt>Explain</dt><dd><kbd>${commands.explain} ${shellWord(code)}</kbd></dd>
</dl>`;
}

function foldedHtml(summary: string, all: readonly string[]): Html {
  return html`<details><summary>${summary}</summary><ul>${all.slice(0, mostNamed).map((one) => html`<li>${one}</li>`)}</ul>${all.length > mostNamed ? html`<p class="note">All are in report.json.</p>` : undefined}</details>`;
}
