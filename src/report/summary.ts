import { isNew } from '../acceptance/accepted.ts';
import { advisoriesByMessage, type Objection } from '../acceptance/objections.ts';
import type { CheckResult, ReportedDeviation, Verdict } from '../conformance/result.ts';
import { legendOfForms } from '../http/redact.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, excerpt } from '../trace/evidence.ts';
import { type DeviationState, differencesBetween, type KnownProblem, problemsIn } from './baseline.ts';
import { conclusionInWords } from './conclusion-words.ts';
import { type DriftEntry, driftEntries } from './drift-words.ts';
import { headlineOf, statementOf } from './headline.ts';
import { type Problem, problemsOf, waivedFindings } from './problems.ts';
import { objectionsByRemedy, type Undecided, undecidedIn } from './remedies.ts';
import { type Report, verdictCounts } from './report.ts';
import { counted, exchangeInWords, few, plural, withoutQuotes } from './words.ts';

/** The statements of a report for its readers, computed once for all formats. */
export interface Summary {
  readonly report: Report;
  /** The verdict and the number of problems, with sentences about configured clients and tokens that are refused. */
  readonly conclusion: string;
  readonly operations: readonly OperationSummary[];
  /** The problems of the deviations, the gravest first. */
  readonly problems: readonly ShownProblem[];
  /** How many requirements were tested, in sentences. */
  readonly tested: string;
  /** Deviations that do not count, or no longer exist; without empty groups. */
  readonly known: readonly KnownGroup[];
  /** The circumstances in which the run differs from its baseline. */
  readonly sinceBaseline: readonly string[];
  readonly undecided: readonly Undecided[];
  /** How masked values are to be read; undefined if none is shown. */
  readonly legend: string | undefined;
  readonly objections: readonly Pick<Objection, 'kind' | 'message'>[];
  /** The advisories of public standards, once for each requirement and message. */
  readonly advisories: readonly AdvisorySummary[];
  /** What the comparison of the served description with the agreed one showed. */
  readonly drift: readonly DriftEntry[];
}

export interface OperationSummary {
  readonly operation: OperationId;
  readonly results: readonly CheckResult[];
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** The checks that found deviations which nothing accepts. */
  readonly failed: number;
  /** Undefined if nothing was sent. */
  readonly requests: number | undefined;
}

/** A problem with all that a reader needs to understand it. */
export interface ShownProblem extends Problem {
  /** Its place in the order, from 1. */
  readonly number: number;
  /** The statement that it breaks, with its place in the documents. */
  readonly rule: string;
  /** The place in the documents alone. */
  readonly source: string;
  /** The message of the first finding, if it says more than the headline; how often it was seen; the further places. */
  readonly details: string;
  /** The requests and answers that show it, in their order: what caused it, and where it was seen. */
  readonly steps: readonly Step[];
  /** The further places, or the fields or credentials that the headline counts. */
  readonly places: readonly string[];
  /** The first of these places, as a sentence; empty if there are none. */
  readonly also: string;
  /** Whether only checks show it that are new since the lock or baseline. */
  readonly isOfNewChecks: boolean;
}

/** An exchange that shows a problem, reduced to the place that deviates. */
export interface Step {
  readonly evidence: Evidence;
  readonly words: string;
}

export interface KnownGroup {
  readonly state: 'waived' | DeviationState;
  readonly heading: string;
  readonly entries: readonly { readonly headline: string; readonly details: string }[];
}

interface AdvisorySummary {
  readonly requirement: string;
  readonly message: string;
  readonly source: string;
  /** The first exchange that shows it. */
  readonly exchange: Evidence | undefined;
  readonly times: number;
}

export function summaryOf(report: Report): Summary {
  const { results, objections, baseline, drift } = report;
  const problems = problemsOf(report).map((problem, index) => shownProblem(report, problem, index + 1));
  const known = knownGroups(report);
  return {
    report,
    conclusion: conclusionInWords(report, countsInWords(report, problems.length), notCounted(report, known)),
    operations: operationsOf(report),
    problems,
    tested: testedInWords(report),
    known,
    sinceBaseline: baseline === undefined ? [] : differencesBetween(baseline, report),
    legend: problems.some(({ steps }) => steps.some(({ words }) => hasForm.test(words)))
      ? legendOfForms
      : undefined,
    undecided: undecidedIn(report, problems),
    objections: objectionsByRemedy(objections, results),
    advisories: advisoriesIn(report),
    drift: drift === undefined ? [] : driftEntries(drift),
  };
}

/** Advisories that differ only in the field are one. */
function advisoriesIn(report: Report): AdvisorySummary[] {
  const field = /^\/\S+(?= is )/;
  const all = advisoriesByMessage(report.results);
  return grouped(all, ([{ requirement, message }]) => `${requirement} ${message.replace(field, '…')}`).map(
    (alike) => {
      const [{ requirement, message, exchange }] = alike[0];
      const fields = alike.flatMap(([one]) => one.message.match(field) ?? []);
      return {
        requirement,
        message: fields.length < 2 ? message : message.replace(/^\/\S+ is /, () => `${few(fields)} are `),
        source: statementOf(report, requirement).source,
        exchange: report.exchanges[exchange],
        times: alike.flat().length,
      };
    },
  );
}

function operationsOf({ results, requestsByOperation = {} }: Report): OperationSummary[] {
  return [...Map.groupBy(results, ({ operation }) => operation)].map(([operation, some]) => ({
    operation,
    results: some,
    verdicts: verdictCounts(some),
    failed: failedOf(some),
    requests: requestsByOperation[operation],
  }));
}

/** The form of a text that is masked. */
const hasForm = /"[^"a-wyzA-WYZ1-8]*[Xx9][^"a-wyzA-WYZ1-8]*"/;

/** The problems and the checks that found them; nothing if there are none. */
function countsInWords({ results, baseline }: Report, problems: number): string {
  if (problems === 0) return '';
  const what = baseline === undefined ? 'problem' : 'new problem';
  return `${plural(problems, what)}, found by ${failedOf(results)} of ${plural(results.length, 'check')}`;
}

function notCounted({ waived }: Report, known: readonly KnownGroup[]): string {
  const knownIn = (wanted: KnownGroup['state']): number =>
    known.find(({ state }) => state === wanted)?.entries.length ?? 0;
  return counted([
    [waived, 'waived'],
    [knownIn('still-failing'), 'as in the baseline'],
    [knownIn('not-tested'), 'of the baseline not tested'],
  ]);
}

function testedInWords({ conclusion, decided, decidable, coverage }: Report): string {
  const { inMode, requirements } = coverage;
  const partly = requirements.filter(({ state }) => state === 'partly').length;
  // Without deviations, the conclusion says how many were tested.
  const isSaid = conclusion === 'conformant' && decided < decidable;
  return [
    ...(isSaid
      ? []
      : [`${decided} of ${decidable} requirements tested${partly === 0 ? '' : `, ${partly} more in part`}.`]),
    ...(!isSaid || partly === 0 ? [] : [`${partly} more in part.`]),
    ...(inMode.decidable === decidable
      ? []
      : [`With these writes, ${inMode.decidable} can be tested, and ${inMode.decided} were.`]),
  ].join(' ');
}

function failedOf(results: readonly CheckResult[]): number {
  return results.filter(({ findings }) => findings.some(isNew)).length;
}

function shownProblem(report: Report, problem: Problem, number: number): ShownProblem {
  const { findings, deviations, variants } = problem;
  const [first] = findings;
  const steps = stepsOf(report, first);
  const further = new Set(deviations.map((one) => one.findings[0].requirement)).size - 1;
  const pointers = new Set(deviations.map((one) => generalPointer(one.findings[0].pointer)));
  const places = variants.length > 0 ? variants : [...pointers].slice(1);
  return {
    ...problem,
    ...{ number, steps },
    source: placesIn(statementOf(report, problem.requirement).source),
    rule: `${ruleOf(report, problem.requirement)}${further === 0 ? '' : ` ${plural(further, 'more statement')} deviate${further === 1 ? 's' : ''} in the same way.`}`,
    details: [
      ...typeOfCase(first.check),
      ...detailOf(first, problem.headline, steps),
      ...furtherMessages(problem, problem.headline),
      ...seenInWords(problem),
    ].join(' '),
    ...{ places, also: alsoInWords(problem.headline, places) },
    isOfNewChecks: findings.every(({ check }) => check.added !== undefined),
  };
}

/** The maximum number of further messages that a problem shows. */
const mostMessages = 2;

/** What other findings of the same place say. */
function furtherMessages({ findings: [first], deviations }: Problem, said: string): string[] {
  const messages = deviations
    .filter(({ variant }) => variant === deviations[0].variant)
    .flatMap(({ findings }) => findings)
    .filter((one) => one.pointer === first.pointer && one.message !== first.message)
    .filter(({ message, kind }) => kind !== 'not changed' && !isRepetition(message, said))
    .map(({ message }) => `${message}.`);
  return [...new Set(messages)].slice(0, mostMessages);
}

/** The checks of what a record holds are of one type of cases each. */
function typeOfCase({ id }: CheckResult): string[] {
  const [, type] = /^getCaseData\.([A-Z]\w+)\./.exec(id) ?? [];
  return type === undefined ? [] : [`The case is a ${type}.`];
}

/** The maximum number of fields, credentials or ways that a sentence names. */
const mostPlaces = 4;

function alsoInWords(headline: string, places: readonly string[]): string {
  if (places.length === 0) return '';
  return `${/\b\d+ fields\b/.test(headline) ? 'The fields' : 'Also'}: ${few(
    places.map((place) => place.replace(/^(is|has) /, '')),
    mostPlaces,
  )}.`;
}

/** How often a problem was seen, and by the checks of which operations if there are several. */
function seenInWords({ findings, operations }: Problem): string[] {
  const { size } = new Set(findings.map(({ exchange }) => exchange));
  if (size === 1) return [];
  const where = operations.length === 1 ? '' : `: ${few(operations, operations.length)}`;
  return [`Seen ${size} times${where}.`];
}

/** The message of a finding as a sentence, if it says more than the headline, the requests and the statement. */
export function detailOf(
  { message, pointer, kind = '' }: ReportedDeviation,
  headline: string,
  steps: readonly Step[],
): string[] {
  const [, allowed] = /must be one of (.+?)(?:, but (?:is|differs) .+)?$/s.exec(message) ?? [];
  if (allowed !== undefined) return headline.includes(allowed) ? [] : [`Allowed: ${allowed}.`];
  const isShown =
    / must (?!.*, (as|since) )/.test(message) && steps.at(-1)?.words.includes(`, ${pointer} is `);
  const isSaid = message === headline || headline.startsWith(`${generalPointer(pointer)} `) || isShown;
  return isSaid || isRepetition(message, headline) || / written with |^shown by /.test(kind)
    ? []
    : [`${message}.`];
}

function isRepetition(message: string, headline: string): boolean {
  return headline.startsWith(message.replace(/(:| is answered) \d.*$/s, '')) || repetition.test(message);
}

const repetition =
  /^(The (status must be .*, but is|operation must exist, but is answered) \d+(, a redirect.*)?|\S+ must be present|The answer contains protected data|The service fails with a valid token: it answers \d+|The body is not JSON)$/;

/** A statement with its place in the documents, in one sentence. */
export function ruleOf(report: Report, requirement: string): string {
  const { text, source } = statementOf(report, requirement);
  const places = placesIn(source);
  const words = text.replace(/\.$/, '');
  return words.endsWith(')') ? `${words.slice(0, -1)}; ${places}).` : `${words} (${places}).`;
}

function placesIn(source: string): string {
  return source.replaceAll(/(?<=\b(interface|catalogue) \S+), \1 /g, ', ');
}

/** The exchanges that show a finding, in their order. */
export function stepsOf(
  { exchanges }: Report,
  { exchange, causedBy, pointer, message }: ReportedDeviation,
): Step[] {
  const seen = exchanges[exchange];
  const cause = causedBy === undefined ? undefined : exchanges[causedBy];
  if (seen === undefined) return [];
  const shown = valueInWords(seen, pointer);
  const evidence = excerpt(seen, [pointer]);
  const isSaid = shown === undefined || (cause === undefined && message.includes(shown));
  const found = isSaid ? '' : `, ${pointer} is ${shown}`;
  if (cause === undefined) return [{ evidence, words: `${exchangeInWords(seen, pointer)}${found}` }];
  return [
    { evidence: cause, words: exchangeInWords(cause, pointer) },
    { evidence, words: `then ${readingInWords(cause, seen, pointer)}${found}` },
  ];
}

/** A client is read back with an empty change. */
function readingInWords(cause: Evidence, seen: Evidence, pointer: string): string {
  const { request, response } = seen;
  const isEmpty = JSON.stringify(request.body) === '{}' && request.path === cause.request.path;
  return isEmpty
    ? `read back as ${request.credentials} (an empty change) → ${response.status}`
    : exchangeInWords(seen, pointer);
}

/** Characters; a longer value is not shown. */
const longestValue = 80;

/** The redacted value at a place of an answer, if it is there and short. */
function valueInWords({ response: { body } }: Evidence, pointer: string): string | undefined {
  const value = body === undefined || pointer === '' ? undefined : valueAt(body, pointer);
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined;
  const shown = withoutQuotes(JSON.stringify(value));
  return shown.length > longestValue ? undefined : shown;
}

const baselineHeadings: Readonly<Record<DeviationState, string>> = {
  'still-failing': 'As in the baseline',
  'not-tested': 'In the baseline, and not tested now',
  fixed: 'Fixed since the baseline',
};

function knownGroups(report: Report): KnownGroup[] {
  const { results, baseline } = report;
  const waived = waivedFindings(results).map((finding) => ({
    headline: headlineOf(report, finding).headline,
    details: `${finding.requirement}, until ${finding.waived.until}: ${finding.waived.reason}`,
  }));
  const byState = Map.groupBy(baseline?.deviations ?? [], ({ state }) => state);
  const ofBaseline = (Object.keys(baselineHeadings) as DeviationState[]).map((state) => ({
    state,
    heading: baselineHeadings[state],
    entries: problemsIn(byState.get(state) ?? []).map(knownEntry),
  }));
  const groups = [{ state: 'waived', heading: 'Waived', entries: waived } as const, ...ofBaseline];
  return groups.filter(({ entries }) => entries.length > 0);
}

function knownEntry({ headline, requirement, operations }: KnownProblem): KnownGroup['entries'][number] {
  return { headline, details: `${requirement}, ${operations.join(', ')}` };
}
