import type { FastifyInstance } from 'fastify';
import { badRequest } from './errors.ts';

/** Makes the app read `application/json` and answer 415 to every other media type. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
}

// Bytes that are not UTF-8 are refused, since replacing them would change the text.
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    // What is nested too deeply to be written again is refused now, rather than when it is stored.
    JSON.stringify(value);
    return value;
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}
