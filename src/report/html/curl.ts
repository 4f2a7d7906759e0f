import type { Evidence } from '../../trace/evidence.ts';
import { shellWord } from '../commands.ts';

/** The curl arguments for each kind of credentials. A token is given as a shell variable. */
const headers: Readonly<Record<string, readonly string[]>> = {
  member: ['-H', '"Authorization: Bearer $CASE_API_TOKEN"'],
  restricted: ['-H', '"Authorization: Bearer $CASE_API_RESTRICTED"'],
  outsider: ['-H', '"Authorization: Bearer $CASE_API_OUTSIDER"'],
  'no Authorization header': [],
};

/**
 * The curl command that repeats a request. A body has only the form of what was sent. Undefined if the request needs
 * forged credentials or a body that a report does not contain.
 */
export function curlLine(
  target: string,
  { method, path, credentials, body, bodyLength }: Evidence['request'],
): string | undefined {
  const header = Object.hasOwn(headers, credentials) ? headers[credentials] : undefined;
  if (header === undefined || !/^https?:/.test(target)) return undefined;
  if (bodyLength !== undefined && body === undefined) return undefined;
  const sent =
    body === undefined
      ? []
      : ['-H', "'Content-Type: application/json'", '--data', shellWord(JSON.stringify(body))];
  return [
    'curl',
    ...optionsOf(method),
    ...header,
    ...sent,
    shellWord(`${target.replace(/\/$/, '')}${path}`),
  ].join(' ');
}

function optionsOf(method: string): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return method === 'GET' ? ['--include'] : ['--include', '--request', shellWord(method)];
}
