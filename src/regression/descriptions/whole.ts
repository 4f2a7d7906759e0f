import type { DescriptionDifference } from './difference.ts';

/** A difference of a part as a whole, outside its schema. */
export function wholeDifference(
  operation: string,
  part: string,
  keyword: string,
  message: string,
  effects: Pick<DescriptionDifference, 'consumers' | 'providers'>,
): DescriptionDifference {
  return { operation, part, pointer: '', message: `${message}.`, places: [''], keyword, ...effects };
}
