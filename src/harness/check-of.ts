import type { OperationId } from '../specification/description.ts';
import type { About, Check, CheckOf, Judgement, Row, RowOf, Rule } from './check.ts';

type Defaults = 'operation' | 'needs';

/** A check whose operation is the beginning of its id. Its needs are empty by default. */
export type StatedCheck<Item> = Omit<CheckOf<Item>, Defaults | 'id'> &
  Partial<Pick<CheckOf<Item>, Defaults>> & { readonly id: `${OperationId}.${string}` };

/** Completes a check. `Item` is the type that its probe yields and its rule judges. */
export function checkOf<Item>(check: CheckOf<Item> | StatedCheck<Item>): Check {
  return { operation: check.id.split('.', 1)[0] as OperationId, needs: [], ...check };
}

/** Gives a row the type of its items. A row has a rule but, unlike a check, no probe. */
export function rowOf<Item>(row: RowOf<Item>): Row {
  return row;
}

export function ofEachItem<Item>(judge: (item: Item, about: About) => Iterable<Judgement>): Rule<Item> {
  return (items, about) => items.flatMap((item) => [...judge(item, about)]);
}

/** The rule for a probe that already yields judgements, because they decide what it sends next. */
export const asJudged: Rule<Judgement> = (judgements) => judgements;
