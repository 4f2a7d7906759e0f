import { answering, choice, describing, integer, json, number, object, text } from './describing.ts';
import { alike, edit, type Json, type Pair, type Told } from './pair.ts';

const compatible: readonly Told[] = ['compatible'];
const undecided: readonly Told[] = ['undecided'];
const breaking: readonly Told[] = ['breaking'];

const operation = 'GET /pets/{id}';
const id = { name: 'id', in: 'path', required: true, schema: text };

const withParameters = (...parameters: readonly Json[]): Json =>
  describing({
    paths: { '/pets/{id}': { get: { parameters, responses: { '200': answering(text) } } } },
  });

const limit = (more: Json): Json => ({ name: 'limit', in: 'query', ...more });

interface ParameterEdit {
  readonly name: string;
  readonly before: readonly Json[];
  readonly after: readonly Json[];
  readonly consumers: readonly Told[];
  readonly providers: readonly Told[];
  readonly part?: string;
}

const edits: readonly ParameterEdit[] = [
  ...alike(
    { consumers: breaking, providers: ['compatible', 'undecided'], part: 'parameter limit' },
    { 'a required parameter is added': edit([id], [id, limit({ required: true, schema: integer })]) },
  ),
  ...alike(
    { consumers: compatible, providers: undecided, part: 'parameter limit' },
    { 'an optional parameter is added': edit([id], [id, limit({ schema: integer })]) },
  ),
  ...alike(
    { consumers: breaking, providers: compatible, part: 'parameter limit' },
    {
      'a parameter in the query has a lower maximum': edit(
        [id, limit({ schema: { ...integer, maximum: 100 } })],
        [id, limit({ schema: { ...integer, maximum: 50 } })],
      ),
      'a parameter with two places of the same name changes in one': edit(
        [id, limit({ schema: integer }), { name: 'limit', in: 'header', schema: text }],
        [id, limit({ schema: integer }), { name: 'limit', in: 'header', schema: choice('1') }],
      ),
    },
  ),
  ...alike(
    { consumers: compatible, providers: ['breaking', 'undecided'], part: 'parameter limit' },
    {
      'a parameter is no longer required': edit(
        [id, limit({ required: true, schema: integer })],
        [id, limit({ schema: integer })],
      ),
    },
  ),
  ...alike(
    { consumers: undecided, providers: compatible, part: 'parameter limit' },
    { 'an optional parameter is removed': edit([id, limit({ schema: integer })], [id]) },
  ),
  ...alike(
    { consumers: breaking, providers: ['compatible', 'undecided', 'breaking'], part: 'parameter count' },
    {
      'a required parameter is renamed': edit(
        [id, limit({ required: true, schema: integer })],
        [id, { name: 'count', in: 'query', required: true, schema: integer }],
      ),
    },
  ),
  ...alike(
    { consumers: compatible, providers: breaking, part: 'parameter limit' },
    {
      'a parameter in the query may be a fraction': edit(
        [id, limit({ schema: integer })],
        [id, limit({ schema: number })],
      ),
      'a parameter in the query may be any text, and was a whole number': edit(
        [id, limit({ schema: integer })],
        [id, limit({ schema: text })],
      ),
    },
  ),
  ...alike(
    { consumers: breaking, providers: compatible, part: 'parameter id' },
    {
      'a parameter of the path must be a whole number, and was any text': edit(
        [id],
        [{ ...id, schema: integer }],
      ),
      'a parameter of the path gets a format': edit([id], [{ ...id, schema: { ...text, format: 'uuid' } }]),
      'a parameter of the path gets a tighter pattern': edit(
        [{ ...id, schema: { ...text, pattern: '^[A-Z]{1,3}[0-9]+$' } }],
        [{ ...id, schema: { ...text, pattern: '^[A-Z]{3}[0-9]+$' } }],
      ),
    },
  ),
  ...alike(
    { consumers: ['breaking', 'undecided'], providers: breaking, part: 'parameter limit' },
    {
      'a parameter in the query may be a short text, and was a whole number': edit(
        [id, limit({ schema: integer })],
        [id, limit({ schema: { ...text, maxLength: 2 } })],
      ),
    },
  ),
  ...alike(
    { consumers: compatible, providers: breaking, part: 'parameter X-Trace' },
    {
      'a parameter in a header is longer': edit(
        [id, { name: 'X-Trace', in: 'header', schema: { ...text, minLength: 1, maxLength: 8 } }],
        [id, { name: 'X-Trace', in: 'header', schema: { ...text, minLength: 1, maxLength: 16 } }],
      ),
    },
  ),
  ...alike(
    { consumers: breaking, providers: compatible, part: 'parameter X-Trace' },
    {
      'a parameter in a header becomes required': edit(
        [id, { name: 'X-Trace', in: 'header', schema: text }],
        [id, { name: 'X-Trace', in: 'header', required: true, schema: text }],
      ),
    },
  ),
  ...alike(
    { consumers: ['undecided', 'breaking'], providers: ['undecided', 'breaking'], part: 'parameter limit' },
    {
      'a list in the query is written otherwise': edit(
        [id, limit({ schema: { type: 'array', items: text } })],
        [id, limit({ schema: { type: 'array', items: text }, explode: false })],
      ),
    },
  ),
  ...['label', 'matrix'].map((style) => ({
    name: `a parameter of the path gets the style ${style}`,
    before: [id],
    after: [{ ...id, style }],
    consumers: breaking,
    providers: breaking,
    part: 'parameter id',
  })),
  ...alike(
    { consumers: ['none'], providers: ['none'] },
    {
      'a single value of the style label is exploded': edit(
        [{ ...id, style: 'label' }],
        [{ ...id, style: 'label', explode: true }],
      ),
    },
  ),
];

const pet = object({ 'name!': text });
const requestOf = (requestBody?: Json): Json =>
  describing({
    paths: {
      '/owners': { post: { ...(requestBody && { requestBody }), responses: { '200': answering(text) } } },
    },
  });
const atBody = { operation: 'POST /owners', part: 'request body' };

const requestBodies: readonly Pair[] = [
  ...alike(
    { consumers: breaking, providers: compatible, at: atBody, proof: 'exchange' },
    {
      'a request body becomes required': edit(
        requestOf({ content: json(pet) }),
        requestOf({ required: true, content: json(pet) }),
      ),
    },
  ),
  ...alike(
    { consumers: compatible, providers: breaking, at: atBody, proof: 'exchange' },
    {
      'a request body is no longer required': edit(
        requestOf({ required: true, content: json(pet) }),
        requestOf({ content: json(pet) }),
      ),
    },
  ),
  ...alike(
    { consumers: compatible, providers: undecided, at: atBody, proof: 'exchange' },
    { 'an optional request body is described': edit(requestOf(), requestOf({ content: json(pet) })) },
  ),
  ...alike(
    { consumers: breaking, providers: ['compatible', 'undecided'], at: atBody, proof: 'exchange' },
    {
      'a required request body is described': edit(
        requestOf(),
        requestOf({ required: true, content: json(pet) }),
      ),
    },
  ),
  ...alike(
    { consumers: undecided, providers: compatible, at: atBody, proof: 'exchange' },
    {
      'an optional request body is no longer described': edit(requestOf({ content: json(pet) }), requestOf()),
    },
  ),
];

const overridden = (schema: Json): Json =>
  describing({
    paths: {
      '/pets/{id}': {
        parameters: [id, limit({ schema })],
        get: { parameters: [limit({ schema: integer })], responses: { '200': answering(text) } },
      },
    },
  });

const overriddenPair: Pair = {
  name: 'a parameter of a path changes that its operation overrides',
  before: overridden(text),
  after: overridden(number),
  ...{ consumers: ['none'], providers: ['none'], proof: 'exchange' },
};

export const parameterPairs: readonly Pair[] = [
  ...edits.map(({ name, before, after, consumers, providers, part }) => ({
    name,
    before: withParameters(...before),
    after: withParameters(...after),
    consumers,
    providers,
    proof: 'exchange' as const,
    ...(part !== undefined && { at: { operation, part } }),
  })),
  overriddenPair,
  ...requestBodies,
];
