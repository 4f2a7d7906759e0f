import { resultOf, withOneExchangeList } from '../conformance/check-result.ts';
import { openCollected } from '../conformance/collected.ts';
import { groupedObservations } from '../conformance/observations.ts';
import type { RunResult, SuiteFault } from '../conformance/result.ts';
import { fieldCoverageOf } from '../folds/field-coverage.ts';
import { foldPersonalValues } from '../folds/personal-values.ts';
import { undecided } from '../harness/assertions.ts';
import type { Row } from '../harness/check.ts';
import type { Observation } from '../harness/session.ts';
import { is2xx } from '../http/status.ts';
import { caseRecordIn } from '../rules/case-record.ts';
import { operations } from '../rules/operations.ts';
import type { Specification } from '../specification/specification.ts';
import type { NoBody } from './recorded-body.ts';
import { callIn, exchangeIn, isIn, type NotAnswered } from './recorded-exchange.ts';

/** Why an exchange of the interface decided nothing. */
type Undecided = NotAnswered | NoBody | 'left open';

/** What a recording contains, and how much of it was judged. */
export interface Recorded {
  /** The base URLs of exchanges of the interface, sorted. */
  readonly baseUrls: readonly string[];
  /** The number of recorded exchanges. */
  readonly exchanges: number;
  /** The number of exchanges that decided something. */
  readonly judged: number;
  /** The number of exchanges of the interface that decided nothing, by reason. */
  readonly undecided: Readonly<Partial<Record<Undecided, number>>>;
  /** The number of exchanges that are not of the interface, or of another host than the call names. */
  readonly leftAlone: number;
  /** The number of successes without an Authorization header, which many recorders leave out. */
  readonly withoutAuthorization: number;
}

export interface JudgedRecording {
  readonly result: RunResult;
  readonly recorded: Recorded;
  /** The base URLs of exchanges that were ignored only because of their host, sorted. */
  readonly otherBaseUrls: readonly string[];
  readonly secrets: readonly string[];
}

/**
 * The maximum number of secrets to mask everywhere. Further ones are masked only in the answer to the request
 * that sent them.
 */
const maxSecrets = 200;

/** The maximum number of equal judgements to keep for each rule, since a recording may be of any length. */
const maxAlike = 20;

const notRecorded = undecided(
  'no-data',
  'No recorded exchange decides this. Record one that does, with the body of its answer, or run check against the service.',
);

interface Judging {
  readonly specification: Specification;
  readonly rows: readonly Row[];
  readonly isBelowBaseUrl: (baseUrl: string) => boolean;
  readonly completed: (entry: object) => Promise<object>;
}

export async function judgedRecording(
  entries: readonly object[],
  { specification, rows, isBelowBaseUrl, completed }: Judging,
): Promise<JudgedRecording> {
  const suiteFaults: SuiteFault[] = [];
  const onFault = (fault: SuiteFault): void => void suiteFaults.push(fault);
  const collected = openCollected({ specification, rows, maxAlike, showsHeld: true, onFault });
  const observations: Observation[] = [];
  const personal = foldPersonalValues(specification);
  const records = new Map<string, unknown>();
  const baseUrls = new Set<string>();
  const otherBaseUrls = new Set<string>();
  const secrets = new Set<string>();
  const undecidedBy = new Map<Undecided, number>();
  const counts = { exchanges: entries.length, judged: 0, leftAlone: 0, withoutAuthorization: 0 };
  const countUndecided = (why: Undecided): void => void undecidedBy.set(why, (undecidedBy.get(why) ?? 0) + 1);

  for (const [place, entry] of entries.entries()) {
    const recorded = callIn(specification, entry);
    if (recorded === undefined || !isBelowBaseUrl(recorded.baseUrl)) {
      counts.leftAlone += 1;
      if (recorded !== undefined) otherBaseUrls.add(recorded.baseUrl);
      continue;
    }
    const { baseUrl } = recorded;
    baseUrls.add(baseUrl);
    const whole = await completed(entry);
    const found = await exchangeIn(place + 1, whole, callIn(specification, whole) ?? recorded);
    if (typeof found === 'string') {
      countUndecided(found);
      continue;
    }
    const { exchange } = found;
    const { call } = exchange;
    const shown = [exchange.text, ...Object.entries(exchange.headers).flat()].join('\n');
    for (const secret of found.secrets)
      if (secrets.size < maxSecrets || isIn(secret, shown)) secrets.add(secret);
    if (!found.isAuthorised && is2xx(exchange.status) && operations[call.operation].requiresToken)
      counts.withoutAuthorization += 1;
    personal.add(exchange);
    const judgements = collected.add(exchange, found.origin);
    for (const one of judgements) if (one.kind === 'observes') observations.push(one.observation);
    if (judgements.some(({ kind }) => kind === 'held' || kind === 'deviates')) counts.judged += 1;
    else countUndecided(found.noBody ?? 'left open');
    const record = caseRecordIn(exchange);
    if (call.operation === 'getCaseData' && record !== undefined)
      records.set(`${baseUrl}${call.path}`, record);
  }
  const results = rows.map((row) => {
    const { judgements, exchanges } = collected.of(row.id);
    return resultOf(row, judgements.length === 0 ? [notRecorded] : judgements, exchanges);
  });
  return {
    result: {
      ...withOneExchangeList(results, collected.shown()),
      observations: groupedObservations(observations),
      suiteFaults,
      requests: 0,
      putBack: [],
      personal: personal.value(),
      fieldCoverage: fieldCoverageOf(specification, records.values()),
    },
    recorded: {
      baseUrls: [...baseUrls].sort(),
      ...counts,
      undecided: Object.fromEntries([...undecidedBy].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
    otherBaseUrls: [...otherBaseUrls].sort(),
    secrets: [...secrets],
  };
}
