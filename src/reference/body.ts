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

// Refuses bytes that are not UTF-8: replacing them would change the text.
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    // Values nested too deeply to be written again are refused here, before they are stored.
    JSON.stringify(value);
    return value;
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}
