import { answering, choice, describing, integer, json, object, postPets, text } from './describing.ts';
import { alike, edit, type Json, type Pair, type Told } from './pair.ts';

const pet = object({ 'name!': text });
const error = object({ 'message!': text });

const responses = (before: Json, after: Json) => ({
  before: describing({ operation: { responses: before } }),
  after: describing({ operation: { responses: after } }),
  proof: 'exchange' as const,
});

const compatible: readonly Told[] = ['compatible'];
const undecided: readonly Told[] = ['undecided'];
const breaking: readonly Told[] = ['breaking'];
/** A change that breaks nobody for certain: a provider that never used it goes on as before. */
const notBreaking: readonly Told[] = ['undecided', 'compatible'];
const anything: readonly Told[] = ['undecided', 'compatible', 'breaking'];

const ok = { '200': answering(pet) };

const statuses: readonly Pair[] = [
  ...alike(
    { consumers: compatible, providers: undecided, at: { operation: postPets, part: 'response 404' } },
    { 'a refusal is no longer described': responses({ ...ok, '404': answering(error) }, ok) },
  ),
  ...alike(
    { consumers: compatible, providers: undecided, at: { operation: postPets, part: 'response 409' } },
    { 'another refusal is described': responses(ok, { ...ok, '409': answering(error) }) },
  ),
  ...alike(
    { consumers: breaking, providers: breaking, at: { operation: postPets } },
    { 'a success changes its status': responses({ '200': answering(pet) }, { '201': answering(pet) }) },
  ),
  ...alike(
    { consumers: breaking, providers: compatible },
    { 'one success becomes every success': responses(ok, { '2XX': answering(pet) }) },
  ),
  ...alike(
    { consumers: compatible, providers: breaking, at: { operation: postPets } },
    { 'every success becomes one success': responses({ '2XX': answering(pet) }, ok) },
  ),
  ...alike(
    { consumers: ['none'], providers: ['none'] },
    {
      'a refusal falls to the default, which is the same': responses(
        { ...ok, '404': answering(error), default: answering(error) },
        { ...ok, default: answering(error) },
      ),
    },
  ),
  ...alike(
    { consumers: notBreaking, providers: notBreaking, at: { operation: postPets } },
    { 'a default is described': responses(ok, { ...ok, default: answering(error) }) },
  ),
];

const xml = { 'application/xml': { schema: pet } };
const body = (content: Json): Json => ({ '200': { description: 'A pet', content } });

const requests = (before: Json, after: Json) => ({
  before: describing({ operation: { responses: ok, requestBody: { required: true, content: before } } }),
  after: describing({ operation: { responses: ok, requestBody: { required: true, content: after } } }),
  proof: 'exchange' as const,
});

const mediaTypes: readonly Pair[] = [
  ...alike(
    { consumers: breaking, providers: anything, at: { operation: postPets, part: 'response 200' } },
    { 'an answer loses a media type': responses(body({ ...json(pet), ...xml }), body(json(pet))) },
  ),
  ...alike(
    { consumers: undecided, providers: notBreaking, at: { operation: postPets, part: 'response 200' } },
    { 'an answer gets a media type': responses(body(json(pet)), body({ ...json(pet), ...xml })) },
  ),
  ...alike(
    { consumers: breaking, providers: compatible, at: { operation: postPets, part: 'request body' } },
    { 'a request loses a media type': requests({ ...json(pet), ...xml }, json(pet)) },
  ),
  ...alike(
    { consumers: compatible, providers: breaking, at: { operation: postPets, part: 'request body' } },
    { 'a request gets a media type': requests(json(pet), { ...json(pet), ...xml }) },
  ),
  ...alike(
    {
      consumers: breaking,
      providers: compatible,
      at: { operation: postPets, part: 'response 200', pointers: [''] },
      proof: 'body',
    },
    { 'a media type loses its schema': responses(body(json(pet)), body({ 'application/json': {} })) },
  ),
  ...alike(
    {
      consumers: compatible,
      providers: breaking,
      at: { operation: postPets, part: 'response 200', pointers: [''] },
      proof: 'body',
    },
    { 'a media type gets a schema': responses(body({ 'application/json': {} }), body(json(pet))) },
  ),
];

const withHeaders = (before: Json, after: Json) =>
  responses({ '200': answering(pet, { headers: before }) }, { '200': answering(pet, { headers: after }) });
const rate = { required: true, schema: integer };
const atRate = { operation: postPets, part: 'header X-Rate of response 200' };

const headers: readonly Pair[] = [
  ...alike(
    { consumers: breaking, providers: compatible, at: atRate },
    {
      'a required header is removed': withHeaders({ 'X-Rate': rate }, {}),
      'a required header becomes optional': withHeaders(
        { 'X-Rate': rate },
        { 'X-Rate': { schema: integer } },
      ),
    },
  ),
  ...alike(
    { consumers: compatible, providers: compatible, at: atRate },
    { 'an optional header is removed': withHeaders({ 'X-Rate': { schema: integer } }, {}) },
  ),
  ...alike(
    { consumers: compatible, providers: notBreaking, at: atRate },
    { 'an optional header is added': withHeaders({}, { 'X-Rate': { schema: integer } }) },
  ),
  ...alike(
    { consumers: compatible, providers: anything, at: atRate },
    { 'a required header is added': withHeaders({}, { 'X-Rate': rate }) },
  ),
  ...alike(
    { consumers: breaking, providers: breaking, at: atRate },
    {
      'a header changes its type': withHeaders(
        { 'X-Rate': { required: true, schema: choice('low', 'high') } },
        { 'X-Rate': rate },
      ),
    },
  ),
  ...alike(
    { proof: 'exchange', consumers: compatible, providers: breaking, at: atRate },
    {
      'a header in components has one value less': edit(
        describing({
          operation: {
            responses: {
              '200': answering(pet, { headers: { 'X-Rate': { $ref: '#/components/headers/Rate' } } }),
            },
          },
          components: { headers: { Rate: { schema: choice('low', 'high') } } },
        }),
        describing({
          operation: {
            responses: {
              '200': answering(pet, { headers: { 'X-Rate': { $ref: '#/components/headers/Rate' } } }),
            },
          },
          components: { headers: { Rate: { schema: choice('low') } } },
        }),
      ),
    },
  ),
];

export const answerPairs: readonly Pair[] = [...statuses, ...mediaTypes, ...headers];
