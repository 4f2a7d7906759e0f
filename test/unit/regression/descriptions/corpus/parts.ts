import {
  anything,
  each,
  type Form,
  listOf,
  maybe,
  object,
  oneOf,
  row,
  tableOf,
  text,
  yamlOf,
} from '../../../../support/yaml-rows.ts';
import { describing, type Own, postPets, reference } from './describing.ts';
import {
  type At,
  type Change,
  effectsInAnswer,
  effectsInRequest,
  type Json,
  type Pair,
  type Told,
} from './pair.ts';

const verdict = oneOf<Told>('none', 'compatible', 'undecided', 'breaking');
const verdicts: Form<Told | readonly Told[]> = (value, place) =>
  Array.isArray(value) ? listOf(verdict)(value, place) : verdict(value, place);
const at = each<At>({
  operation: maybe(text),
  part: maybe(text),
  pointers: maybe(listOf(text)),
  within: maybe(text),
});
const proof = oneOf<Pair['proof']>('body', 'exchange', 'policy');
const group = each({
  told: each({ consumers: verdicts, providers: verdicts, at: maybe(at), proof: maybe(proof) }),
  of: anything,
  rows: tableOf(row(anything, maybe(anything))),
});

function pairsOf({ told, of, rows }: ReturnType<typeof group>): Pair[] {
  const [around, aroundAfter = around] = [of].flat();
  return Object.entries(rows).map(([name, [before, after = before]]) => ({
    at: told.at,
    proof: told.proof ?? 'exchange',
    consumers: [told.consumers].flat(),
    providers: [told.providers].flat(),
    name,
    before: describing(edited(around, before) as Own),
    after: describing(edited(aroundAfter, after) as Own),
  }));
}

const chapters = Object.entries(yamlOf(new URL('./parts.yaml', import.meta.url), tableOf(listOf(group))));

export const partPairs = chapters.map(([name, groups]) => [name, groups.flatMap(pairsOf)] as const);

function edited(around: unknown, value: unknown): unknown {
  if (around === 'EDIT') return value;
  if (Array.isArray(around)) return around.map((one) => edited(one, value));
  if (typeof around !== 'object' || around === null) return around;
  return Object.fromEntries(Object.entries(around).map(([name, one]) => [name, edited(one, value)]));
}

const tagged = each({ schemas: object, mapping: maybe(tableOf(text)) });
type Tagged = ReturnType<typeof tagged>;

const changes = yamlOf(
  new URL('./tagged.yaml', import.meta.url),
  tableOf(tableOf(row(tagged, maybe(tagged)))),
);

export const taggedPairs: readonly Pair[] = Object.entries(changes).flatMap(([change, rows]) =>
  Object.entries(rows).flatMap(([name, [before, after = before]]) =>
    taggedPairsOf(name, before, after, change.replace(', by policy', '') as Change, {
      proof: change.endsWith('by policy') ? 'policy' : 'body',
    }),
  ),
);

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
