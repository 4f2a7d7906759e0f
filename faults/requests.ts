import { isJsonObject, type Json, type JsonObject } from '../src/reference/json.ts';
import type { OperationId } from '../src/specification/description.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { caseNamed, demoClients, knownCases, tokenNamed } from './demo.ts';

export type Condition = (request: ServiceRequest) => boolean;

const forms: Readonly<Record<OperationId, RegExp>> = {
  getCaseData: /^GET \/api\/v2\/cases\/[^/]*\/data$/,
  updateClient: /^PATCH \/api\/v2\/clients\/[^/]*$/,
  createOrganisation: /^POST \/api\/v2\/org$/,
  getOrganisation: /^GET \/api\/v2\/org$/,
  listCases: /^GET \/api\/v2\/cases$/,
  getInterfaceDescription: /^GET \/api\/v2\/doc$/,
};

export const operationsNeedingToken: readonly OperationId[] = Object.freeze(
  (Object.keys(forms) as OperationId[]).filter((operation) => operation !== 'getInterfaceDescription'),
);

export function on(...operations: readonly OperationId[]): Condition {
  return (request) =>
    operations.some((operation) => forms[operation].test(`${request.method} ${pathOf(request)}`));
}

export function pathOf({ path }: Pick<ServiceRequest, 'path'>): string {
  return path.split('?', 1)[0] ?? '';
}

/** Requests with this value of a parameter in their query. */
export function parameter(name: string, value: string): Condition {
  return ({ path }) => new URLSearchParams(path.split('?')[1] ?? '').get(name) === value;
}

export const guarded: Condition = on(...operationsNeedingToken);

export function forCase(...names: readonly string[]): Condition {
  const identifiers = names.map(caseNamed);
  return (request) => identifiers.includes(identifierIn(request).toLowerCase());
}

export const forForeignCase: Condition = forCase('foreign-sale');

/** Requests for a case with a UUID that does not exist. */
export const forAbsentCase: Condition = (request) => {
  const identifier = identifierIn(request).toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(identifier) && !knownCases.includes(identifier);
};

/** Requests for a case whose identifier is not a UUID. */
export const forMalformedCase: Condition = (request) => /[^0-9a-f-]/i.test(identifierIn(request));

/** Requests for a case without an identifier: its segment is empty, or has only spaces and tabs. */
export const forNoCase: Condition = ({ method, path }) =>
  /^GET \/api\/v2\/cases\/(%20|%09)*\/data$/.test(`${method} ${path}`);

export const forEmptySegment: Condition = ({ path }) => path === '/api/v2/cases//data';

export const inCapitals: Condition = (request) => /[A-F]/.test(pathOf(request));

export function forClient(place: number): Condition {
  return ({ path }) => path === `/api/v2/clients/${demoClients[place - 1]}`;
}

/** Requests that a caller sends: of any operation, or only of these. */
export function by(
  name: 'member' | 'restricted' | 'outsider',
  ...operations: readonly OperationId[]
): Condition {
  const isSender = sendsHeader(`Bearer ${tokenNamed(name)}`);
  return operations.length === 0 ? isSender : all(on(...operations), isSender);
}

export const invalid: Condition = (request) =>
  !(['member', 'restricted', 'outsider'] as const).some((name) => by(name)(request));

export function sendsHeader(header: string | undefined): Condition {
  return ({ headers }) => headers.authorization === header;
}

export const withoutHeader: Condition = sendsHeader(undefined);

export function header(name: string, value: string): Condition {
  return ({ headers }) => headers[name] === value;
}

export function sendsToken(form: RegExp): Condition {
  const scheme = 'Bearer ';
  return ({ headers: { authorization = '' } }) =>
    authorization.startsWith(scheme) && form.test(authorization.slice(scheme.length));
}

/**
 * Replaces the client of a request by this record (JSON). The method STORE exists only between a behaviour and the
 * reference.
 * @throws {Error} if another behaviour answers instead
 */
export async function stored(
  reference: (request: ServiceRequest) => Promise<ServiceAnswer>,
  request: ServiceRequest,
  record: string,
): Promise<ServiceAnswer> {
  const answer = await reference({ ...request, method: 'STORE', body: record });
  if (answer.status !== 200) throw new Error(`The client was not stored: ${answer.status} ${request.path}`);
  return answer;
}

export const isStoring: Condition = ({ method }) => method === 'STORE';

export function objectIn({ body }: ServiceRequest): JsonObject {
  try {
    const value: Json = JSON.parse(body);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

export const hasNoJson: Condition = ({ body }) => {
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
};

export const hasNoObject: Condition = (request) =>
  !hasNoJson(request) && !isJsonObject(JSON.parse(request.body));

export function all(...conditions: readonly Condition[]): Condition {
  return (request) => conditions.every((condition) => condition(request));
}

export function not(condition: Condition): Condition {
  return (request) => !condition(request);
}

export function identifierIn(request: ServiceRequest): string {
  return /^\/api\/v2\/cases\/([^/]*)\/data$/.exec(pathOf(request))?.[1] ?? '';
}
