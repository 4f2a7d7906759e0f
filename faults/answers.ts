import type { Json } from '../src/reference/json.ts';
import type { ServiceAnswer } from './behaviour.ts';

export function json(status: number, value: Json): ServiceAnswer {
  return written(status, JSON.stringify(value), 'application/json; charset=utf-8');
}

export function written(status: number, body: string, mediaType: string): ServiceAnswer {
  return { status, headers: { 'content-type': mediaType }, body };
}

export function empty(status: number): ServiceAnswer {
  return { status, headers: {}, body: '' };
}

export function page(status: number): ServiceAnswer {
  return written(status, '<!doctype html><title>Case Management</title><p>Please sign in.', 'text/html');
}

export function refusal(status: number): ServiceAnswer {
  return json(status, { message: 'Refused.' });
}

export function answerOfStatus(status: number): ServiceAnswer {
  if (status === 204 || status === 304) return empty(status);
  return status >= 300 && status < 400 ? redirect(status, '/login') : refusal(status);
}

export function retryLater(status: number, until = '0'): ServiceAnswer {
  const answer = refusal(status);
  return { ...answer, headers: { ...answer.headers, 'retry-after': until } };
}

export function redirect(status: number, location: string): ServiceAnswer {
  return { status, headers: { location }, body: '' };
}
