import type { FastifyRequest } from 'fastify';

/**
 * Which organisation a request is addressed to (interface 4: `{base_url}` is the organisation's own host): that of one
 * sub-domain, whatever the host, or that of the sub-domain of the host below a domain.
 */
export type Addressing = string | { readonly domain: string };

/**
 * The sub-domain of the organisation that a request is addressed to, in lower case.
 * @returns undefined where the host is that of no organisation
 */
export function subDomainAsked(addressing: Addressing, request: FastifyRequest): string | undefined {
  if (typeof addressing === 'string') return addressing.toLowerCase();
  const host = rooted(hostOf(request));
  const below = `.${rooted(addressing.domain)}`;
  return host.endsWith(below) ? host.slice(0, -below.length) : undefined;
}

/** The host that a request names, without its port: that of a whole target, else of the only header (RFC 9112 section 3.2). */
function hostOf({ originalUrl, raw }: FastifyRequest): string {
  const [, whole] = /^https?:\/\/([^/?#]*)/i.exec(originalUrl) ?? [];
  const [header = '', ...others] = raw.headersDistinct.host ?? [];
  const host = whole ?? (others.length === 0 ? header : '');
  return host.replace(/:\d*$/, '');
}

/** A host name in the form in which two are compared (RFC 4343; of the dot at its end, RFC 1034 section 3.1). */
function rooted(name: string): string {
  return name.toLowerCase().replace(/\.?$/, '.');
}
