import { answering, describing, type Own, object, text } from './describing.ts';
import { alike, edit, type Json, type Pair, type Told } from './pair.ts';

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
  ...alike(
    { consumers: breaking, providers: compatible, at: { operation: 'DELETE /owners', part: 'operation' } },
    {
      'an operation is removed': withPaths(
        { '/owners': { get: answered, delete: answered } },
        { '/owners': { get: answered } },
      ),
    },
  ),
  ...alike(
    { consumers: compatible, providers: breaking, at: { operation: 'PUT /owners', part: 'operation' } },
    {
      'an operation is added': withPaths(
        { '/owners': { get: answered } },
        { '/owners': { get: answered, put: answered } },
      ),
    },
  ),
  ...alike(
    { consumers: breaking, providers: breaking, at: { operation: 'GET /owners', part: 'operation' } },
    { 'a path is renamed': withPaths({ '/owners': { get: answered } }, { '/holders': { get: answered } }) },
  ),
  ...alike(
    { consumers: none, providers: none },
    {
      'a path gets a summary and no operation': withPaths(
        { '/owners': { get: answered } },
        { '/owners': { summary: 'Owners', get: answered }, '/empty': {} },
      ),
    },
  ),
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
  ...alike(
    { consumers: breaking, providers: compatible },
    {
      'an alternative is gone': edit([{ bearer: [] }, { key: [] }], [{ bearer: [] }]),
      'a scope more is demanded': edit([{ oauth: ['read'] }], [{ oauth: ['read', 'write'] }]),
    },
  ),
  ...alike(
    { consumers: compatible, providers: breaking },
    {
      'credentials are no longer demanded': edit([{ bearer: [] }], []),
      'an alternative is new': edit([{ bearer: [] }], [{ bearer: [] }, { key: [] }]),
      'a scope less is demanded': edit([{ oauth: ['read', 'write'] }], [{ oauth: ['read'] }]),
    },
  ),
  ...alike(
    { consumers: breaking, providers: ['compatible', 'breaking'] },
    { 'a second credential is demanded with the first': edit([{ bearer: [] }], [{ bearer: [], key: [] }]) },
  ),
  ...alike(
    { consumers: breaking, providers: breaking },
    { 'one credential replaces another': edit([{ bearer: [] }], [{ key: [] }]) },
  ),
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
  ...alike(
    { consumers: breaking, providers: compatible, at: { operation: 'GET /owners', part: 'security' } },
    {
      'credentials are demanded by one operation': withPaths(
        { '/owners': { get: { ...answered, security: [] } } },
        { '/owners': { get: { ...answered, security: [{ bearer: [] }] } } },
      ),
    },
  ),
  ...alike(
    {
      consumers: breaking,
      providers: compatible,
      at: { operation: 'GET /owners', part: 'security' },
      proof: 'exchange',
    },
    {
      'one operation no longer has an exception from security': edit(
        describing({
          ...secured([{ bearer: [] }]),
          paths: { '/owners': { get: { ...answered, security: [] } } },
        }),
        describing({ ...secured([{ bearer: [] }]), paths: { '/owners': { get: answered } } }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['none', 'compatible', 'undecided'],
      providers: ['none', 'compatible', 'undecided'],
      proof: 'exchange',
    },
    {
      'an alternative that another includes is gone': edit(
        describing(secured([{ oauth: ['read'] }, { oauth: ['read', 'write'] }])),
        describing(secured([{ oauth: ['read'] }])),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['breaking', 'undecided'],
      providers: ['breaking', 'undecided'],
      at: { part: 'security' },
      proof: 'exchange',
    },
    {
      'a key is sent in another header': edit(
        describing({ components: { securitySchemes: { key } }, top: { security: [{ key: [] }] } }),
        describing({
          components: { securitySchemes: { key: { ...key, name: 'X-Token' } } },
          top: { security: [{ key: [] }] },
        }),
      ),
    },
  ),
];

export const operationPairs: readonly Pair[] = [...operations, ...security];
