import { type Undecidable, undecidableIn } from '../trace/gap.ts';

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
