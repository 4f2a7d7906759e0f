import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** What is answered alike to everyone until the service is started again. */
export interface FixedContent {
  /** The media type. */
  readonly type: string;
  readonly body: string | Buffer;
}

/** Serves it at a path, once to whoever keeps it: an `If-None-Match` that names it is answered 304 (RFC 9110 section 13.1.2). */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  { type, body }: FixedContent,
  headers: Readonly<Record<string, string>> = {},
): void {
  const etag = `"${hash('sha256', body, 'base64url')}"`;
  app.get(path, async (request, reply) => {
    // Whoever keeps it asks whether it is still the same: that costs little.
    reply.headers({ ...headers, ETag: etag, 'Cache-Control': 'no-cache' });
    return names(request.headers['if-none-match'], etag)
      ? reply.code(304).send()
      : reply.type(type).send(body);
  });
}

/** Tags are compared weakly. Ours has no comma, so that each list of tags can be split at them. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
