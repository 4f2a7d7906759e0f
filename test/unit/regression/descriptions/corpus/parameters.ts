import { answering, choice, describing, integer, json, number, object, text } from './describing.ts';
import type { Json, Pair, Told } from './pair.ts';

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
  {
    name: 'a required parameter is added',
    before: [id],
    after: [id, limit({ required: true, schema: integer })],
    consumers: breaking,
    providers: ['compatible', 'undecided'],
    part: 'parameter limit',
  },
  {
    name: 'an optional parameter is added',
    before: [id],
    after: [id, limit({ schema: integer })],
    consumers: compatible,
    providers: undecided,
    part: 'parameter limit',
  },
  {
    name: 'a parameter becomes required',
    before: [id, limit({ schema: integer })],
    after: [id, limit({ required: true, schema: integer })],
    consumers: breaking,
    providers: compatible,
    part: 'parameter limit',
  },
  {
    name: 'a parameter is no longer required',
    before: [id, limit({ required: true, schema: integer })],
    after: [id, limit({ schema: integer })],
    consumers: compatible,
    providers: ['breaking', 'undecided'],
    part: 'parameter limit',
  },
  {
    name: 'an optional parameter is removed',
    before: [id, limit({ schema: integer })],
    after: [id],
    consumers: undecided,
    providers: compatible,
    part: 'parameter limit',
  },
  {
    name: 'a required parameter is removed',
    before: [id, limit({ required: true, schema: integer })],
    after: [id],
    consumers: undecided,
    providers: ['compatible', 'undecided', 'breaking'],
    part: 'parameter limit',
  },
  {
    name: 'a required parameter is renamed',
    before: [id, limit({ required: true, schema: integer })],
    after: [id, { name: 'count', in: 'query', required: true, schema: integer }],
    consumers: breaking,
    providers: ['compatible', 'undecided', 'breaking'],
    part: 'parameter count',
  },
  {
    name: 'a required parameter moves into the headers',
    before: [id, limit({ required: true, schema: integer })],
    after: [id, { name: 'limit', in: 'header', required: true, schema: integer }],
    consumers: breaking,
    providers: ['compatible', 'undecided', 'breaking'],
    part: 'parameter limit',
  },
  {
    name: 'a parameter in the query has a lower maximum',
    before: [id, limit({ schema: { ...integer, maximum: 100 } })],
    after: [id, limit({ schema: { ...integer, maximum: 50 } })],
    consumers: breaking,
    providers: compatible,
    part: 'parameter limit',
  },
  {
    name: 'a parameter in the query has one value more',
    before: [id, limit({ schema: choice('few', 'many') })],
    after: [id, limit({ schema: choice('few', 'many', 'all') })],
    consumers: compatible,
    providers: breaking,
    part: 'parameter limit',
  },
  {
    name: 'a parameter in the query has one value less',
    before: [id, limit({ schema: choice('few', 'many') })],
    after: [id, limit({ schema: choice('few') })],
    consumers: breaking,
    providers: compatible,
    part: 'parameter limit',
  },
  {
    name: 'a parameter in the query may be a fraction',
    before: [id, limit({ schema: integer })],
    after: [id, limit({ schema: number })],
    consumers: compatible,
    providers: breaking,
    part: 'parameter limit',
  },
  {
    name: 'a parameter of the path must be a whole number, and was any text',
    before: [id],
    after: [{ ...id, schema: integer }],
    consumers: breaking,
    providers: compatible,
    part: 'parameter id',
  },
  {
    name: 'a parameter in the query may be any text, and was a whole number',
    before: [id, limit({ schema: integer })],
    after: [id, limit({ schema: text })],
    consumers: compatible,
    providers: breaking,
    part: 'parameter limit',
  },
  {
    name: 'a parameter in the query may be a short text, and was a whole number',
    before: [id, limit({ schema: integer })],
    after: [id, limit({ schema: { ...text, maxLength: 2 } })],
    consumers: ['breaking', 'undecided'],
    providers: breaking,
    part: 'parameter limit',
  },
  {
    name: 'a parameter of the path gets a format',
    before: [id],
    after: [{ ...id, schema: { ...text, format: 'uuid' } }],
    consumers: breaking,
    providers: compatible,
    part: 'parameter id',
  },
  {
    name: 'a parameter of the path gets a tighter pattern',
    before: [{ ...id, schema: { ...text, pattern: '^[A-Z]{1,3}[0-9]+$' } }],
    after: [{ ...id, schema: { ...text, pattern: '^[A-Z]{3}[0-9]+$' } }],
    consumers: breaking,
    providers: compatible,
    part: 'parameter id',
  },
  {
    name: 'a parameter in a header is longer',
    before: [id, { name: 'X-Trace', in: 'header', schema: { ...text, minLength: 1, maxLength: 8 } }],
    after: [id, { name: 'X-Trace', in: 'header', schema: { ...text, minLength: 1, maxLength: 16 } }],
    consumers: compatible,
    providers: breaking,
    part: 'parameter X-Trace',
  },
  {
    name: 'a parameter in a header becomes required',
    before: [id, { name: 'X-Trace', in: 'header', schema: text }],
    after: [id, { name: 'X-Trace', in: 'header', required: true, schema: text }],
    consumers: breaking,
    providers: compatible,
    part: 'parameter X-Trace',
  },
  {
    name: 'a parameter with two places of the same name changes in one',
    before: [id, limit({ schema: integer }), { name: 'limit', in: 'header', schema: text }],
    after: [id, limit({ schema: integer }), { name: 'limit', in: 'header', schema: choice('1') }],
    consumers: breaking,
    providers: compatible,
    part: 'parameter limit',
  },
  {
    name: 'a list in the query is written otherwise',
    before: [id, limit({ schema: { type: 'array', items: text } })],
    after: [id, limit({ schema: { type: 'array', items: text }, explode: false })],
    consumers: ['undecided', 'breaking'],
    providers: ['undecided', 'breaking'],
    part: 'parameter limit',
  },
  ...['label', 'matrix'].map((style) => ({
    name: `a parameter of the path gets the style ${style}`,
    before: [id],
    after: [{ ...id, style }],
    consumers: breaking,
    providers: breaking,
    part: 'parameter id',
  })),
  {
    name: 'a single value of the style label is exploded',
    before: [{ ...id, style: 'label' }],
    after: [{ ...id, style: 'label', explode: true }],
    consumers: ['none'],
    providers: ['none'],
  },
  {
    name: 'a parameter states the style that it has',
    before: [id, limit({ schema: integer })],
    after: [id, limit({ schema: integer, style: 'form', explode: true, required: false })],
    consumers: ['none'],
    providers: ['none'],
  },
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
  {
    name: 'a request body becomes required',
    before: requestOf({ content: json(pet) }),
    after: requestOf({ required: true, content: json(pet) }),
    consumers: breaking,
    providers: compatible,
    at: atBody,
    proof: 'exchange',
  },
  {
    name: 'a request body is no longer required',
    before: requestOf({ required: true, content: json(pet) }),
    after: requestOf({ content: json(pet) }),
    consumers: compatible,
    providers: breaking,
    at: atBody,
    proof: 'exchange',
  },
  {
    name: 'an optional request body is described',
    before: requestOf(),
    after: requestOf({ content: json(pet) }),
    consumers: compatible,
    providers: undecided,
    at: atBody,
    proof: 'exchange',
  },
  {
    name: 'a required request body is described',
    before: requestOf(),
    after: requestOf({ required: true, content: json(pet) }),
    consumers: breaking,
    providers: ['compatible', 'undecided'],
    at: atBody,
    proof: 'exchange',
  },
  {
    name: 'an optional request body is no longer described',
    before: requestOf({ content: json(pet) }),
    after: requestOf(),
    consumers: undecided,
    providers: compatible,
    at: atBody,
    proof: 'exchange',
  },
  {
    name: 'a request body states that it is optional',
    before: requestOf({ content: json(pet) }),
    after: requestOf({ required: false, content: json(pet) }),
    consumers: ['none'],
    providers: ['none'],
    proof: 'exchange',
  },
];

/** The parameter of a path, and of its operation, which takes its place. */
const inherited = (ofPath: readonly Json[], ofOperation: readonly Json[]): Json =>
  describing({
    paths: {
      '/pets/{id}': {
        parameters: [id, ...ofPath],
        get: { parameters: ofOperation, responses: { '200': answering(text) } },
      },
    },
  });

const pathParameters: readonly Pair[] = [
  {
    name: 'a parameter of a path changes that its operation overrides',
    before: inherited([limit({ schema: text })], [limit({ schema: integer })]),
    after: inherited([limit({ schema: number })], [limit({ schema: integer })]),
    consumers: ['none'],
    providers: ['none'],
    proof: 'exchange',
  },
  {
    name: 'a parameter of a path has one value less',
    before: inherited([limit({ schema: choice('few', 'many') })], []),
    after: inherited([limit({ schema: choice('few') })], []),
    consumers: breaking,
    providers: compatible,
    at: { operation, part: 'parameter limit' },
    proof: 'exchange',
  },
];

/** Edits of what a request has beside the schema of its body. */
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
  ...pathParameters,
  ...requestBodies,
];
