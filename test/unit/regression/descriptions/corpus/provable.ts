import { describing, integer, json, number, object, text } from './describing.ts';
import { alike, edit, type Json, type Pair } from './pair.ts';
import { editsOf, inAnswersAndRequests, property } from './places.ts';

const kind = (index: number): Json => object({ 'kind!': { const: `k${index}` }, 'size!': integer });
const kinds = Array.from({ length: 202 }, (_, index) => kind(index));
const steps = Array.from({ length: 202 }, (_, index) => ({ ...integer, multipleOf: index + 1_000 }));

const many = Array.from({ length: 12 }, (_, index) => object({ [`m${index}!`]: integer }));

const excess = [
  ...alike(
    { change: 'crossed' },
    { 'oneOf of a dozen objects loses the eighth': edit({ oneOf: many }, { oneOf: many.toSpliced(7, 1) }) },
  ),

  ...alike(
    { change: 'narrower, proven' },
    {
      'one of 202 branches is removed': edit({ oneOf: kinds }, { oneOf: kinds.toSpliced(137, 1) }),
      'one of 202 kinds of numbers is removed': edit({ anyOf: steps }, { anyOf: steps.toSpliced(137, 1) }),
      'a member of one of 202 branches is limited': edit(
        { anyOf: kinds },
        {
          anyOf: kinds.with(137, object({ 'kind!': { const: 'k137' }, 'size!': { ...integer, minimum: 1 } })),
        },
      ),
    },
  ),
  ...alike(
    { change: 'wider, proven' },
    { 'a branch is added to 202': edit({ oneOf: kinds }, { oneOf: [...kinds, kind(500)] }) },
  ),
];

const thing = (mark: Json) => {
  const body = object({ 'id!': { ...text, ...mark }, name: text });
  return describing({ openapi: '3.0.3', request: body, answer: body });
};
const marked = (name: string, before: Json, after: Json) => ({
  ...{ name, before: thing(before), after: thing(after), proof: 'exchange' as const },
});

/** In OpenAPI 3.0, a `readOnly` member is required only in answers. A change of `readOnly` itself is undecided. */
const marks: readonly Pair[] = [
  {
    ...marked('a required member is no longer readOnly', { readOnly: true }, {}),
    ...{ consumers: ['breaking'], providers: ['undecided'], at: { part: 'request body', pointers: ['/id'] } },
  },
  {
    ...marked('a required member is no longer writeOnly', { writeOnly: true }, {}),
    ...{ consumers: ['undecided'], providers: ['breaking'], at: { part: 'response 200', pointers: ['/id'] } },
  },
];

const webhookOf = (schema: Json): Json => ({
  webhooks: { changed: { post: { requestBody: { content: json(schema) } } } },
});
const webhook = webhookOf(text);
const webhooks: readonly Pair[] = [
  {
    name: 'the body of a webhook changes',
    ...{ before: describing({ top: webhook }), after: describing({ top: webhookOf(number) }) },
    ...{ consumers: ['breaking'], providers: ['breaking'], at: { part: 'request body' }, proof: 'exchange' },
  },
  {
    name: 'a webhook is no longer described',
    ...{ before: describing({ top: webhook }), after: describing({}) },
    ...{ consumers: ['breaking'], providers: ['breaking'], at: { part: 'webhook' }, proof: 'exchange' },
  },
  {
    name: 'a webhook is described',
    ...{ before: describing({}), after: describing({ top: webhook }) },
    ...{ consumers: ['compatible'], providers: ['undecided'], at: { part: 'webhook' }, proof: 'exchange' },
  },
];

export const provablePairs: readonly Pair[] = [
  ...inAnswersAndRequests([...editsOf('provable'), ...excess.map((one) => ({ ...one, places: [property] }))]),
  ...marks,
  ...webhooks,
];
