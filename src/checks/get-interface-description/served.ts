import { predicateOf } from '../../http/json.ts';
import { isObject } from '../../schema/json.ts';
import { memoised } from '../../schema/memoised.ts';
import { memberOf } from '../../schema/pointer.ts';
import { fromYaml } from '../../schema/yaml.ts';
import type { Exchange } from '../../trace/exchange.ts';

/** The documents name no format, so OpenAPI, WSDL, API Blueprint and others are all descriptions. */
type Served =
  /** `value` is undefined unless the description is a JSON or YAML object. */
  | { readonly kind: 'description'; readonly value: object | undefined }
  /** `which` continues the sentence "The answer …". */
  | { readonly kind: 'no description'; readonly which: string }
  | { readonly kind: 'unknown' };

export function servedIn(reply: Exchange): Served {
  const { text, headers } = reply;
  const start = text.trimStart().slice(0, 2_000);
  if (start === '') return none('is empty');
  if (start.startsWith('<'))
    return described.test(start) ? description(undefined) : none('is a page, or XML');
  const value = valueIn(reply);
  if (!isObject(value))
    return blueprint.test(start) ? description(undefined) : none(notReadable(reply, start));
  if (Object.keys(value).length === 0) return none('is an empty object');
  if (namesItself(value)) return ofOpenApi(value);
  if (isError(value) || /^application\/problem\+/i.test(headers['content-type'] ?? ''))
    return none('is an error');
  if (isRecord(value)) return none('is the record of a case');
  return namesInterface(value, text) ? description(value) : { kind: 'unknown' };
}

const described =
  /xmlns(:\w+)?\s*=\s*["'](http:\/\/wadl\.dev\.java\.net|http:\/\/schemas\.xmlsoap\.org\/wsdl|http:\/\/www\.w3\.org\/ns\/wsdl)/;

const blueprint = /^FORMAT:\s*1A\b/;

function notReadable({ body }: Exchange, start: string): string {
  const isMeantAsJson = body.kind === 'not-json' && /^[{[]/.test(start);
  return isMeantAsJson ? predicateOf(body) : 'is not an object of JSON or YAML';
}

function description(value: object | undefined): Served {
  return { kind: 'description', value };
}

function none(which: string): Served {
  return { kind: 'no description', which };
}

function namesItself(value: object): boolean {
  return ['openapi', 'swagger'].some((name) => /^\d/.test(String(memberOf(value, name) ?? '')));
}

/** A document without paths may still describe webhooks or schemas (OpenAPI 3.1). */
function ofOpenApi(value: object): Served {
  const paths = membersOf(value, 'paths').filter((path) => !path.startsWith('x-'));
  if (paths.length > 0) return description(value);
  const others = ['webhooks', 'components', 'definitions'].flatMap((name) => membersOf(value, name));
  return others.length > 0 ? { kind: 'unknown' } : none('names no paths');
}

function membersOf(value: object, name: string): string[] {
  const member = memberOf(value, name);
  return isObject(member) ? Object.keys(member) : [];
}

/** Common member names of error bodies. An object with none of them is not an error. */
const ofEveryError = [
  ...['message', 'messages', 'error', 'errors', 'errorMessage', 'errorCode', 'error_description', 'detail'],
  ...['title', 'reason', 'exception', 'fault', 'statusCode', 'status_code', 'code'],
];

/** More names that error bodies may have. An object with only these names may be an error. */
const ofErrors = [
  ...ofEveryError,
  ...['details', 'description', 'trace', 'stack', 'type', 'instance', 'status', 'statusText'],
  ...['success', 'ok', 'data', 'result', 'name', 'timestamp', 'time', 'path', 'url', 'method'],
  ...['requestId', 'request_id', 'traceId', 'trace_id', 'correlationId', 'correlation_id'],
  ...['documentation_url', 'help'],
];

function isError(value: object): boolean {
  const names = Object.keys(value);
  const holdsData = isObject(memberOf(value, 'data')) || isObject(memberOf(value, 'result'));
  return (
    !holdsData &&
    names.every((name) => ofErrors.includes(name)) &&
    names.some((name) => ofEveryError.includes(name))
  );
}

function isRecord(value: object): boolean {
  return ['caseId', 'caseType'].every((name) => typeof memberOf(value, name) === 'string');
}

function namesInterface(value: object, text: string): boolean {
  return memberOf(value, '$schema') !== undefined || /\/api\/v2|\/(cases|clients|org)\b/.test(text);
}

const longestYaml = 2 ** 20;

const valueIn = memoised(
  ({ body, text }: Exchange) => (body.kind === 'json' ? body.value : readFromYaml(text)),
  ({ body }) => body,
);

function readFromYaml(text: string): unknown {
  if (text.length > longestYaml) return undefined;
  try {
    return fromYaml(text);
  } catch {
    return undefined;
  }
}

export function unreadableDescription({ status }: Exchange): string {
  return `GET /api/v2/doc is answered ${status} without a readable description. Serve one there.`;
}
