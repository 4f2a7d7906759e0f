import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Undecidable, undecidableIn } from '../trace/gap.ts';
import { isOwnSuccess, undecidedBy } from './assertions.ts';
import type { About, Check, CheckOf, Deviating, Judgement, Origin, Row, RowOf, Rule } from './check.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';

type Defaults = 'operation' | 'needs';

/** A check of the operation that its id begins with. By default it has no needs. */
export type StatedCheck<Item> = Omit<CheckOf<Item>, Defaults | 'id'> &
  Partial<Pick<CheckOf<Item>, Defaults>> & { readonly id: `${OperationId}.${string}` };

/** Gives a check the type of its items, which its probe and its rule share. */
export function checkOf<Item>(check: CheckOf<Item> | StatedCheck<Item>): Check {
  return { operation: check.id.split('.', 1)[0] as OperationId, needs: [], ...check };
}

/** As `checkOf`, for a row without a probe. */
export function rowOf<Item>(row: RowOf<Item>): Row {
  return row;
}

/** The rule that judges each item by itself. */
export function ofEachItem<Item>(judge: (item: Item, about: About) => Iterable<Judgement>): Rule<Item> {
  return (items, about) => items.flatMap((item) => [...judge(item, about)]);
}

/** The rule of a probe that judges while it sends, since what it sends next depends on the judgement. */
export const asJudged: Rule<Judgement> = (judgements) => judgements;

/** The items of a probe, and the reason if it could not go on. */
export interface Sent<Item> {
  readonly items: readonly Item[];
  readonly gap?: Undecidable;
}

/**
 * Everything that a probe yields.
 * @throws {Error} for a fault of the suite
 */
export async function sentBy<Item>(probe: AsyncIterable<Item>): Promise<Sent<Item>> {
  const items: Item[] = [];
  try {
    for await (const item of probe) items.push(item);
  } catch (error) {
    return { items, gap: undecidableIn(error) };
  }
  return { items };
}

/**
 * Runs the probe of a check and judges its items.
 * @throws {Error} for a fault of the suite
 */
export async function judged(check: Check, session: Session, hasOtherOrigins = false): Promise<Judgement[]> {
  const { items, gap } = await sentBy(check.probe(session));
  const { specification, target, sampling } = session;
  const about = { specification, target, sampling, hasOtherOrigins, isCutShort: gap !== undefined };
  const judgements = [...check.rule(items, about)];
  if (gap !== undefined) judgements.push(undecidedBy(gap));
  else if (judgements.length === 0 && !hasOtherOrigins)
    throw new Error(`The check ${check.id} judged nothing.`);
  return judgements;
}

/** The item of a row that looks at a single successful answer. */
export function wholeSuccess(reply: Exchange, { isWithoutBody }: Origin): Exchange | undefined {
  return isOwnSuccess(reply) && isWithoutBody !== true ? reply : undefined;
}

/** A target without any configuration. */
export const unknownTarget: Target = Object.freeze({
  baseUrl: '',
  tokens: new Set<never>(),
  restrictedOperations: undefined,
  cases: { Sale: [], Purchase: [], Remortgage: [], Transfer: [] },
  foreignCases: [],
  clients: [],
  writes: 'none',
});

/** The deviations of an exchange that was not sent by the probe of a check. */
export function deviationsFrom(rows: readonly Row[], ...judged: Judged): Deviating[] {
  return rows.flatMap((row) => judgedFrom(row, ...judged).filter((one) => one.kind === 'deviates'));
}

type Judged = readonly [specification: Specification, exchange: Exchange, origin: Origin];

/** Judges an exchange that was not sent by the probe of a check. Nothing, if it does not show what the rule looks at. */
export function judgedFrom(
  { operation, itemOf, rule }: Row,
  ...[specification, exchange, origin]: Judged
): Judgement[] {
  if (exchange.call.operation !== operation) return [];
  const item = itemOf?.(exchange, origin);
  if (item === undefined) return [];
  return [
    ...rule([item], {
      specification,
      target: unknownTarget,
      sampling: { seed: 0, runs: 0, thorough: false, repeat: 1 },
      hasOtherOrigins: true,
      isCutShort: false,
    }),
  ];
}
