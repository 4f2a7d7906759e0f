import type { Located } from './document.ts';

/** A media type with its schemas before and after. */
interface PairedMedia {
  readonly type: string;
  readonly before: Located | undefined;
  readonly after: Located | undefined;
}

type Media = ReadonlyMap<string, Located>;

/** The media types of both descriptions, each with the closest match: itself, or else its range. */
export function pairedMedia(before: Media, after: Media): PairedMedia[] {
  const types = [...new Set([...before.keys(), ...after.keys()])];
  return types.map((type) => ({ type, before: mediaOf(before, type), after: mediaOf(after, type) }));
}

function mediaOf(media: Media, type: string): Located | undefined {
  return media.get(type) ?? media.get(`${type.split('/', 1)[0]}/*`) ?? media.get('*/*');
}
