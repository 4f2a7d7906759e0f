import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Content that is the same for everyone until the service restarts. */
export interface FixedContent {
  readonly type: string;
  readonly body: string | Buffer;
}

/** Serves the content at a path. An `If-None-Match` with its tag is answered 304 (RFC 9110 section 13.1.2). */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  { type, body }: FixedContent,
  headers: Readonly<Record<string, string>> = {},
): void {
  const etag = `"${hash('sha256', body, 'base64url')}"`;
  app.get(path, async (request, reply) => {
    // Clients may cache the content, but must revalidate it, which is cheap.
    reply.headers({ ...headers, ETag: etag, 'Cache-Control': 'no-cache' });
    return names(request.headers['if-none-match'], etag)
      ? reply.code(304).send()
      : reply.type(type).send(body);
  });
}

/** Tags are compared weakly. Ours has no comma, so a list of tags can be split at commas. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
