import { Failure } from '../failure.ts';

/**
 * The URL of an option.
 * @throws {Failure} if it is not an HTTP URL, or has a user or a fragment, which would be silently ignored
 */
export function urlOf(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '')
    return url;
  throw new Failure(
    'CALL_NOT_UNDERSTOOD',
    `${option} must be a URL such as https://verify.example/path, without a user and a fragment.`,
  );
}
