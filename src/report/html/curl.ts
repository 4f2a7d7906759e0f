import { type Forgery, forgeriesOfFamilies } from '../../harness/forgeries.ts';
import { tenantClaimed, tenantQueried } from '../../harness/spellings.ts';
import {
  forgeriesWithoutAuthorization,
  headersNaming,
  parametersNaming,
} from '../../harness/token-places.ts';
import type { Redacted } from '../../http/redact.ts';
import { type Evidence, notJson } from '../../trace/evidence.ts';
import { shellWord } from '../commands.ts';
import { printableJson } from '../printable.ts';

/** `${NAME}` instead of `$NAME`, since a letter may follow. */
function inBraces(name: string): string {
  return `\${${name}}`;
}

const variables: Readonly<Record<string, string>> = {
  member: inBraces('CASE_API_TOKEN'),
  restricted: inBraces('CASE_API_RESTRICTED'),
  outsider: inBraces('CASE_API_OUTSIDER'),
};

const forgeries: ReadonlyMap<string, Forgery> = new Map(
  [...forgeriesOfFamilies, ...forgeriesWithoutAuthorization].map((forgery) => [forgery.title, forgery]),
);

const organisation = { id: '<organisation id>', subDomain: '<sub-domain>' };

/** Headers whose value a report does not show, since it comes from the target. */
const valuesOfHeaders: Readonly<Record<string, string>> = {
  ...headersNaming(organisation),
  'if-none-match': '<ETag of an earlier answer>',
};

const queryOfOrganisation = Object.entries(parametersNaming(organisation))
  .map((pair) => pair.join('='))
  .join('&');

interface Curl {
  readonly line: string;
  readonly placeholders: readonly string[];
}

/**
 * The curl command for a request. A masked value becomes a value of the same type and length; other missing values
 * become placeholders.
 */
export function curlOf(
  target: string,
  { method, path, credentials, headers = [], spelling, body, whole, bodyLength }: Evidence['request'],
): Curl | undefined {
  const sent = credentialsOf(credentials);
  if (sent === undefined || !/^https?:/.test(target)) return undefined;
  if (bodyLength !== undefined && body === undefined) return undefined;
  const further = headers.map((header) =>
    header.includes(':') ? header : `${header}: ${valuesOfHeaders[header.toLowerCase()] ?? '<value>'}`,
  );
  const isNaming = spelling === tenantQueried.id || spelling === tenantClaimed.id;
  const query = isNaming ? queryOfOrganisation : '<query>';
  const url = `${target.replace(/\/$/, '')}${path.replace(/…$/, query)}${sent.query}`;
  const headersSent = [...sent.headers, ...further.map(quotedWithVariables)];
  const line = [
    'curl',
    ...optionsOf(method),
    ...headersSent.flatMap((header) => ['-H', header]),
    ...(body === undefined
      ? []
      : [
          ...(further.some((header) => /^content-type:/i.test(header))
            ? []
            : ['-H', "'Content-Type: application/json'"]),
          '--data',
          dataOf(body, sent.members),
        ]),
    quotedWithVariables(url),
  ].join(' ');
  const placeholders = [
    ...(body !== undefined && whole !== true ? ['the masked values'] : []),
    ...([...headersSent, url].some((text) => /<.*>/.test(text)) ? ['what is in angle brackets'] : []),
  ];
  return { line, placeholders };
}

function dataOf(body: Redacted, members: object): string {
  if (body === notJson) return shellWord('{');
  const shown = JSON.parse(JSON.stringify(body, unmasked));
  return quotedWithVariables(
    printableJson(Object.keys(members).length === 0 ? shown : { ...shown, ...members }),
  );
}

/** Replaces a mask, such as `(a string of 8 characters)`, by a value of that type and length. */
function unmasked(_: string, value: unknown): unknown {
  const [, type, count = ''] =
    /^\(an? (number|string|boolean)(?: below 10| of (\d+) (?:digit|character)s?)?\)$/.exec(String(value)) ??
    [];
  if (type === 'number') return Number('1'.repeat(Math.min(Number(count || 1), 15)));
  if (type === 'string') return 'x'.repeat(Number(count));
  return type === 'boolean' ? true : value;
}

interface Sent {
  /** Quoted for the shell. */
  readonly headers: readonly string[];
  readonly query: string;
  /** Members of the body that have the token. */
  readonly members: object;
}

function credentialsOf(name: string): Sent | undefined {
  const forgery = forgeries.get(name);
  if (forgery === undefined) {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (variable === undefined) return undefined;
    return { headers: [quotedWithVariables(`Authorization: Bearer ${variable}`)], query: '', members: {} };
  }
  const token = variables.member ?? '';
  const forged = forgery.authorization(token);
  if (forged === null) return undefined;
  const isWhole =
    [forged].flat().join().includes(token) || String(forged) === String(forgery.authorization('x'));
  const scheme = /^\w+(?= )/.exec(String(forged))?.[0] ?? 'Bearer';
  const values = forged === undefined ? [] : isWhole ? [forged].flat() : [`${scheme} <${name}>`];
  const pair = Buffer.from(String(forged).replace(/^Basic /, ''), 'base64').toString();
  const { headers = {}, query = {}, members = {} } = forgery.additions?.(token) ?? {};
  const further = Object.entries(headers).map(([header, value]) => `${header}: ${decodeURIComponent(value)}`);
  const parameters = Object.entries(query).map(([parameter, value]) => `${parameter}=${value}`);
  return {
    headers: [
      ...(pair.includes(token)
        ? [`"Authorization: Basic $(printf %s "${pair}" | base64 | tr -d '\\n')"`]
        : values.map((value) => quotedWithVariables(`Authorization: ${value}`))),
      ...further.map(quotedWithVariables),
    ],
    query: parameters.length === 0 ? '' : `?${parameters.join('&')}`,
    members,
  };
}

function quotedWithVariables(text: string): string {
  if (!text.includes('${CASE_API_')) return shellWord(text);
  return `"${text.replaceAll(/["\\`]|\$(?!\{CASE_API_)/g, '\\$&')}"`;
}

function optionsOf(method: string): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return method === 'GET' ? ['--include'] : ['--include', '--request', shellWord(method)];
}
