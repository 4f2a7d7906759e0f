import { chapterOf, yamlOf } from '../../../../support/yaml-rows.ts';
import { describing, type Own, postPets, reference } from './describing.ts';
import { type Change, effectsInAnswer, effectsInRequest, type Json, type Pair, type Told } from './pair.ts';

type Rows<Value> = Readonly<Record<string, readonly [before: Value, after?: Value]>>;

interface Group {
  readonly told: Partial<Pick<Pair, 'at' | 'proof'>> &
    Readonly<Record<'consumers' | 'providers', Told | readonly Told[]>>;
  readonly of: unknown;
  readonly rows: Rows<unknown>;
}

const chapters = yamlOf(new URL('./parts.yaml', import.meta.url)) as Readonly<
  Record<string, readonly Group[]>
>;

/** Edits of parts of a description, as `parts.yaml` has them. */
export function partPairs(chapter: string): Pair[] {
  return chapterOf(chapters, chapter).flatMap(({ told, of, rows }) => {
    const [around, aroundAfter = around] = [of].flat();
    return Object.entries(rows).map(([name, [before, after = before]]) => ({
      proof: 'exchange' as const,
      ...told,
      consumers: [told.consumers].flat(),
      providers: [told.providers].flat(),
      name,
      before: describing(edited(around, before) as Own),
      after: describing(edited(aroundAfter, after) as Own),
    }));
  });
}

function edited(around: unknown, value: unknown): unknown {
  if (around === 'EDIT') return value;
  if (Array.isArray(around)) return around.map((one) => edited(one, value));
  if (typeof around !== 'object' || around === null) return around;
  return Object.fromEntries(Object.entries(around).map(([name, one]) => [name, edited(one, value)]));
}

interface Tagged {
  readonly schemas: Json;
  readonly mapping?: Readonly<Record<string, string>>;
}

export function taggedPairs(): Pair[] {
  const { terms: _, ...changes } = yamlOf(new URL('./tagged.yaml', import.meta.url)) as Readonly<
    Record<string, Rows<Tagged>>
  >;
  return Object.entries(changes).flatMap(([change, rows]) =>
    Object.entries(rows).flatMap(([name, [before, after = before]]) =>
      taggedPairsOf(name, before, after, change.replace(', by policy', '') as Change, {
        proof: change.endsWith('by policy') ? 'policy' : 'body',
      }),
    ),
  );
}

function taggedPairsOf(
  name: string,
  before: Tagged,
  after: Tagged,
  change: Change,
  proof: Pick<Pair, 'proof'>,
): Pair[] {
  const pointers = ['', '/kind', '/meows', '/barks', '/sings'];
  const placedAt = (part: string) =>
    change === 'same' ? {} : { at: { operation: postPets, part, pointers } };
  return [
    {
      name: `${name}: an answer`,
      before: describing({ answer: taggedBody(before), schemas: before.schemas }),
      after: describing({ answer: taggedBody(after), schemas: after.schemas }),
      ...{ ...effectsInAnswer(change), ...placedAt('response 200'), ...proof },
    },
    {
      name: `${name}: a request`,
      before: describing({ request: taggedBody(before), schemas: before.schemas }),
      after: describing({ request: taggedBody(after), schemas: after.schemas }),
      ...{ ...effectsInRequest(change), ...placedAt('request body'), ...proof },
    },
  ];
}

function taggedBody({ schemas, mapping = {} }: Tagged): Json {
  const references = Object.entries(mapping).map(([tag, name]) => [tag, reference(name).$ref]);
  return {
    type: 'object',
    oneOf: Object.keys(schemas).map(reference),
    discriminator: {
      propertyName: 'kind',
      ...(references.length > 0 && { mapping: Object.fromEntries(references) }),
    },
  };
}
