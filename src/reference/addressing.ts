import type { FastifyRequest } from 'fastify';

/**
 * Decides which organisation a request is addressed to (interface 4: `{base_url}` is the organisation's own host). A
 * string is the sub-domain of the one organisation, for any host; with a domain, the sub-domain is taken from the
 * request's host.
 */
export type Addressing = string | { readonly domain: string };

/**
 * The sub-domain of the organisation that a request is addressed to, in lower case.
 * @returns undefined if the host does not belong to an organisation
 */
export function subDomainAsked(addressing: Addressing, request: FastifyRequest): string | undefined {
  if (typeof addressing === 'string') return addressing.toLowerCase();
  const host = rooted(hostOf(request));
  const below = `.${rooted(addressing.domain)}`;
  return host.endsWith(below) ? host.slice(0, -below.length) : undefined;
}

/**
 * The host of a request without its port: from an absolute target, or else from the only Host header (RFC 9112 section
 * 3.2).
 */
function hostOf({ originalUrl, raw }: FastifyRequest): string {
  const [, whole] = /^https?:\/\/([^/?#]*)/i.exec(originalUrl) ?? [];
  const [header = '', ...others] = raw.headersDistinct.host ?? [];
  const host = whole ?? (others.length === 0 ? header : '');
  return host.replace(/:\d*$/, '');
}

/** Normalises a host name for comparison (RFC 4343; for the trailing dot, RFC 1034 section 3.1). */
function rooted(name: string): string {
  return name.toLowerCase().replace(/\.?$/, '.');
}
