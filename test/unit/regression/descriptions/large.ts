import type { Json } from './corpus/pair.ts';

/** How the objects of a union differ: by a constant (the tag), not at all, or by extending each other. */
export type Kind = 'tagged' | 'untagged' | 'extending';

const text = { type: 'string', maxLength: 5000 };

/**
 * A description of the size and shape of the largest published ones: objects that refer to each other in cycles, and
 * members that are another object or its id.
 */
export function largeDescription(kind: Kind, schemas: number, operations: number): Json {
  const draw = drawing(1);
  const any = (): Json => ({ $ref: `#/components/schemas/s${draw(schemas)}` });
  const members: readonly (() => Json)[] = [
    () => ({ ...text, nullable: draw(2) === 0 }),
    () => ({ type: 'integer' }),
    () => ({ enum: ['a', 'b', 'c'] }),
    () => ({ anyOf: [text, any(), any()] }),
    () => ({ anyOf: [text, any()], nullable: true }),
    () => ({
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: any() }, url: text },
    }),
    any,
  ];
  const objectAt = (index: number): Json => {
    const own = Array.from({ length: 4 + draw(kind === 'extending' ? 4 : 10) }, (_, at) => {
      const name = kind === 'extending' ? `m${index}_${at}` : `m${at}`;
      return [name, members[draw(members.length)]?.() ?? {}] as const;
    });
    const tag = kind === 'tagged' ? { object: { enum: [`s${index}`] } } : {};
    return {
      type: 'object',
      properties: { id: text, ...tag, ...Object.fromEntries(own) },
      required: ['id', ...Object.keys(tag)],
    };
  };
  const schemaAt = (index: number): Json =>
    kind === 'extending' && index > 10
      ? { allOf: [{ $ref: `#/components/schemas/s${draw(index)}` }, objectAt(index)] }
      : objectAt(index);
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, index) => [
        `/r${index}`,
        {
          get: {
            responses: { '200': { description: '', content: { 'application/json': { schema: any() } } } },
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: schemas }, (_, index) => [`s${index}`, schemaAt(index)]),
      ),
    },
  };
}

export function withChanges(description: Json, changes: number): Json {
  const { components, ...others } = description as { components: { schemas: Record<string, Json> } };
  const names = Object.keys(components.schemas);
  const changed = new Set(Array.from({ length: changes }, (_, index) => names[(index * 37) % names.length]));
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const written = JSON.stringify(schema)
      .replace('"id":{"type":"string","maxLength":5000}', '"id":{"type":"string","maxLength":40}')
      .replaceAll('["a","b","c"]', '["a","b","d"]');
    return [name, changed.has(name) ? (JSON.parse(written) as Json) : schema];
  });
  return { ...others, components: { schemas: Object.fromEntries(schemas) } };
}

function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}
