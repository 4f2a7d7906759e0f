import type { Reference } from '../reference/reference.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';

/** The answer of a reference implementation, without a port. */
export async function answerOf(
  { app }: Pick<Reference, 'app'>,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  const { method, path, headers, body } = request;
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: unframed(headers),
    ...(body === '' ? {} : { payload: body }),
  });
  return { status: answer.statusCode, headers: unframed(answer.headers), body: answer.body };
}

/** These headers frame one message and would be wrong for another. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Headers as text, without those that frame a message. */
function unframed(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      framing.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

const mostAnswers = 2_000;

/**
 * Caches the answers of a reference that all services share.
 * @param reference - must not be changed by these requests
 */
export function sharedAnswers(
  reference: () => Promise<Reference>,
): (request: ServiceRequest) => Promise<ServiceAnswer> {
  const answers = new Map<string, Promise<ServiceAnswer>>();
  return (request) => {
    const key = `${request.method} ${request.path}\n${request.headers.authorization}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = reference().then((opened) => answerOf(opened, request));
    if (answers.size === mostAnswers) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}
