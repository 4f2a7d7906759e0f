import type { Judgement, SweptJudgement } from '../harness/check.ts';
import { generalPointer } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type ShownExchange, shownAt, shownExchange } from '../trace/shown-exchange.ts';

/** Judges, for the checks that it concerns, what discovery read. */
export interface Judges {
  /** The answer to the reading of an identifier that the list of cases shows. */
  readonly reading: (
    reply: Exchange,
    shown: { readonly id: string; readonly caseType?: CaseType | undefined },
  ) => Iterable<SweptJudgement>;
  /** The answer to a link of the list that leads to no page of it. */
  readonly page: (reply: Exchange) => Iterable<SweptJudgement>;
}

/** What was judged as it was read, before the checks are run: of each check a few judgements, however much was read. */
export interface Swept {
  /** Takes in what was judged of a reading. */
  add(exchange: Exchange, judged: Iterable<SweptJudgement>): void;
  /** What could not be decided for a check. */
  addUndecided(check: string, judgement: Judgement): void;
  /** What is kept for a check, and the exchanges that it names. */
  of(check: string): SweptOfCheck;
  /** How many of the readings deviate. */
  deviating(): number;
  /** All of it, as values of JSON. */
  state(): SweptState;
}

/** What was swept for one check. */
export interface SweptOfCheck {
  readonly judgements: readonly Judgement[];
  readonly exchanges: readonly ShownExchange[];
}

/** For a check of a run without discovery. */
export const nothingSwept: SweptOfCheck = { judgements: [], exchanges: [] };

/** What was swept, without tokens and personal data. */
export interface SweptState {
  readonly deviating: number;
  readonly exchanges: readonly ShownExchange[];
  readonly judgements: Readonly<Record<string, readonly Judgement[]>>;
}

const nothing: SweptState = { deviating: 0, exchanges: [], judgements: {} };

/** So many deviations are kept that are one and the same, and so many in all. */
const mostOfEach = 3;
const mostOfAll = 3_000;

/** @param earlier - what an earlier run swept, which this one goes on with */
export function openSwept(specification: Specification, earlier: SweptState = nothing): Swept {
  // Numbers that this run does not give to its own exchanges.
  const numbers = new Map(earlier.exchanges.map(({ number }, at) => [number, -1 - at]));
  const numbered = (number: number): number => numbers.get(number) ?? number;
  const exchanges = new Map(
    earlier.exchanges.map((exchange) => [
      numbered(exchange.number),
      { ...exchange, number: numbered(exchange.number) },
    ]),
  );
  const kept = new Map<string, Judgement[]>(
    Object.entries(earlier.judgements).map(([check, judgements]) => [
      check,
      judgements.map((judgement) => renumbered(judgement, numbered)),
    ]),
  );
  const counts = new Map<string, number>();
  let deviating = earlier.deviating;
  for (const [check, judgements] of kept) for (const judgement of judgements) counted(check, judgement);

  /** How often a judgement was kept of that kind. */
  function counted(check: string, judgement: Judgement): number {
    const key = `${check} ${keyOf(judgement)}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  }

  function keep(check: string, judgement: Judgement): boolean {
    const most = judgement.kind === 'held' ? 1 : mostOfEach;
    if (counted(check, judgement) > most || counts.size > mostOfAll) return false;
    kept.set(check, [...(kept.get(check) ?? []), judgement]);
    return true;
  }

  return {
    add(exchange, judged) {
      const pointers: string[] = [];
      let isDeviating = false;
      for (const { check, judgement } of judged) {
        isDeviating ||= judgement.kind === 'deviates';
        const pointer = pointerOf(judgement);
        if (keep(check, judgement) && pointer !== undefined) pointers.push(pointer);
      }
      deviating += isDeviating ? 1 : 0;
      if (pointers.length > 0)
        exchanges.set(exchange.number, shownAt(shownExchange(specification, exchange), pointers));
    },
    addUndecided: (check, judgement) => {
      keep(check, judgement);
    },
    of: (check) => {
      const judgements = kept.get(check) ?? [];
      const shown = new Set(judgements.map(replyOf));
      return { judgements, exchanges: [...exchanges.values()].filter(({ number }) => shown.has(number)) };
    },
    deviating: () => deviating,
    state: () => ({ deviating, exchanges: [...exchanges.values()], judgements: Object.fromEntries(kept) }),
  };
}

function pointerOf(judgement: Judgement): string | undefined {
  if (judgement.kind === 'deviates') return judgement.finding.pointer;
  return judgement.kind === 'advises' ? judgement.advisory.pointer : undefined;
}

function replyOf(judgement: Judgement): number | undefined {
  if (judgement.kind === 'deviates') return judgement.finding.reply;
  return judgement.kind === 'advises' ? judgement.advisory.reply : undefined;
}

function renumbered(judgement: Judgement, numbered: (number: number) => number): Judgement {
  if (judgement.kind === 'deviates')
    return { ...judgement, finding: { ...judgement.finding, reply: numbered(judgement.finding.reply) } };
  if (judgement.kind === 'advises')
    return { ...judgement, advisory: { ...judgement.advisory, reply: numbered(judgement.advisory.reply) } };
  return judgement;
}

/** What is the same of judgements that say the same of different records. */
function keyOf(judgement: Judgement): string {
  if (judgement.kind === 'undecided') return `undecided ${judgement.reason}`;
  if (judgement.kind === 'held' || judgement.kind === 'observes') return judgement.kind;
  const { requirement, pointer, kind } =
    judgement.kind === 'deviates' ? judgement.finding : judgement.advisory;
  return `${judgement.kind} ${requirement} ${generalPointer(pointer)} ${kind}`;
}
