import { answering, describing, type Own, object, text } from './describing.ts';
import type { Json, Pair, Told } from './pair.ts';

const compatible: readonly Told[] = ['compatible'];
const breaking: readonly Told[] = ['breaking'];
const none: readonly Told[] = ['none'];

const answered = { responses: { '200': answering(object({ 'name!': text })) } };

const withPaths = (before: Json, after: Json) => ({
  before: describing({ paths: before }),
  after: describing({ paths: after }),
  proof: 'exchange' as const,
});

const operations: readonly Pair[] = [
  {
    name: 'an operation is removed',
    ...withPaths({ '/owners': { get: answered, delete: answered } }, { '/owners': { get: answered } }),
    consumers: breaking,
    providers: compatible,
    at: { operation: 'DELETE /owners', part: 'operation' },
  },
  {
    name: 'an operation is added',
    ...withPaths({ '/owners': { get: answered } }, { '/owners': { get: answered, put: answered } }),
    consumers: compatible,
    providers: breaking,
    at: { operation: 'PUT /owners', part: 'operation' },
  },
  {
    name: 'a path is removed',
    ...withPaths({ '/owners': { get: answered } }, {}),
    consumers: breaking,
    providers: compatible,
    at: { operation: 'GET /owners', part: 'operation' },
  },
  {
    name: 'a path is added',
    ...withPaths({}, { '/owners': { get: answered } }),
    consumers: compatible,
    providers: breaking,
    at: { operation: 'GET /owners', part: 'operation' },
  },
  {
    name: 'a path is renamed',
    ...withPaths({ '/owners': { get: answered } }, { '/holders': { get: answered } }),
    consumers: breaking,
    providers: breaking,
    at: { operation: 'GET /owners', part: 'operation' },
  },
  {
    name: 'an operation changes its method',
    ...withPaths({ '/owners': { put: answered } }, { '/owners': { patch: answered } }),
    consumers: breaking,
    providers: breaking,
    at: { operation: 'PATCH /owners', part: 'operation' },
  },
  {
    name: 'a path gets a summary and no operation',
    ...withPaths(
      { '/owners': { get: answered } },
      { '/owners': { summary: 'Owners', get: answered }, '/empty': {} },
    ),
    consumers: none,
    providers: none,
  },
];

const bearer = { type: 'http', scheme: 'bearer' };
const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const oauth = {
  type: 'oauth2',
  flows: {
    clientCredentials: { tokenUrl: 'https://pets.example/token', scopes: { read: 'Read', write: 'Write' } },
  },
};
const schemes = { bearer, key, oauth };

interface SecurityEdit {
  readonly name: string;
  readonly before: readonly Json[];
  readonly after: readonly Json[];
  readonly consumers: readonly Told[];
  readonly providers: readonly Told[];
}

const securityEdits: readonly SecurityEdit[] = [
  {
    name: 'credentials are demanded',
    before: [],
    after: [{ bearer: [] }],
    consumers: breaking,
    providers: compatible,
  },
  {
    name: 'credentials are no longer demanded',
    before: [{ bearer: [] }],
    after: [],
    consumers: compatible,
    providers: breaking,
  },
  {
    name: 'credentials may be left out',
    before: [{ bearer: [] }],
    after: [{ bearer: [] }, {}],
    consumers: compatible,
    providers: breaking,
  },
  {
    name: 'credentials may no longer be left out',
    before: [{}, { bearer: [] }],
    after: [{ bearer: [] }],
    consumers: breaking,
    providers: compatible,
  },
  {
    name: 'an alternative is gone',
    before: [{ bearer: [] }, { key: [] }],
    after: [{ bearer: [] }],
    consumers: breaking,
    providers: compatible,
  },
  {
    name: 'an alternative is new',
    before: [{ bearer: [] }],
    after: [{ bearer: [] }, { key: [] }],
    consumers: compatible,
    providers: breaking,
  },
  {
    name: 'a scope more is demanded',
    before: [{ oauth: ['read'] }],
    after: [{ oauth: ['read', 'write'] }],
    consumers: breaking,
    providers: compatible,
  },
  {
    name: 'a scope less is demanded',
    before: [{ oauth: ['read', 'write'] }],
    after: [{ oauth: ['read'] }],
    consumers: compatible,
    providers: breaking,
  },
  {
    name: 'a second credential is demanded with the first',
    before: [{ bearer: [] }],
    after: [{ bearer: [], key: [] }],
    consumers: breaking,
    providers: ['compatible', 'breaking'],
  },
  {
    name: 'one credential replaces another',
    before: [{ bearer: [] }],
    after: [{ key: [] }],
    consumers: breaking,
    providers: breaking,
  },
];

const secured = (security: readonly Json[]): Own => ({
  components: { securitySchemes: schemes },
  top: { security },
});

const security: readonly Pair[] = [
  ...securityEdits.map(({ name, before, after, consumers, providers }) => ({
    name,
    before: describing(secured(before)),
    after: describing(secured(after)),
    consumers,
    providers,
    at: { part: 'security' },
    proof: 'exchange' as const,
  })),
  {
    name: 'credentials are demanded by one operation',
    ...withPaths(
      { '/owners': { get: { ...answered, security: [] } } },
      { '/owners': { get: { ...answered, security: [{ bearer: [] }] } } },
    ),
    consumers: breaking,
    providers: compatible,
    at: { operation: 'GET /owners', part: 'security' },
  },
  {
    name: 'one operation no longer has an exception from security',
    before: describing({
      ...secured([{ bearer: [] }]),
      paths: { '/owners': { get: { ...answered, security: [] } } },
    }),
    after: describing({ ...secured([{ bearer: [] }]), paths: { '/owners': { get: answered } } }),
    consumers: breaking,
    providers: compatible,
    at: { operation: 'GET /owners', part: 'security' },
    proof: 'exchange',
  },
  {
    name: 'an alternative that another includes is gone',
    before: describing(secured([{ oauth: ['read'] }, { oauth: ['read', 'write'] }])),
    after: describing(secured([{ oauth: ['read'] }])),
    consumers: ['none', 'compatible', 'undecided'],
    providers: ['none', 'compatible', 'undecided'],
    proof: 'exchange',
  },
  {
    name: 'a key is sent in another header',
    before: describing({ components: { securitySchemes: { key } }, top: { security: [{ key: [] }] } }),
    after: describing({
      components: { securitySchemes: { key: { ...key, name: 'X-Token' } } },
      top: { security: [{ key: [] }] },
    }),
    consumers: ['breaking', 'undecided'],
    providers: ['breaking', 'undecided'],
    at: { part: 'security' },
    proof: 'exchange',
  },
  {
    name: 'a security scheme is called otherwise',
    before: describing({
      components: { securitySchemes: { token: bearer } },
      top: { security: [{ token: [] }] },
    }),
    after: describing({ components: { securitySchemes: { bearer } }, top: { security: [{ bearer: [] }] } }),
    consumers: ['none', 'undecided'],
    providers: ['none', 'undecided'],
    proof: 'exchange',
  },
  {
    name: 'a security scheme that nothing uses',
    before: describing({
      components: { securitySchemes: { bearer, key } },
      top: { security: [{ bearer: [] }] },
    }),
    after: describing({ components: { securitySchemes: { bearer } }, top: { security: [{ bearer: [] }] } }),
    consumers: none,
    providers: none,
    proof: 'exchange',
  },
  {
    name: 'security of the whole that each operation overrides',
    before: describing({
      operation: { security: [{ key: [] }], responses: { '200': answering(text) } },
      ...secured([{ bearer: [] }]),
    }),
    after: describing({
      operation: { security: [{ key: [] }], responses: { '200': answering(text) } },
      ...secured([]),
    }),
    consumers: none,
    providers: none,
    proof: 'exchange',
  },
];

/** Edits of which operations there are, and of who may call them. */
export const operationPairs: readonly Pair[] = [...operations, ...security];
