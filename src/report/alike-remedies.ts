import { grouped } from '../schema/grouped.ts';
import { few } from './words.ts';

/** Says what would decide something. */
interface Remedied {
  readonly remedy: string;
}

/** What remedies of one kind differ in: a path or pointer, else the cases of a type. */
const places: readonly RegExp[] = [/(?<=^|\s)\/[^\s,]*[^\s,.:]/, /\bcases\.\w+/];

/** The groups of those whose remedies differ in the place alone. */
export function alike<One extends Remedied>(all: readonly One[]): [One, ...One[]][] {
  return grouped(all, ({ remedy }) => withPlace(remedy, '…'));
}

/** Remedies of one kind as one, which names the first places of all. */
export function inOneSentence(group: readonly Remedied[]): string {
  const remedy = group[0]?.remedy ?? '';
  const all = [...new Set(group.map((one) => placeIn(one.remedy) ?? ''))];
  // To name one more is as short as to count it.
  return withPlace(remedy, all.length > 4 ? few(all) : all.join(', '));
}

/** The remedy with another word for its place. */
function withPlace(remedy: string, word: string): string {
  const place = placeIn(remedy);
  return place === undefined ? remedy : remedy.replace(place, () => word);
}

function placeIn(remedy: string): string | undefined {
  return places.map((place) => place.exec(remedy)?.[0]).find((found) => found !== undefined);
}
