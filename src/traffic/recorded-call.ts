import type { Call } from '../api/calls.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';

export interface RecordedCall {
  /** The call as evidence shows it: its path has no query, and only identifiers that are UUIDs. */
  readonly call: Call;
  /** The part of the URL before the path of the interface: origin and prefix. */
  readonly baseUrl: string;
  /** The UUID in the path, if it has one. */
  readonly id: string | undefined;
}

/** The request of an entry; undefined if it does not belong to the interface or is not HTTP. */
export function callIn(specification: Specification, entry: unknown): RecordedCall | undefined {
  const request = memberOf(entry, 'request');
  const method = memberOf(request, 'method');
  const [, scheme, authority, path = ''] =
    /^(https?):\/\/([^/?#]*)([^?#]*)/i.exec(textOf(memberOf(request, 'url'))) ?? [];
  // Methods are case-sensitive (RFC 9110, section 9.1).
  if (scheme === undefined || (method !== 'GET' && method !== 'PATCH' && method !== 'POST')) return undefined;
  const host = authority?.slice(authority.lastIndexOf('@') + 1);
  const url = `${scheme}://${host}`;
  if (!URL.canParse(url)) return undefined;
  const { origin } = new URL(url);
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const own = path.slice(at);
    const operation = specification.operationAt(method, own);
    if (operation === undefined) continue;
    const [, before = '', written, after = ''] = identifierPlace.exec(own) ?? [];
    const body = memberOf(memberOf(request, 'postData'), 'text');
    return {
      call: {
        operation,
        method,
        path: written === undefined ? own : `${before}${shownIdentifier(written)}${after}`,
        ...(typeof body === 'string' && body !== '' ? { body } : {}),
      },
      baseUrl: `${origin}${path.slice(0, at)}`,
      id: uuid.exec(decoded(written ?? ''))?.[0],
    };
  }
  return undefined;
}

const identifierPlace = /^(\/api\/v2\/(?:cases|clients)\/)([^/]*)(\/data)?$/;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Hides an identifier that is not a UUID: the recorded user may have typed anything there. */
function shownIdentifier(written: string): string {
  return written === '' || uuid.test(decoded(written)) ? written : '(no-uuid)';
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
