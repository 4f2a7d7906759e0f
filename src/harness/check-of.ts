import type { OperationId } from '../specification/description.ts';
import type { About, Check, CheckOf, Judgement, Row, RowOf, Rule } from './check.ts';

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
