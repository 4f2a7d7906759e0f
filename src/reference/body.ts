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

function parseJson(body: Buffer): unknown {
  try {
    // Bytes that are not UTF-8 are refused, since replacing them would change the text.
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    // What is nested too deeply to be written again is refused now, rather than when it is stored.
    JSON.stringify(value);
    return value;
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}
