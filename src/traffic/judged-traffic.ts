import { fieldCoverageOf } from '../conformance/field-coverage.ts';
import { listed } from '../conformance/listed-exchanges.ts';
import { createObservations } from '../conformance/observations.ts';
import { openPersonalValues } from '../conformance/personal-values.ts';
import type { RunResult, SuiteFault } from '../conformance/result.ts';
import type { Judgement } from '../harness/check.ts';
import type { Observation } from '../harness/session.ts';
import { maskingOf } from '../http/masking.ts';
import { is2xx } from '../http/status.ts';
import { operations } from '../rules/operations.ts';
import type { Specification } from '../specification/specification.ts';
import { Undecidable } from '../trace/gap.ts';
import { gatheredResult } from './gathered-result.ts';
import type { HarEntry } from './har-file.ts';
import { answerIn, type NoBody, type NotAnswered } from './recorded-answer.ts';
import { callIn } from './recorded-call.ts';
import { exchangeOf, type RecordedExchange } from './recorded-exchange.ts';
import { headersOf, secretsIn } from './recorded-headers.ts';
import type { TrafficCheck } from './traffic-check.ts';

/** The reason why an exchange of the interface decided nothing. */
export type Undecided = NotAnswered | NoBody | 'left open';

/** Counts of what a recording contained and how much of it was judged. */
export interface Recorded {
  /** The base URLs of the exchanges of the interface, sorted. */
  readonly baseUrls: readonly string[];
  readonly exchanges: number;
  /** The number of exchanges of the interface that decided something. */
  readonly judged: number;
  /** The number of exchanges of the interface that decided nothing, by reason. */
  readonly undecided: Readonly<Partial<Record<Undecided, number>>>;
  /** The number of exchanges that do not belong to the interface, or to a host that was not requested. */
  readonly leftAlone: number;
  /** The number of successes that are recorded without an Authorization header. Many recorders omit it. */
  readonly withoutAuthorization: number;
}

export interface JudgedTraffic {
  readonly result: RunResult;
  readonly recorded: Recorded;
  /** The base URLs of exchanges that were ignored only because of their host, sorted. */
  readonly otherBaseUrls: readonly string[];
  /** Values that no output may show. */
  readonly secrets: readonly string[];
}

/** The specification, the checks and the filter for a recording. */
interface Judging {
  readonly specification: Specification;
  readonly checks: readonly TrafficCheck[];
  /** Whether to judge exchanges below this base URL. */
  readonly isMeant: (baseUrl: string) => boolean;
}

/**
 * Judges the entries of a HAR in order.
 * @throws any error from reading the entries
 */
export async function judgedTraffic(
  entries: AsyncIterable<HarEntry>,
  { specification, checks, isMeant }: Judging,
): Promise<JudgedTraffic> {
  const results = checks.map((check) => gatheredResult(specification, check));
  const observations = createObservations();
  const personal = openPersonalValues(specification);
  const observed = new Set<string>();
  const records = new Map<string, string>();
  const baseUrls = new Set<string>();
  const otherBaseUrls = new Set<string>();
  const secrets = new Set<string>();
  const undecided = new Map<Undecided, number>();
  const suiteFaults: SuiteFault[] = [];
  const counts = { exchanges: 0, judged: 0, leftAlone: 0, withoutAuthorization: 0 };

  /** Adds each observation once: a recording may show it any number of times. */
  const observe = (observation: Observation): void => {
    const name = JSON.stringify(observation);
    if (!observed.has(name)) observations.add(observation);
    observed.add(name);
  };

  /** Whether any check decides something by this exchange. */
  async function isJudged(exchange: RecordedExchange): Promise<boolean> {
    let isDecided = false;
    for (const [index, check] of checks.entries()) {
      if (check.operation !== exchange.call.operation) continue;
      const judgements: Judgement[] = [];
      try {
        for await (const one of check.judge(specification, exchange, observe)) judgements.push(one);
      } catch (error) {
        // If a check cannot go on, the exchange does not show what the check looks at.
        if (!(error instanceof Undecidable)) suiteFaults.push({ check: check.id, error });
      }
      isDecided = results[index]?.add(exchange, judgements) === true || isDecided;
    }
    return isDecided;
  }

  for await (const { value: entry } of entries) {
    counts.exchanges += 1;
    const recorded = callIn(specification, entry);
    if (recorded === undefined || !isMeant(recorded.baseUrl)) {
      counts.leftAlone += 1;
      if (recorded !== undefined) otherBaseUrls.add(recorded.baseUrl);
      continue;
    }
    baseUrls.add(recorded.baseUrl);
    const place = `${recorded.baseUrl}${recorded.call.path}`;
    // A value that also occurs in the request's URL is not masked, for example an identifier that a header repeats.
    // Otherwise the report could not show which exchange it is about.
    const own = secretsIn(entry).filter((secret) => !isIn(secret, place));
    const answer = await answerIn(entry);
    const count = (why: Undecided): void => void undecided.set(why, (undecided.get(why) ?? 0) + 1);
    if (answer.kind === 'not-answered') {
      count(answer.why);
      continue;
    }
    const isAuthorised =
      headersOf((entry as { readonly request: unknown }).request).authorization !== undefined;
    const exchange = exchangeOf(counts.exchanges, recorded, answer, own, isAuthorised);
    // Only secrets that occur in the answer's text or headers can reach a report.
    const told = [exchange.text, ...Object.entries(exchange.headers).flat()].join('\n');
    for (const secret of own) if (isIn(secret, told)) secrets.add(secret);
    if (!isAuthorised && is2xx(exchange.status) && operations[exchange.call.operation].requiresToken)
      counts.withoutAuthorization += 1;
    personal.add(exchange);
    if (await isJudged(exchange)) counts.judged += 1;
    else count(answer.body.kind === 'unknown' ? answer.body.why : 'left open');
    if (exchange.call.operation === 'getCaseData' && exchange.status === 200 && exchange.body.kind === 'json')
      records.set(`${exchange.baseUrl}${exchange.call.path}`, exchange.text);
  }
  return {
    result: {
      ...listed(results.map((one) => one.result())),
      observations: observations.seen(),
      suiteFaults,
      requests: 0,
      putBack: [],
      personal,
      fieldCoverage: fieldCoverageOf(specification, valuesOf(records.values())),
    },
    recorded: {
      baseUrls: [...baseUrls].sort(),
      ...counts,
      undecided: Object.fromEntries([...undecided].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
    otherBaseUrls: [...otherBaseUrls].sort(),
    secrets: [...secrets],
  };
}

function isIn(secret: string, text: string): boolean {
  return maskingOf([secret])(text) !== text;
}

/** Parsed again one at a time: parsed records take many times the memory of their text. */
function* valuesOf(texts: Iterable<string>): Iterable<unknown> {
  for (const text of texts) yield JSON.parse(text);
}
