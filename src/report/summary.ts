import type { CheckResult, ReportedDeviation } from '../conformance/result.ts';
import { legendOfForms, type Redacted } from '../http/redact.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, excerpt } from '../trace/evidence.ts';
import { conclusionInWords, noticesOf, testedInWords } from './conclusion-words.ts';
import { conditionsIn } from './conditions.ts';
import type { Line } from './document.ts';
import { isEmptyChange, maxNamedFields, statementOf, textOf } from './headline.ts';
import { likelyCauses } from './likely-causes.ts';
import { type List, listsOf } from './lists.ts';
import { type OutcomeCounts, outcomeCounts } from './outcomes.ts';
import { type Counted, type Problem, problemsOf, type Sighting } from './problems.ts';
import type { Report } from './report.ts';
import { exchangeInWords, type Focus, few, inList, jsonInWords } from './words.ts';

/** The contents of a report in words, for all output formats. */
export interface Summary {
  readonly report: Report;
  /** The conclusion with the number of problems. */
  readonly conclusion: string;
  readonly operations: readonly OperationSummary[];
  /** The problems, the gravest first. */
  readonly problems: readonly ShownProblem[];
  /** Sentences on how many requirements were tested. */
  readonly tested: string;
  /** Sentences that limit what the result means, such as about a shard or an unverified certificate. */
  readonly notices: readonly Line[];
  /** Explains how values are masked. Undefined if the report shows no masked value. */
  readonly legend: string | undefined;
  /** All lists except the problems: waived, undecided, changed, objections and so on. */
  readonly lists: readonly List[];
}

export interface OperationSummary {
  readonly operation: OperationId;
  readonly results: readonly CheckResult[];
  readonly outcomes: OutcomeCounts;
  /** Undefined for a recording, from which nothing is sent. */
  readonly requests: number | undefined;
}

/** A problem, with all words that are printed about it. */
export interface ShownProblem extends Problem {
  /** 1 for the gravest problem. */
  readonly number: number;
  /** The broken statement, with its place in the documents. */
  readonly rule: string;
  /** `rule`, with the texts of other statements that are also broken. */
  readonly required: string;
  /** Sentences on a likely cause, a right request, what the headline leaves out, and when the problem occurs. */
  readonly details: string;
  /**
   * The requests and answers that show the problem: first the request that caused the problem, then the answer that
   * shows it.
   */
  readonly steps: readonly Step[];
  /** The lines to print: the sentences of `details`, the words of the steps, and the further places. */
  readonly said: readonly string[];
  /** The number of exchanges that show the problem. */
  readonly occurrences: number;
  /** Other fields (or credentials) that show the same problem. */
  readonly places: readonly string[];
  /** A sentence with the first entries of `places`. Empty if there are none. */
  readonly also: string;
}

/** An exchange that shows a problem, with the body shortened to the deviating place. */
export interface Step {
  readonly evidence: Evidence;
  readonly words: string;
  /** The value at the deviating place, if `words` contain it. */
  readonly value?: string;
}

export function summaryOf(report: Report): Summary {
  const problems = shownProblems(report);
  const lists = listsOf(report, problems);
  return {
    ...{ report, problems, lists },
    conclusion: conclusionInWords(report, problems.length, lists),
    operations: operationsOf(report),
    tested: testedInWords(report, lists),
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
    outcomes: outcomeCounts(some),
    requests: requestsByOperation[operation],
  }));
}

/** Matches a masked text in a quoted value, such as `"Xxxx"` or `"9999"`. */
const hasForm = /"[^"]*(?<![\p{L}\p{N}])(X?x*|9+)(?<=..)(?![\p{L}\p{N}])[^"]*"/u;

function shownProblems(report: Report): ShownProblem[] {
  const conditionsOf = conditionsIn(report);
  const problems = problemsOf(report);
  const causes = likelyCauses(problems);
  return problems.map((problem, index) => {
    const { findings, deviations, variants } = problem;
    const [first] = findings;
    const steps = stepsOf(report, first);
    const pointers = new Set(deviations.map((one) => generalPointer(one.findings[0].pointer)));
    const places = (variants.length > 0 ? variants : [...pointers].slice(1)).filter((one) => one !== '');
    const isOfNewChecks = findings.every(({ check }) => check.added !== undefined);
    const likely = causes[index];
    const alike =
      likely === undefined
        ? ''
        : `Probably the same cause as problem ${likely + 1}: ${problems[likely]?.headline}.`;
    const circumstances = [
      ...detailOf(problem),
      ...conditionsOf(problem),
      ...(isOfNewChecks ? ['Only checks show it that are new since the lock or baseline.'] : []),
    ].join(' ');
    const details = [alike, circumstances].filter((one) => one !== '').join(' ');
    const also = alsoInWords(report, problem, places);
    const rule = ruleOf(report, first);
    return {
      ...{ ...problem, number: index + 1, rule, steps, details, places, also },
      required: `${rule}${furtherRules(report, problem)}`,
      said: [alike, ...steps.map(({ words }) => words), circumstances, also].filter((one) => one !== ''),
      occurrences: new Set(findings.map(({ exchange }) => exchange)).size,
    };
  });
}

/** The values of the fields that the headline names and the requests do not show. */
function otherValuesInWords(report: Report, { findings: [first, ...others], variants }: Problem): string {
  // A value of a field that was sent says little without what was sent.
  const isAlike = ({ exchange, cause, pointer }: Sighting): boolean =>
    exchange === first.exchange || valueAt(cause?.request.body, pointer) === undefined;
  const ofOtherFields = grouped(others.filter(isAlike), ({ pointer }) => generalPointer(pointer))
    .map(([one]) => one)
    .filter(({ pointer }) => generalPointer(pointer) !== generalPointer(first.pointer))
    .filter(({ pointer }) => variants.includes(generalPointer(pointer)));
  const values = ofOtherFields.flatMap((one) => {
    const value = stepsOf(report, one).at(-1)?.value;
    return value === undefined ? [] : [`${one.pointer} is ${value}`];
  });
  return values.length === 0 ? '' : `Also: ${inList(values)}.`;
}

const maxNamedRules = 2;

function furtherRules(report: Report, { deviations, requirement }: Problem): string {
  const further = new Set(deviations.map((one) => one.requirement));
  further.delete(requirement);
  const texts = [...further].map((one) => statementOf(report, one).text.replace(/\.$/, ''));
  return further.size === 0 ? '' : ` Also required: ${few(texts, maxNamedRules)}.`;
}

const maxNamedPlaces = 4;
const maxNamedCredentials = 10;

const headings: Readonly<Record<Counted, string>> = {
  fields: 'The fields',
  credentials: 'The credentials',
  contexts: 'Seen with',
};

function alsoInWords(report: Report, problem: Problem, places: readonly string[]): string {
  const { counted } = problem;
  if (places.length === 0) return '';
  if (counted === 'fields' && places.length <= maxNamedFields) return otherValuesInWords(report, problem);
  const heading = counted === undefined ? 'Also' : headings[counted];
  const named = places.map((place) =>
    place.replace(/^(is|has) /, '').replace(/^An? /, (article) => article.toLowerCase()),
  );
  return `${heading}: ${few(named, counted === 'credentials' ? maxNamedCredentials : maxNamedPlaces)}.`;
}

/** The details of the first finding that headline and requests do not say. */
function detailOf({ findings: [first], deviations: [{ isMessage }], headline, counted }: Problem): string[] {
  const { message, detail, pointer, alike, allowed, subject, way } = first;
  if (allowed !== undefined) return headline.includes(allowed) ? [] : [`Allowed: ${allowed}.`];
  const isPart = counted === 'fields' && alike !== undefined && message !== `${pointer} ${alike}`;
  const isSaid = subject !== undefined || way !== undefined || (isMessage && !isPart);
  const said = detail ?? (isSaid ? '' : message);
  return said === '' ? [] : [`${said}.`];
}

/** A statement and its place in the documents, as one sentence. */
function ruleOf(report: Report, finding: ReportedDeviation): string {
  const places = placesIn(statementOf(report, finding.requirement).source);
  const words = textOf(report, finding).replace(/\.$/, '');
  return words.endsWith(')') ? `${words.slice(0, -1)}; ${places}).` : `${words} (${places}).`;
}

function placesIn(source: string): string {
  return source.replaceAll(/(?<=\b(interface|catalogue) \S+), \1 /g, ', ');
}

/** The exchanges that show a finding: first the request that caused it, then the answer that shows it. */
export function stepsOf(
  { exchanges }: Report,
  { exchange, causedBy, pointer, message, subject }: ReportedDeviation,
): Step[] {
  const seen = exchanges[exchange];
  const cause = causedBy === undefined ? undefined : exchanges[causedBy];
  if (seen === undefined) return [];
  const focus = { pointer, index: indexOfDifference(cause, seen, pointer) };
  const shown = valueInWords(seen, focus);
  const evidence = excerpt(seen, [pointer]);
  const isListed = generalPointer(pointer) !== pointer;
  const isSaid = shown === undefined || (cause === undefined && !isListed && message.includes(shown));
  const found = isSaid ? '' : `, ${pointer} is ${shown}`;
  const value = isSaid ? {} : { value: shown };
  const place = pointer === '' ? { pointer: subject?.pointer ?? '' } : focus;
  if (cause === undefined) return [{ evidence, words: `${exchangeInWords(seen, place)}${found}`, ...value }];
  return [
    { evidence: cause, words: exchangeInWords(cause, focus) },
    { evidence, words: `then ${readingInWords(cause, seen, focus)}${found}`, ...value },
  ];
}

/** Words for a reading of a client, which the suite does by sending an empty change. */
function readingInWords(cause: Evidence, seen: Evidence, focus: Focus): string {
  const { request, response } = seen;
  if (!isEmptyChange(seen)) return exchangeInWords(seen, focus);
  const what = request.path === cause.request.path ? 'read back' : `another client read (${request.path})`;
  return `${what} as ${request.credentials} with an empty change ({}) → ${response.status}`;
}

/** Where the found text differs from the sent one. Undefined unless both are texts. */
function indexOfDifference(
  cause: Evidence | undefined,
  { response }: Evidence,
  pointer: string,
): number | undefined {
  const [sent, found] = [cause?.request.body, response.body].map((body) => valueAt(body, pointer));
  if (typeof sent !== 'string' || typeof found !== 'string') return undefined;
  const index = sent.split('').findIndex((unit, place) => unit !== found[place]);
  return index < 0 ? sent.length : index;
}

/** The redacted value at a place in an answer. Undefined if there is none, or if it is an object or array. */
function valueInWords({ response: { body } }: Evidence, { pointer, index }: Focus): string | undefined {
  const value = pointer === '' ? undefined : valueAt(body, pointer);
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined;
  return jsonInWords(value as Redacted, index);
}
