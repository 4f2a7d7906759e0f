import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { isOwnSuccess, undecidedBy } from './assertions.ts';
import type { Check, Deviating, Judgement, Origin, Row } from './check.ts';
import { collectItems } from './probe-items.ts';
import type { Session } from './session.ts';
import { unknownTarget } from './target.ts';

export async function judgeCheck(
  check: Check,
  session: Session,
  hasOtherOrigins = false,
): Promise<Judgement[]> {
  const { items, gap } = await collectItems(check.probe(session));
  const { specification, target } = session;
  const about = { specification, target, hasOtherOrigins, isCutShort: gap !== undefined };
  const judgements = [...check.rule(items, about)];
  if (gap !== undefined) judgements.push(undecidedBy(gap));
  else if (judgements.length === 0 && !hasOtherOrigins)
    throw new Error(`The check ${check.id} judged nothing.`);
  return judgements;
}

/** The reply, if the service itself answered with a success and the body is known. */
export function completeSuccess(reply: Exchange, { isWithoutBody }: Origin): Exchange | undefined {
  return isOwnSuccess(reply) && isWithoutBody !== true ? reply : undefined;
}

export function deviationsFrom(rows: readonly Row[], ...args: Judged): Deviating[] {
  return rows.flatMap((row) => judgeExchange(row, ...args).filter((one) => one.kind === 'deviates'));
}

type Judged = readonly [specification: Specification, exchange: Exchange, origin: Origin];

export function judgeExchange(
  { operation, itemOf, rule }: Row,
  ...[specification, exchange, origin]: Judged
): Judgement[] {
  if (exchange.call.operation !== operation) return [];
  const item = itemOf?.(exchange, origin);
  const about = { specification, target: unknownTarget, hasOtherOrigins: true, isCutShort: false };
  return item === undefined ? [] : [...rule([item], about)];
}
