import type { Evidence } from '../../trace/evidence.ts';
import { shellWord } from '../shell-word.ts';

/** The header that each of these credentials is sent in, as a shell takes it: a token is named by its variable. */
const headers: Readonly<Record<string, readonly string[]>> = {
  member: ['-H', '"Authorization: Bearer $CASE_API_TOKEN"'],
  restricted: ['-H', '"Authorization: Bearer $CASE_API_RESTRICTED"'],
  outsider: ['-H', '"Authorization: Bearer $CASE_API_OUTSIDER"'],
  'no Authorization header': [],
};

/**
 * The line that sends the same with curl; undefined where it would change something, or takes what a report does not hold:
 * a body, or forged credentials.
 */
export function curlLine(
  target: string,
  { method, path, credentials }: Evidence['request'],
): string | undefined {
  const header = Object.hasOwn(headers, credentials) ? headers[credentials] : undefined;
  if (header === undefined || !/^https?:/.test(target)) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const options = method === 'HEAD' ? ['--head'] : ['--include'];
  return ['curl', ...options, ...header, shellWord(`${target.replace(/\/$/, '')}${path}`)].join(' ');
}
