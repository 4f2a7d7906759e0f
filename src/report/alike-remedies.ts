import { grouped } from '../schema/grouped.ts';
import { few } from './words.ts';

interface Remedied {
  readonly remedy: string;
}

/** The parts in which similar remedies differ: a path or pointer, or else the cases of a type. */
const places: readonly RegExp[] = [/(?<=^|\s)\/[^\s,]*[^\s,.:]/, /\bcases\.\w+/];

/** Groups items whose remedies differ only in the place. */
export function alike<One extends Remedied>(all: readonly One[]): [One, ...One[]][] {
  return grouped(all, ({ remedy }) => withPlace(remedy, '…'));
}

/** One remedy for a whole group, which names the first places of all. */
export function inOneSentence(group: readonly Remedied[]): string {
  const remedy = group[0]?.remedy ?? '';
  const all = [...new Set(group.map((one) => placeIn(one.remedy) ?? ''))];
  // Naming one more place is as short as counting it.
  return withPlace(remedy, all.length > 4 ? few(all) : all.join(', '));
}

function withPlace(remedy: string, word: string): string {
  const place = placeIn(remedy);
  return place === undefined ? remedy : remedy.replace(place, () => word);
}

function placeIn(remedy: string): string | undefined {
  return places.map((place) => place.exec(remedy)?.[0]).find((found) => found !== undefined);
}
