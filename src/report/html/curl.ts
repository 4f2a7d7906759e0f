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
 * The curl command that repeats a request; undefined if it would change something, or needs a body or forged
 * credentials, which a report does not contain.
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
