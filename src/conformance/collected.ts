import type { ShownExchanges } from '../folds/shown-exchanges.ts';
import { held } from '../harness/assertions.ts';
import type { Judgement, Origin, Row } from '../harness/check.ts';
import { judgeExchange } from '../harness/judge.ts';
import { generalPointer } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { type Evidence, evidenceOf, excerpt } from '../trace/evidence.ts';
import type { Exchange } from '../trace/exchange.ts';
import { findingIn, kindInWords } from './check-result.ts';
import type { SuiteFault } from './result.ts';

export interface CollectedOfCheck {
  readonly judgements: readonly Judgement[];
  /** The numbers of the exchanges that show the judgements. */
  readonly exchanges: readonly number[];
}

export interface CollectedState {
  readonly deviating: number;
  readonly exchanges: readonly { readonly number: number; readonly evidence: Evidence }[];
  readonly judgements: Readonly<Record<string, readonly Judgement[]>>;
}

interface CollectedOptions {
  readonly specification: Specification;
  readonly rows: readonly Row[];
  readonly maxAlike: number;
  /**
   * Whether to keep exchanges in which everything is right. By default, only one such judgement is kept for
   * each check, without its exchange.
   */
  readonly showsHeld?: boolean;
  readonly earlier?: CollectedState | undefined;
  /** Called if a rule throws. Without it, `add` throws the error. */
  readonly onFault?: (fault: SuiteFault) => void;
}

const maxKinds = 3_000;

const nothing: CollectedState = { deviating: 0, exchanges: [], judgements: {} };

export function numberAfter({ exchanges }: CollectedState): number {
  return Math.max(-1, ...exchanges.map(({ number }) => number)) + 1;
}

export type Collected = ReturnType<typeof openCollected>;

/**
 * Collects judgements of exchanges that no check sent: readings of discovered cases, or entries of a HAR
 * file. Few equal judgements are kept, so memory does not grow with the traffic.
 */
export function openCollected(options: CollectedOptions) {
  const { specification, maxAlike, showsHeld = false, onFault } = options;
  const rows = options.rows.filter(({ itemOf }) => itemOf !== undefined);
  const { earlier = nothing } = options;
  const exchanges = new Map(earlier.exchanges.map(({ number, evidence }) => [number, evidence]));
  const kept = new Map<string, { readonly judgement: Judgement; readonly shownIn: number | undefined }[]>();
  const counts = new Map<string, number>();
  for (const [check, all] of Object.entries(earlier.judgements))
    for (const judgement of all) keep(check, judgement);
  let { deviating } = earlier;

  function keep(check: string, judgement: Judgement, shownIn = findingIn(judgement)?.reply): boolean {
    const most = judgement.kind === 'held' && !showsHeld ? 1 : maxAlike;
    const key = `${check} ${keyOf(judgement)}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > most || counts.size > maxKinds) return false;
    kept.set(check, kept.get(check) ?? []);
    kept.get(check)?.push({ judgement, shownIn });
    return true;
  }

  function judgedBy(row: Row, exchange: Exchange, origin: Origin): readonly Judgement[] {
    try {
      return judgeExchange(row, specification, exchange, origin);
    } catch (error) {
      if (onFault === undefined) throw error;
      onFault({ check: row.id, error });
      return [];
    }
  }

  const judgementsOf = (check: string): Judgement[] =>
    (kept.get(check) ?? []).map(({ judgement }) => judgement);

  return {
    add(exchange: Exchange, origin: Origin): readonly Judgement[] {
      const { number } = exchange;
      const all: Judgement[] = [];
      const pointers: string[] = [];
      let isShown = false;
      for (const row of rows) {
        const judgements = judgedBy(row, exchange, origin);
        all.push(...judgements);
        for (const judgement of judgements) {
          const found = findingIn(judgement);
          if (found !== undefined && keep(row.id, judgement)) pointers.push(found.pointer);
        }
        const isHeld = judgements.some(({ kind }) => kind === 'held');
        if (isHeld && keep(row.id, held, showsHeld ? number : undefined)) isShown ||= showsHeld;
      }
      if (all.some(({ kind }) => kind === 'deviates')) deviating += 1;
      if (isShown || pointers.length > 0)
        exchanges.set(number, excerpt(evidenceOf(exchange, specification), pointers));
      return all;
    },
    addUndecided: (check: string, judgement: Judgement): void => {
      keep(check, judgement);
    },
    of: (check: string): CollectedOfCheck => {
      const numbers = new Set(kept.get(check)?.map(({ shownIn }) => shownIn));
      return {
        judgements: judgementsOf(check),
        exchanges: [...exchanges.keys()].filter((number) => numbers.has(number)),
      };
    },
    shown: (): ShownExchanges => exchanges,
    deviating: () => deviating,
    state: (): CollectedState => ({
      deviating,
      exchanges: [...exchanges].map(([number, evidence]) => ({ number, evidence })),
      judgements: Object.fromEntries([...kept.keys()].map((check) => [check, judgementsOf(check)])),
    }),
  };
}

function keyOf(judgement: Judgement): string {
  if (judgement.kind === 'undecided') return `undecided ${judgement.reason}`;
  const found = findingIn(judgement);
  if (found === undefined) return judgement.kind;
  return `${judgement.kind} ${found.requirement} ${generalPointer(found.pointer)} ${kindInWords(found)}`;
}
