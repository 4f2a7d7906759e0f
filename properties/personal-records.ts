import fc from 'fast-check';
import {
  edgeCaseRecords,
  type GeneratedType,
  invalidRecords,
  records,
  schemaNameOf,
} from '../src/generation/records.ts';
import { flatten, places } from '../src/schema/places.ts';
import { memberOf, pointerTokens } from '../src/schema/pointer.ts';
import type { Schema } from '../src/schema/schema.ts';
import { bundled } from '../src/specification/bundled.ts';

export const personal: readonly string[] = ['quixley', '8675309', '8675-03-09'];

const number = 8_675_309;
const texts = fc.constantFrom(
  'Quixley',
  'quixley@example.com',
  '+448675309',
  'yes, Quixley',
  '8675-03-09',
  ' quixley\n',
);
const name = 'Perdita Quixley';

export function personalRecords(type: GeneratedType): fc.Arbitrary<unknown> {
  const any = fc.oneof(
    records({ type }),
    invalidRecords({ type }).map(({ record }) => record),
    edgeCaseRecords({ type }).map(({ record }) => record),
  );
  const schema = bundled.schemaNamed(schemaNameOf(type));
  return fc.tuple(any, texts).chain(([record, text]) => {
    const own = personalised(record, schema, text);
    const impersonal = [...places(schema, own)].filter((place) => place.schema['x-personal'] !== true);
    const misplaced = fc.tuple(
      fc.constantFrom(...impersonal.map(({ pointer }) => pointerTokens(pointer))),
      fc.constantFrom<unknown>('Quixley', number, ['Quixley'], { [name]: 'Quixley' }, { type: 'Quixley' }),
    );
    return fc.oneof(
      fc.constant(own),
      misplaced.map(([path, wrong]) => replaced(own, path, wrong)),
    );
  });
}

function personalised(value: unknown, schema: Schema | undefined, text: string): unknown {
  const said = schema === undefined ? {} : flatten(schema, value);
  const isPersonal = said['x-personal'] === true;
  if (Array.isArray(value)) {
    const items = isPersonal ? undefined : said.items;
    return value.map((item) => personalised(item, items, text));
  }
  if (typeof value === 'object' && value !== null) {
    const listed = isPersonal ? {} : said.properties;
    const members = Object.entries(value).map(([member, held]) => [
      member,
      personalised(held, memberOf(listed, member) as Schema | undefined, text),
    ]);
    return { ...Object.fromEntries(members), [name]: { [name]: [text, number] } };
  }
  const isWord = said.enum !== undefined || said.const !== undefined;
  const isOfForm = said.format === 'date' || said.format === 'uuid';
  if (typeof value === 'string') return (isWord || isOfForm) && !isPersonal ? value : text;
  return typeof value === 'number' ? number : value;
}

function replaced(value: unknown, [first, ...rest]: readonly string[], put: unknown): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === first ? replaced(item, rest, put) : item));
  return { ...(value as object), [first]: replaced(memberOf(value, first), rest, put) };
}
