import type { Additions } from '../api/request.ts';
import { type Forgery, noCredentials } from './forgeries.ts';

interface Place {
  readonly id: string;
  /** Completes "no Authorization header, but a valid token in …". */
  readonly words: string;
  readonly carrying: (token: string) => Additions;
}

function inHeader(name: string, scheme = ''): Place {
  const carrying = (token: string) => ({ headers: { [name]: `${scheme}${token}` } });
  return { id: `header-${name}`, words: `the header ${name}`, carrying };
}

const cookieNames = ['token', 'access_token', 'session', 'jwt', 'Authorization'];

const places: readonly Place[] = [
  ...['access_token', 'token', 'api_token', 'api_key', 'apikey', 'key', 'auth', 'authorization'].map(
    (name) => ({
      id: `query-${name}`,
      words: `the query as ${name}`,
      carrying: (token: string) => ({ query: { [name]: token } }),
    }),
  ),
  {
    id: 'cookie',
    words: 'a cookie',
    carrying: (token) => ({
      headers: { cookie: cookieNames.map((name) => `${name}=${encodeURIComponent(token)}`).join('; ') },
    }),
  },
  ...['x-api-key', 'x-auth-token', 'x-access-token', 'x-token', 'api-key', 'apikey', 'token'].map((name) =>
    inHeader(name),
  ),
  ...['x-authorization', 'proxy-authorization', 'x-forwarded-authorization'].map((name) =>
    inHeader(name, 'Bearer '),
  ),
];

/** Servers limit the size of all headers, so a token longer than this is sent only in the best-known places. */
const maxTokenLength = 200;
const bestKnown = new Set([
  'query-access_token',
  'cookie',
  'header-x-api-key',
  'header-x-auth-token',
  'body',
]);

function at({ id, words, carrying }: Place): Forgery {
  return Object.freeze({
    id: `elsewhere-${id}`,
    title: `no Authorization header, but a valid token in ${words}`,
    authorization: () => undefined,
    additions: carrying,
  });
}

const body: Place = {
  id: 'body',
  words: 'the body',
  carrying: (token) => ({ members: { access_token: token, token, api_key: token } }),
};

export const tokenInBody: Forgery = at(body);

/** Headers in which a proxy says who the caller is, or that the caller is authenticated. */
const vouching = {
  ...each('admin', 'x-forwarded-user', 'x-remote-user', 'remote-user'),
  ...each('admin', 'x-user', 'x-user-id', 'x-auth-user', 'x-webauth-user', 'x-auth-request-user'),
  ...each('admin', 'x-ms-client-principal', 'x-ms-client-principal-name', 'x-ms-client-principal-id'),
  ...each('admin', 'x-goog-authenticated-user-email', 'cf-access-authenticated-user-email'),
  ...each('admin', 'x-amzn-oidc-identity', 'x-consumer-id', 'x-consumer-username', 'x-authenticated-userid'),
  ...each('localhost', 'x-forwarded-host'),
  ...each('127.0.0.1', 'x-forwarded-for', 'x-real-ip', 'x-client-ip', 'true-client-ip'),
  ...each('true', 'x-authenticated', 'x-internal', 'x-admin', 'x-debug'),
  forwarded: 'for=127.0.0.1;host=localhost',
  // A service may let cross-origin requests through before it checks credentials.
  origin: 'https://app.example',
  'user-agent': 'kube-probe/1.31 ELB-HealthChecker/2.0 GoogleHC/1.0',
};

export const roleHeaders = each('admin', 'x-user-role', 'x-role', 'x-user-roles', 'x-roles');

const vouched = withHeaders(
  'vouched',
  'no Authorization header, but headers that vouch for the caller, such as X-Forwarded-For',
  vouching,
);

/**
 * Each forgery has the valid token in one wrong place, except the last: headers that vouch for the caller without a
 * token.
 */
export const misplacedTokens: readonly Forgery[] = Object.freeze([...places.map(at), vouched]);

export const tokenInAllPlaces = together('everywhere', 'the query, a cookie and other headers', places);

/**
 * Sent only if the data is disposable: a service that accepts the request may store the members of the body.
 */
export const tokenInAllPlacesAndBody = together(
  'everywhere-and-body',
  'the query, a cookie, other headers and the body',
  [...places, body],
);

function together(id: string, words: string, all: readonly Place[]): Forgery {
  const carrying = (token: string): Additions => {
    const carried = all
      .filter((place) => token.length <= maxTokenLength || bestKnown.has(place.id))
      .map((place) => place.carrying(token));
    return {
      query: Object.assign({}, ...carried.map(({ query }) => query)),
      headers: Object.assign({}, vouching, ...carried.map(({ headers }) => headers)),
      members: Object.assign({}, ...carried.map(({ members }) => members)),
    };
  };
  return at({ id, words, carrying });
}

/** Whether a value of an answer's header can be sent back. Headers are sent as UTF-8, which would change other bytes. */
export function isVisibleAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesSetIn({ headers }: { readonly headers: Readonly<Record<string, string>> }): string {
  const all = (headers['set-cookie'] ?? '').matchAll(/(?:^|,)\s*([^\s;,=]+=[^;,]*)/g);
  return [...all].flatMap(([, cookie = '']) => (isVisibleAscii(cookie) ? cookie : [])).join('; ');
}

/** The forgery with further cookies, if there are any. */
export function withCookies(forgery: Forgery, cookies: string): Forgery {
  const additions = (token: string): Additions => {
    const own = forgery.additions?.(token) ?? {};
    const cookie = [own.headers?.cookie ?? [], cookies].flat().join('; ');
    return { ...own, headers: { ...own.headers, cookie } };
  };
  return cookies === '' ? forgery : Object.freeze({ ...forgery, additions });
}

export const cookiesAlone = withHeaders(
  'answered-cookies',
  'no Authorization header, but the cookies that an answer set',
  {},
);

const namingMethod = ['x-http-method-override', 'x-http-method', 'x-method-override', 'x-forwarded-method'];
const namingPath = ['x-original-url', 'x-rewrite-url', 'x-forwarded-uri'];

/** Headers that name another method or path: a guard may take the request for one that needs no token. */
export const diverting: Readonly<Record<string, string>> = {
  ...each('OPTIONS', ...namingMethod),
  ...each('/api/v2/doc', ...namingPath),
};

/** Headers that name the path: the service may route the request there after the guard has accepted it. */
export function rewritten(path: string): Forgery {
  const headers = each(path, ...namingPath);
  return withHeaders('rewritten', 'no Authorization header, but headers that name another path', headers);
}

export const patchOverrideHeaders = each('PATCH', ...namingMethod);

export const overriding: Forgery = Object.freeze({
  ...noCredentials,
  id: 'overriding',
  title: 'no Authorization header, but headers and a parameter that name the method PATCH',
  additions: () => ({ query: { _method: 'PATCH' }, headers: patchOverrideHeaders }),
});

/**
 * All forgeries without an Authorization header, except `rewritten`, whose headers depend on the path of the
 * request.
 */
export const forgeriesWithoutAuthorization: readonly Forgery[] = Object.freeze([
  ...misplacedTokens,
  tokenInBody,
  tokenInAllPlaces,
  tokenInAllPlacesAndBody,
  overriding,
  withCookies(cookiesAlone, '<cookies>'),
]);

function each(value: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function withHeaders(id: string, title: string, headers: Readonly<Record<string, string>>): Forgery {
  return Object.freeze({ ...noCredentials, id, title, additions: () => ({ headers }) });
}

export interface OrganisationNames {
  readonly id: string;
  readonly subDomain: string;
}

export function headersNaming({ id, subDomain }: OrganisationNames): Readonly<Record<string, string>> {
  const names = ['organisation', 'organization', 'org', 'tenant'];
  return {
    ...each(id, ...names.map((name) => `x-${name}-id`)),
    ...each(subDomain, ...names.map((name) => `x-${name}`)),
    ...each(`${subDomain}.example`, 'x-forwarded-host', 'x-original-host', 'x-host'),
  };
}

export function parametersNaming({ id, subDomain }: OrganisationNames): Readonly<Record<string, string>> {
  return {
    ...each(id, 'organisationId', 'orgId', 'tenantId'),
    ...each(subDomain, 'organisation', 'organization', 'org', 'tenant', 'subDomain'),
  };
}
