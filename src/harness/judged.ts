import { type Undecidable, undecidableIn } from '../trace/gap.ts';
import { undecided } from './assertions.ts';
import type { About, Check, CheckOf, Judgement, Rule } from './check.ts';
import type { Session } from './session.ts';

/** Gives a check the type of its items, which its probe and its rule share. */
export function checkOf<Item>(check: CheckOf<Item>): Check {
  return check;
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
 * @throws {Error} what is a fault of the suite
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
 * Runs the probe of a check, and judges what came of it.
 * @throws {Error} what is a fault of the suite
 */
export async function judged(check: Check, session: Session, isSwept = false): Promise<Judgement[]> {
  const { items, gap } = await sentBy(check.probe(session));
  const { specification, target, sampling } = session;
  const about = { specification, target, sampling, isSwept, isCutShort: gap !== undefined };
  const judgements = [...check.rule(items, about)];
  if (gap !== undefined) judgements.push(undecided(gap.reason, gap.message));
  else if (judgements.length === 0) throw new Error(`The check ${check.id} judged nothing.`);
  return judgements;
}
