import { fingerprintOf } from '../conformance/fingerprint.ts';
import type { NumberedResult } from '../conformance/listed-exchanges.ts';
import type { ReportedDeviation } from '../conformance/result.ts';
import type { Deviation, Judgement } from '../harness/check.ts';
import type { Specification } from '../specification/specification.ts';
import { type ShownExchange, shownExchange } from '../trace/shown-exchange.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import type { TrafficCheck } from './traffic-check.ts';

/**
 * The maximum number of exchanges without a finding that are kept per check, and of all exchanges that are kept: a
 * recording may be of any length.
 */
const keptAlike = 20;
const keptInAll = 1_000;

/** Collects the result of one check while exchanges come in. */
export interface GatheredResult {
  /** Returns whether the exchange decided anything. */
  add(exchange: RecordedExchange, judgements: readonly Judgement[]): boolean;
  result(): NumberedResult;
}

/** The reason and remedy of a requirement that no exchange of the recording decides. */
const notRecorded = {
  reason: 'no-data',
  remedy:
    'No recorded exchange decides this. Record one that does, with the body of its answer, or run check against the service.',
} as const;

export function gatheredResult(specification: Specification, check: TrafficCheck): GatheredResult {
  const { id, title, operation, requirements } = check;
  const known = new Set<string>();
  const findings: ReportedDeviation[] = [];
  const gathered: ShownExchange[] = [];
  let isDecided = false;
  return {
    add(exchange, judgements) {
      const deviations = judgements.flatMap((one) => (one.kind === 'deviates' ? [one.finding] : []));
      const decides = deviations.length > 0 || judgements.some(({ kind }) => kind === 'held');
      if (!decides) return false;
      isDecided = true;
      const isNew = deviations.some((finding) => !known.has(nameOf(finding)));
      if (gathered.length >= (isNew ? keptInAll : keptAlike)) return true;
      for (const finding of deviations) known.add(nameOf(finding));
      const found = deviations.map(({ reply: _, ...said }) => ({
        ...said,
        exchange: exchange.number,
        fingerprint: fingerprintOf(check, said),
      }));
      findings.push(...found);
      gathered.push(shownExchange(specification, exchange));
      return true;
    },
    result: () => ({
      result: {
        ...{ id, title, operation, requirements, findings },
        ...(isDecided
          ? { verdict: findings.length > 0 ? 'fail' : 'pass', remedies: [] }
          : { verdict: 'inconclusive', reason: notRecorded.reason, remedies: [notRecorded] }),
        evidence: gathered.map(({ number }) => number),
      },
      shown: gathered,
    }),
  };
}

function nameOf({ requirement, pointer, message }: Deviation): string {
  return JSON.stringify([requirement, pointer, message]);
}
