import type { CheckResult, ReportedDeviation, Verdict } from '../conformance/result.ts';
import { legendOfForms, type Redacted } from '../http/redact.ts';
import { childPointer, generalPointer, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, excerpt } from '../trace/evidence.ts';
import { conclusionInWords, failedOf, noticesOf, testedInWords } from './conclusion-words.ts';
import { conditionsIn } from './conditions.ts';
import type { Line } from './document.ts';
import { statementOf } from './headline.ts';
import { type List, listsOf } from './lists.ts';
import { type Counted, type Problem, problemsOf } from './problems.ts';
import { type Report, verdictCounts } from './report.ts';
import { exchangeInWords, few, jsonInWords } from './words.ts';

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
  /** What else qualifies the result. */
  readonly notices: readonly Line[];
  /** How masked values are to be read; undefined if none is shown. */
  readonly legend: string | undefined;
  /** What there is besides problems: what does not count, was not decided, has changed, or is objected to. */
  readonly lists: readonly List[];
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
  /** The same, with the number of further statements that it breaks. */
  readonly required: string;
  /** The message of the first finding, if it says more than the headline; how often it was seen; the further places. */
  readonly details: string;
  /** The requests and answers that show it, in their order: what caused it, and where it was seen. */
  readonly steps: readonly Step[];
  /** The words of these, the details and the further places, each for a line of its own. */
  readonly said: readonly string[];
  /** The number of exchanges that show it. */
  readonly occurrences: number;
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
  /** The value at the place that deviates, if the words name it. */
  readonly value?: string;
}

export function summaryOf(report: Report): Summary {
  const problems = shownProblems(report);
  const lists = listsOf(report, problems);
  return {
    ...{ report, problems, lists },
    conclusion: conclusionInWords(report, problems.length, lists),
    operations: operationsOf(report),
    tested: testedInWords(report),
    notices: noticesOf(report),
    legend: problems.some(({ steps }) => steps.some(({ words }) => hasForm.test(words)))
      ? legendOfForms
      : undefined,
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

/** The form of a text that is masked. */
const hasForm = /"[^"]*(?<![\p{L}\p{N}])(X?x*|9+)(?<=..)(?![\p{L}\p{N}])[^"]*"/u;

function shownProblems(report: Report): ShownProblem[] {
  const conditionsOf = conditionsIn(report);
  return problemsOf(report).map((problem, index) => {
    const { findings, deviations, variants, requirement, headline } = problem;
    const [first] = findings;
    const steps = stepsOf(report, first);
    const pointers = new Set(deviations.map((one) => generalPointer(one.findings[0].pointer)));
    const places = (variants.length > 0 ? variants : [...pointers].slice(1)).filter((one) => one !== '');
    const conditions = conditionsOf(problem);
    const details = [...detailOf(first, headline, steps), ...furtherMessages(problem), ...conditions].join(
      ' ',
    );
    const also = alsoInWords(problem, places);
    const rule = ruleOf(report, requirement);
    return {
      ...{ ...problem, number: index + 1, rule, steps, details, places, also },
      required: `${rule}${furtherRules(report, problem)}`,
      said: [...steps.map(({ words }) => words), details, also].filter((one) => one !== ''),
      occurrences: new Set(findings.map(({ exchange }) => exchange)).size,
      isOfNewChecks: findings.every(({ check }) => check.added !== undefined),
    };
  });
}

/** Statements that are said after the first one. */
const mostRules = 2;

function furtherRules(report: Report, { deviations, requirement }: Problem): string {
  const further = new Set(deviations.map((one) => one.requirement));
  further.delete(requirement);
  const texts = [...further].map((one) => statementOf(report, one).text.replace(/\.$/, ''));
  return further.size === 0 ? '' : ` Also required: ${few(texts, mostRules)}.`;
}

/** The other deviations of the first answer at the same place. */
function furtherMessages({ findings: [first], deviations, headline }: Problem): string[] {
  const messages = deviations
    .flatMap(({ findings }) => findings)
    .filter(
      ({ exchange, pointer, kind }) =>
        exchange === first.exchange && pointer === first.pointer && kind !== first.kind,
    )
    .filter(({ message, kind }) => kind !== 'not changed' && !isRepetition(message, headline))
    .map(({ message }) => `${message}.`);
  return [...new Set(messages)];
}

/** The maximum number of fields, credentials or ways that a sentence names. */
const mostPlaces = 4;

const headings: Readonly<Record<Counted, string>> = {
  fields: 'The fields',
  credentials: 'The credentials',
  contexts: 'Seen with',
};

function alsoInWords({ counted }: Problem, places: readonly string[]): string {
  if (places.length === 0) return '';
  const heading = counted === undefined ? 'Also' : headings[counted];
  const named = places.map((place) =>
    place.replace(/^(is|has) /, '').replace(/^An? /, (article) => article.toLowerCase()),
  );
  return `${heading}: ${few(named, mostPlaces)}.`;
}

/** The message of a finding as a sentence, if it says more than the headline, the requests and the statement. */
export function detailOf(
  { message, pointer, way, allowed, subject }: ReportedDeviation,
  headline: string,
  steps: readonly Step[],
): string[] {
  if (allowed !== undefined) return headline.includes(allowed) ? [] : [`Allowed: ${allowed}.`];
  const isShown = / is not /.test(message) && steps.at(-1)?.value !== undefined;
  const withoutPlace = message.startsWith(`${pointer} `) ? message.slice(pointer.length) : message;
  const isSaid =
    headline.endsWith(withoutPlace) || headline.startsWith(`${generalPointer(pointer)} `) || isShown;
  if (way !== undefined || subject !== undefined || isSaid) return [];
  const others = message.split(betweenSentences).filter((sentence) => !isRepetition(sentence, headline));
  return others.length === 0 ? [] : [`${others.join('. ')}.`];
}

const betweenSentences = /\. (?=\p{Lu})/u;

function isRepetition(message: string, headline: string): boolean {
  return headline.startsWith(message.replace(/(:| is answered) \d.*$/s, '')) || repetition.test(message);
}

const repetition =
  /^(The (status is \d+ instead of [^.]*|answer is \d+)|\S+ (is missing|still has its former value)|The answer contains protected data|The service fails with a valid token: it answers \d+|The body is not JSON)$/;

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
  { exchange, causedBy, pointer, message, context = '' }: ReportedDeviation,
): Step[] {
  const seen = exchanges[exchange];
  const cause = causedBy === undefined ? undefined : exchanges[causedBy];
  if (seen === undefined) return [];
  const place = pointer === '' ? placeNamedIn(seen, context) : pointer;
  const shown = valueInWords(seen, pointer);
  const evidence = excerpt(seen, [pointer]);
  const isSaid = shown === undefined || (cause === undefined && message.includes(shown));
  const found = isSaid ? '' : `, ${pointer} is ${shown}`;
  const value = isSaid ? {} : { value: shown };
  if (cause === undefined) return [{ evidence, words: `${exchangeInWords(seen, place)}${found}`, ...value }];
  return [
    { evidence: cause, words: exchangeInWords(cause, pointer) },
    { evidence, words: `then ${readingInWords(cause, seen, pointer)}${found}`, ...value },
  ];
}

/** The place of the first member of the sent body that the words name; empty if they name none. */
function placeNamedIn({ request: { body } }: Evidence, words: string): string {
  const names = words.split(/\W+/);
  const [name] = Object.keys(Object(body)).filter((one) => names.includes(one));
  return name === undefined ? '' : childPointer('', name);
}

/** A client is read back with an empty change. */
function readingInWords(cause: Evidence, seen: Evidence, pointer: string): string {
  const { request, response } = seen;
  const isEmpty = JSON.stringify(request.body) === '{}' && request.path === cause.request.path;
  return isEmpty
    ? `read back as ${request.credentials} with an empty change ({}) → ${response.status}`
    : exchangeInWords(seen, pointer);
}

/** Characters; a longer value is not shown. */
const longestValue = 80;

/** The redacted value at a place of an answer, if it is there and short. */
function valueInWords({ response: { body } }: Evidence, pointer: string): string | undefined {
  const value = body === undefined || pointer === '' ? undefined : valueAt(body, pointer);
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined;
  const shown = jsonInWords(value as Redacted);
  return shown.length > longestValue ? undefined : shown;
}
