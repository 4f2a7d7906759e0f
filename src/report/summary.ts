import { isNew } from '../acceptance/accepted.ts';
import { advisoriesByMessage, type Objection } from '../acceptance/objections.ts';
import type { CheckResult, ReportedDeviation, Verdict } from '../conformance/result.ts';
import { generalPointer, pointerTokens, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, excerpt } from '../trace/evidence.ts';
import { causesIn, type DeviationState, differencesBetween, type KnownCause } from './baseline.ts';
import { type Cause, causesOf, waivedFindings } from './causes.ts';
import { conclusionInWords } from './conclusion-words.ts';
import { type DriftEntry, driftEntries } from './drift-words.ts';
import { headlineOf, statementOf } from './headline.ts';
import { objectionsByRemedy, type UndecidedCause, undecidedCauses } from './remedies.ts';
import { type Report, verdictCounts } from './report.ts';
import { counted, exchangeInWords, numeral, plural, withoutQuotes } from './words.ts';

/** The statements of a report for its readers, computed once for all formats. */
export interface Summary {
  readonly report: Report;
  /** The conclusion in one sentence, with sentences about configured clients and tokens that the target refuses. */
  readonly conclusion: string;
  readonly operations: readonly OperationSummary[];
  /** The causes of the deviations, the gravest first. */
  readonly causes: readonly ShownCause[];
  /** Causes, deviations and failed checks, in one sentence. */
  readonly counts: string;
  /** How many requirements were tested, in sentences. */
  readonly tested: string;
  /** Deviations that do not count, or no longer exist; without empty groups. */
  readonly known: readonly KnownGroup[];
  /** The circumstances in which the run differs from its baseline. */
  readonly sinceBaseline: readonly string[];
  readonly undecided: readonly UndecidedCause[];
  readonly objections: readonly Pick<Objection, 'kind' | 'message'>[];
  /** The advisories of public standards, once for each requirement and message. */
  readonly advisories: readonly AdvisorySummary[];
  /** The differences of the served description from the agreed one. */
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

/** A cause with all that a reader needs to understand it. */
export interface ShownCause extends Cause {
  /** The statement that it breaks, with its place in the documents. */
  readonly rule: string;
  /** The message of the first finding, which has the values, and how often it was seen; may be empty. */
  readonly details: string;
  /** The requests and answers that show it, in their order: what caused it, and where it was seen. */
  readonly steps: readonly Step[];
  /** The further places, or the fields or credentials that the headline counts. */
  readonly places: readonly string[];
  /** Whether only checks show it that are new since the lock or baseline. */
  readonly isOfNewChecks: boolean;
}

/** An exchange that shows a cause, reduced to the place that deviates. */
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
  const { results, objections, exchanges, baseline, drift } = report;
  const causes = causesOf(report).map((cause) => shownCause(report, cause));
  const known = knownGroups(report);
  return {
    report,
    conclusion: conclusionInWords(report),
    operations: operationsOf(report),
    causes,
    counts: countsInWords(report, causes.length, known),
    tested: testedInWords(report),
    known,
    sinceBaseline: baseline === undefined ? [] : differencesBetween(baseline, report),
    undecided: undecidedCauses(results),
    objections: objectionsByRemedy(objections, results),
    advisories: advisoriesByMessage(results).map((alike) => {
      const [{ requirement, message, exchange }] = alike;
      const { source } = statementOf(report, requirement);
      return { requirement, message, source, exchange: exchanges[exchange], times: alike.length };
    }),
    drift: drift?.state === 'differs' ? driftEntries(drift.differences) : [],
  };
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

function countsInWords(
  { deviations, results, baseline, waived }: Report,
  causes: number,
  known: readonly KnownGroup[],
): string {
  const what = baseline === undefined ? '' : 'new ';
  const knownIn = (wanted: KnownGroup['state']): number =>
    known.find(({ state }) => state === wanted)?.entries.length ?? 0;
  const accepted = counted([
    [waived, 'waived'],
    [knownIn('still-failing'), 'as in the baseline'],
    [knownIn('not-tested'), 'of the baseline not tested'],
  ]);
  const found =
    causes === 0
      ? `0 ${what}deviations`
      : `${plural(causes, `${what}cause`)} (${plural(deviations.length, 'deviation')}, found by ${failedOf(results)} of ${plural(results.length, 'check')})`;
  return `${found}${accepted === '' ? '' : `, ${accepted}`}.`;
}

function testedInWords({ conclusion, decided, decidable, coverage }: Report): string {
  const { inMode, requirements } = coverage;
  const partly = requirements.filter(({ state }) => state === 'partly').length;
  // Without deviations, the conclusion says how many were tested.
  const isSaid = conclusion === 'conformant' && decided < decidable;
  return [
    ...(isSaid ? [] : [`${decided} of ${decidable} requirements tested.`]),
    ...(partly === 0 ? [] : [`${partly} more ${partly === 1 ? 'was' : 'were'} tested in part.`]),
    ...(inMode.decidable === decidable
      ? []
      : [`With these writes, ${inMode.decidable} can be tested, and ${inMode.decided} were.`]),
  ].join(' ');
}

function failedOf(results: readonly CheckResult[]): number {
  return results.filter(({ findings }) => findings.some(isNew)).length;
}

function shownCause(report: Report, cause: Cause): ShownCause {
  const { findings, deviations, variants } = cause;
  const [first] = findings;
  const further = new Set(deviations.map((one) => one.findings[0].requirement)).size - 1;
  const pointers = new Set(deviations.map((one) => generalPointer(one.findings[0].pointer)));
  return {
    ...cause,
    rule: `${ruleOf(report, cause.requirement)}${further === 0 ? '' : ` ${plural(further, 'more statement')} deviate${further === 1 ? 's' : ''} in the same way.`}`,
    details: [
      ...detailOf(first, cause.headline),
      ...(findings.length === 1 ? [] : [`Seen ${numeral(findings.length)} times.`]),
    ].join(' '),
    steps: stepsOf(report, first),
    places: variants.length > 0 ? variants : [...pointers].slice(1),
    isOfNewChecks: findings.every(({ check }) => check.added !== undefined),
  };
}

/** The message of a finding as a sentence, if it says more than the headline, the request and the statement. */
export function detailOf({ message }: ReportedDeviation, headline: string): string[] {
  return message === headline || repetition.test(message) ? [] : [`${message}.`];
}

const repetition =
  /^(The (status must be \d\w\w, but is|operation must exist, but is answered) \d+|\S+ must be present|The answer contains protected data)$/;

/** A statement with its place in the documents, in one sentence. */
export function ruleOf(report: Report, requirement: string): string {
  const { text, source } = statementOf(report, requirement);
  const places = source.replaceAll(/(?<=\b(interface|catalogue) \S+), \1 /g, ', ');
  const words = text.replace(/\.$/, '');
  return words.endsWith(')') ? `${words.slice(0, -1)}; ${places}).` : `${words} (${places}).`;
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
  const [field] = pointerTokens(pointer);
  const evidence = excerpt(seen, [pointer]);
  const isSaid = shown === undefined || (cause === undefined && message.includes(shown));
  const found = isSaid ? '' : `, ${pointer} is ${shown}`;
  if (cause === undefined) return [{ evidence, words: `${exchangeInWords(seen, field)}${found}` }];
  return [
    { evidence: cause, words: exchangeInWords(cause, field) },
    { evidence, words: `then ${readingInWords(cause, seen, field)}${found}` },
  ];
}

/** A client is read back with an empty change. */
function readingInWords(cause: Evidence, seen: Evidence, field: string | undefined): string {
  const { request, response } = seen;
  const isEmpty = JSON.stringify(request.body) === '{}' && request.path === cause.request.path;
  return isEmpty
    ? `read back as ${request.credentials} (an empty change) → ${response.status}`
    : exchangeInWords(seen, field);
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
    entries: causesIn(byState.get(state) ?? []).map(knownEntry),
  }));
  const groups = [{ state: 'waived', heading: 'Waived', entries: waived } as const, ...ofBaseline];
  return groups.filter(({ entries }) => entries.length > 0);
}

function knownEntry({ headline, requirement, operations }: KnownCause): KnownGroup['entries'][number] {
  return { headline, details: `${requirement}, ${operations.join(', ')}` };
}
