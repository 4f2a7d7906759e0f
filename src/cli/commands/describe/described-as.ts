import { stringify } from 'yaml';
import {
  meantDescription,
  type SpecificationOptions,
} from '../../../gate/descriptions/meant-specification.ts';

/**
 * The description that a call means, as text: as it was written, where it is written so.
 * @throws {Failure} as `meantDescription` does
 */
export async function describedAs(format: 'json' | 'yaml', options: SpecificationOptions): Promise<string> {
  const { text, document } = await meantDescription(options);
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  return /^\s*\{/.test(text) ? stringify(document) : text;
}
