import { membersWithin } from '../schema/json.ts';
import { schemaPlaces } from '../schema/places.ts';
import { pointerTokens } from '../schema/pointer.ts';
import { targetsIn } from '../schema/references.ts';
import { schemaInWords } from '../validation/schema-words.ts';
import type { Description } from './description.ts';
import type { Requirement } from './requirements.ts';
import type { Specification } from './specification.ts';

interface RowPlace {
  readonly row: string;
  readonly field: string;
  readonly shape: string;
  readonly words: string;
}

/** The rows that the operations of a description name, and the schemas that they refer to. */
export function rowsOfDescription({ paths }: Description): ReadonlySet<unknown> {
  const members = [...membersWithin([paths, ...targetsIn(paths).values()], Number.POSITIVE_INFINITY)];
  return new Set(members.flatMap(([name, value]) => (name === 'x-requirement' ? [value] : [])));
}

export function wordedBy(before: Specification, after: Specification, { id, text }: Requirement): string {
  const [former, present] = [before, after].map((one) => one.derive(placesByRow).get(id) ?? []);
  if (former === undefined || former.length === 0 || present === undefined || present.length === 0)
    return text;
  const known = new Set(former.map(keyOf));
  const isSame = former.length === present.length && present.every((place) => known.has(keyOf(place)));
  if (isSame) return text;
  const changed = present.filter((place) => !known.has(keyOf(place)));
  const rest = present.filter((place) => known.has(keyOf(place)));
  return sentenceOf([...changed, ...rest]);
}

function keyOf({ field, shape, words }: RowPlace): string {
  return `${shape} ${field} ${words}`;
}

function placesByRow(specification: Specification): ReadonlyMap<string, readonly RowPlace[]> {
  const places = [...specification.caseTypes, 'Client'].flatMap((record) =>
    [...schemaPlaces(specification.schemaNamed(record))].flatMap((place) => {
      const { pointer, requirement, branch: shape = record, isRequired } = place;
      if (requirement === undefined || pointer === '') return [];
      const field = pointerTokens(pointer)
        .map((token) => (token === '*' ? '[]' : `.${token}`))
        .join('')
        .slice(1);
      const words = `${schemaInWords(place.schema)}${isRequired ? ', and is required' : ''}`;
      return [{ row: requirement, field, shape, words }];
    }),
  );
  return Map.groupBy(places, ({ row }) => row);
}

const maxNamed = 3;

function sentenceOf(places: readonly RowPlace[]): string {
  const groups = [...Map.groupBy(places, ({ words }) => words)];
  const named = groups.slice(0, maxNamed).map(([words, group]) => `${fieldsOf(group)}: ${words}`);
  const more = groups.length > maxNamed ? ['and more'] : [];
  return `${[...named, ...more].join('; ')}.`;
}

function fieldsOf(group: readonly RowPlace[]): string {
  const fields = [...new Set(group.map(({ field }) => field))];
  const shapes = [...new Set(group.map(({ shape }) => shape))];
  const named = fields.slice(0, maxNamed).join(', ');
  const more = fields.length > maxNamed ? ` and ${fields.length - maxNamed} more` : '';
  return `${named}${more} of ${shapes.join(', ')}`;
}
