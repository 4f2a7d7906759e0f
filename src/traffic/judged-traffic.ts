import { listed } from '../conformance/listed-exchanges.ts';
import { createObservations } from '../conformance/observations.ts';
import type { RunResult, SuiteFault } from '../conformance/result.ts';
import { fieldCoverageOf } from '../folds/field-coverage.ts';
import { foldPersonalValues } from '../folds/personal-values.ts';
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

/** Why an exchange of the interface decided nothing. */
export type Undecided = NotAnswered | NoBody | 'left open';

/** What a recording held, and what became of it. */
export interface Recorded {
  /** The base URLs of the exchanges of the interface, sorted. */
  readonly baseUrls: readonly string[];
  /** All that was recorded. */
  readonly exchanges: number;
  /** Those of the interface that decided something. */
  readonly judged: number;
  /** How many of the interface decided nothing, by why. */
  readonly undecided: Readonly<Partial<Record<Undecided, number>>>;
  /** Those that are not of the interface, or of another host than was asked for. */
  readonly leftAlone: number;
  /** Successes that are recorded without an Authorization header. Many recorders leave it out. */
  readonly withoutAuthorization: number;
}

/** A recording, judged. */
export interface JudgedTraffic {
  readonly result: RunResult;
  readonly recorded: Recorded;
  /** The base URLs of exchanges that were left alone for their host alone, sorted. */
  readonly otherBaseUrls: readonly string[];
  /** What no output may show. */
  readonly secrets: readonly string[];
}

/** Further secrets of a recording are masked only if an answer shows them to the request that sent them. */
const mostSecrets = 200;

/** What of a recording is judged, and by what. */
interface Judging {
  readonly specification: Specification;
  readonly checks: readonly TrafficCheck[];
  /** Whether exchanges below this base URL are asked for. */
  readonly isMeant: (baseUrl: string) => boolean;
}

/**
 * Judges the entries of a HAR, one after the other.
 * @throws what reading the entries throws
 */
export async function judgedTraffic(
  entries: AsyncIterable<HarEntry>,
  { specification, checks, isMeant }: Judging,
): Promise<JudgedTraffic> {
  const results = checks.map((check) => gatheredResult(specification, check));
  const observations = createObservations();
  const personal = foldPersonalValues(specification);
  const observed = new Set<string>();
  const records = new Map<string, string>();
  const baseUrls = new Set<string>();
  const otherBaseUrls = new Set<string>();
  const secrets = new Set<string>();
  const undecided = new Map<Undecided, number>();
  const suiteFaults: SuiteFault[] = [];
  const counts = { exchanges: 0, judged: 0, leftAlone: 0, withoutAuthorization: 0 };

  /** Once for each value: a recording may show it any number of times. */
  const observe = (observation: Observation): void => {
    const name = JSON.stringify(observation);
    if (!observed.has(name)) observations.add(observation);
    observed.add(name);
  };

  /** Whether any check decides something by it. */
  async function isJudged(exchange: RecordedExchange): Promise<boolean> {
    let isDecided = false;
    for (const [index, check] of checks.entries()) {
      if (check.operation !== exchange.call.operation) continue;
      const judgements: Judgement[] = [];
      try {
        judgements.push(...(await check.judge(specification, exchange, observe)));
      } catch (error) {
        // What a check cannot go on with, the exchange does not show.
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
    // It must stay told which exchange is meant: an identifier may stand in its path and in a header.
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
    const told = [exchange.text, ...Object.entries(exchange.headers).flat()].join('\n');
    for (const secret of own) if (secrets.size < mostSecrets || isIn(secret, told)) secrets.add(secret);
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
      personal: personal.value(),
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

/** Read again one at a time: records take many times the room of their text. */
function* valuesOf(texts: Iterable<string>): Iterable<unknown> {
  for (const text of texts) yield JSON.parse(text);
}
