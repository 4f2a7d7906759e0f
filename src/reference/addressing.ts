import type { FastifyRequest } from 'fastify';

/**
 * How the organisation of a request is determined (interface 4: `{base_url}` is the organisation's own host). A string
 * is the sub-domain of the only organisation, whatever the request's host. With a domain, the request's host names the
 * sub-domain: `acme` for `acme.cases.example` below `cases.example`.
 */
export type Addressing = string | { readonly domain: string };

export function subDomainAsked(addressing: Addressing, request: FastifyRequest): string | undefined {
  if (typeof addressing === 'string') return addressing.toLowerCase();
  const host = normalisedHost(hostOf(request));
  const below = `.${normalisedHost(addressing.domain)}`;
  return host.endsWith(below) ? host.slice(0, -below.length) : undefined;
}

/**
 * The host of a request without its port: from an absolute request target, or else from the Host header,
 * unless there are several (RFC 9112, section 3.2).
 */
function hostOf({ originalUrl, raw }: FastifyRequest): string {
  const [, whole] = /^https?:\/\/([^/?#]*)/i.exec(originalUrl) ?? [];
  const [header = '', ...others] = raw.headersDistinct.host ?? [];
  const host = whole ?? (others.length === 0 ? header : '');
  return host.replace(/:\d*$/, '');
}

/**
 * Normalises a host name for comparison: lower case (RFC 4343), with a trailing dot (RFC 1034, section 3.1).
 */
function normalisedHost(name: string): string {
  return name.toLowerCase().replace(/\.?$/, '.');
}
