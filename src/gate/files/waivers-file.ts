import { placeOf, type Waiver } from '../../acceptance/waivers.ts';
import { named } from '../../report/quoted.ts';
import { Failure } from '../failure.ts';
import { fileForm, readJsonFile } from './json-file.ts';
import schema from './waivers.schema.json' with { type: 'json' };

const form = fileForm<{ readonly waivers: readonly Waiver[] }>('a file of waivers', schema);

/**
 * Reads a file of waivers.
 * @throws {Failure} when it cannot be read, or says something that it cannot say
 */
export async function readWaivers(file: string): Promise<readonly Waiver[]> {
  const { waivers } = await readJsonFile(file, form);
  const places = waivers.map(placeOf);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice === undefined) return waivers;
  throw new Failure('FILE_WRONG', `${named(file)} has two waivers of ${twice}. Take one of them out.`);
}
