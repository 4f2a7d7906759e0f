import { type Undecidable, undecidableIn } from '../trace/gap.ts';

export interface ProbeItems<Item> {
  readonly items: readonly Item[];
  readonly gap?: Undecidable;
}

export async function collectItems<Item>(probe: AsyncIterable<Item>): Promise<ProbeItems<Item>> {
  const items: Item[] = [];
  try {
    for await (const item of probe) items.push(item);
  } catch (error) {
    return { items, gap: undecidableIn(error) };
  }
  return { items };
}
