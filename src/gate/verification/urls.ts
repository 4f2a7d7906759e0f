import { Failure } from '../failure.ts';

/**
 * A URL that an option names.
 * @throws {Failure} when it is none of HTTP, or holds a user or a fragment, which would be left out without a word
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
