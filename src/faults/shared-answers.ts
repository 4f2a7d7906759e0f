import type { Reference } from '../reference/reference.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { answerOf } from './reference-answer.ts';

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
