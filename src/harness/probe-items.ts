import { type Undecidable, undecidableIn } from '../trace/gap.ts';

/** The items of a probe, and the reason if the probe ended early. */
export interface ProbeItems<Item> {
  readonly items: readonly Item[];
  readonly gap?: Undecidable;
}

/**
 * Collects the items of a probe.
 * @throws {Error} for a bug of the suite
 */
export async function collectItems<Item>(probe: AsyncIterable<Item>): Promise<ProbeItems<Item>> {
  const items: Item[] = [];
  try {
    for await (const item of probe) items.push(item);
  } catch (error) {
    return { items, gap: undecidableIn(error) };
  }
  return { items };
}
