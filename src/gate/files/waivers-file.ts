import { placeOf, type Waiver } from '../../acceptance/waivers.ts';
import { named } from '../../report/quoted.ts';
import { Failure } from '../failure.ts';
import { compiledForm } from './compiled-forms.ts';
import { readJsonFile } from './json-file.ts';

const form = {
  name: 'a file of waivers',
  conforms: compiledForm<{ readonly waivers: readonly Waiver[] }>('waivers'),
};

/**
 * Reads a file of waivers.
 * @throws {Failure} if it cannot be read, or is invalid
 */
export async function readWaivers(file: string): Promise<readonly Waiver[]> {
  const { waivers } = await readJsonFile(file, form);
  const places = waivers.map(placeOf);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice === undefined) return waivers;
  throw new Failure('FILE_WRONG', `${named(file)} has two waivers of ${twice}. Take one of them out.`);
}
