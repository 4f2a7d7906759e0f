import { isJsonObject, type Json, type JsonObject } from '../reference/json.ts';
import type { OperationId } from '../specification/description.ts';
import type { ServiceRequest } from './behaviour.ts';
import { caseNamed, demoClients, knownCases, tokenNamed } from './demo.ts';

/** Tells the requests that a behaviour is about from the others. */
export type Condition = (request: ServiceRequest) => boolean;

/** The operations, told by method and path. */
const forms: Readonly<Record<OperationId, RegExp>> = {
  getCaseData: /^GET \/api\/v2\/cases\/[^/]*\/data$/,
  updateClient: /^PATCH \/api\/v2\/clients\/[^/]*$/,
  createOrganisation: /^POST \/api\/v2\/org$/,
  getOrganisation: /^GET \/api\/v2\/org$/,
  listCases: /^GET \/api\/v2\/cases$/,
  getInterfaceDescription: /^GET \/api\/v2\/doc$/,
};

/** The operations that cannot be called without a token. */
export const wantingToken: readonly OperationId[] = Object.freeze(
  (Object.keys(forms) as OperationId[]).filter((operation) => operation !== 'getInterfaceDescription'),
);

/** Requests of one of the operations. */
export function on(...operations: readonly OperationId[]): Condition {
  return ({ method, path }) => operations.some((operation) => forms[operation].test(`${method} ${path}`));
}

/** Requests of one of the operations, whatever parameters they have. */
export function onAnyQuery(...operations: readonly OperationId[]): Condition {
  return (request) => on(...operations)({ ...request, path: pathOf(request) });
}

/** The path of a request without its query. */
export function pathOf({ path }: Pick<ServiceRequest, 'path'>): string {
  return path.split('?', 1)[0] ?? '';
}

/** The value of a parameter of the query; null where there is none. */
export function parameterIn({ path }: ServiceRequest, name: string): string | null {
  return new URLSearchParams(path.split('?')[1] ?? '').get(name);
}

/** Requests of any operation that wants a token. */
export const guarded: Condition = on(...wantingToken);

/** Requests for the data of one of the cases of these names. */
export function forCase(...names: readonly string[]): Condition {
  const identifiers = names.map(caseNamed);
  return (request) => identifiers.includes(identifierIn(request).toLowerCase());
}

/** Requests for the data of a case of another organisation. */
export const forCaseElsewhere: Condition = forCase('foreign-sale');

/** Requests for the data of a case that does not exist, though its identifier is a UUID. */
export const forAbsentCase: Condition = (request) => {
  const identifier = identifierIn(request).toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(identifier) && !knownCases.includes(identifier);
};

/** Requests for the data of a case by an identifier that is none. */
export const forMalformedCase: Condition = (request) => /[^0-9a-f-]/i.test(identifierIn(request));

/** Requests for the data of a case that do not say which: with an empty segment, or one of blanks and tabs. */
export const forNoCase: Condition = ({ method, path }) =>
  /^GET \/api\/v2\/cases\/(%20|%09)*\/data$/.test(`${method} ${path}`);

/** The same with an empty segment. */
export const forEmptySegment: Condition = ({ path }) => path === '/api/v2/cases//data';

/** Requests by an identifier that is written in capitals. */
export const inCapitals: Condition = (request) => /[A-F]/.test(pathOf(request));

/** Requests for the client that stands at that place in the demo organisation, from 1. */
export function forClient(place: number): Condition {
  return ({ path }) => path === `/api/v2/clients/${demoClients[place - 1]}`;
}

/** Requests with the valid token of that name. */
export function by(name: 'member' | 'restricted' | 'outsider'): Condition {
  const valid = `Bearer ${tokenNamed(name)}`;
  return sends((header) => header === valid);
}

/** Requests without a valid token. */
export const invalid: Condition = (request) =>
  !(['member', 'restricted', 'outsider'] as const).some((name) => by(name)(request));

/** Requests whose Authorization header is as meant. */
export function sends(isMeant: (header: string | undefined) => boolean): Condition {
  return ({ headers }) => isMeant(headers.authorization);
}

/** Requests without an Authorization header. */
export const withoutHeader: Condition = sends((header) => header === undefined);

/** Requests with a token under the scheme Basic. */
export const sendsBasic: Condition = sends((header) => header?.startsWith('Basic ') === true);

/** Requests whose token, under the right scheme, is as meant. */
export function sendsToken(isMeant: (token: string) => boolean): Condition {
  const scheme = 'Bearer ';
  return sends((header) => header?.startsWith(scheme) === true && isMeant(header.slice(scheme.length)));
}

/** The object that the body of a request holds; an empty one where it holds none. */
export function objectIn({ body }: ServiceRequest): JsonObject {
  try {
    const value: Json = JSON.parse(body);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Requests whose body is not JSON. */
export const hasNoJson: Condition = ({ body }) => {
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
};

/** Requests whose body is JSON, but no object. */
export const hasNoObject: Condition = (request) =>
  !hasNoJson(request) && !isJsonObject(JSON.parse(request.body));

/** Requests that meet every condition. */
export function all(...conditions: readonly Condition[]): Condition {
  return (request) => conditions.every((condition) => condition(request));
}

/** Requests that do not meet the condition. */
export function not(condition: Condition): Condition {
  return (request) => !condition(request);
}

/** The case identifier that a request's path carries; empty where there is none. */
export function identifierIn({ path }: ServiceRequest): string {
  return /^\/api\/v2\/cases\/([^/]*)\/data$/.exec(path)?.[1] ?? '';
}
