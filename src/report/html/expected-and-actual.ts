import type { Redacted } from '../../http/redact.ts';
import { memberOf, pointerTokens } from '../../schema/pointer.ts';

/** A finding's message, split up. Most messages say what must be, and often what is. */
export interface Sides {
  /** The subject of the message, such as a pointer. */
  readonly subject: string;
  readonly expected: string;
  readonly actual: string | undefined;
  /** How the actual value differs slightly from an allowed one. */
  readonly nearMiss: string | undefined;
  /** A sentence of advice for the case that the configuration is wrong and not the target. */
  readonly advice: string | undefined;
}

/** Splits a message into the expected and the actual; undefined if the message has another form. */
export function sidesOf(message: string, pointer: string, body: Redacted | undefined): Sides | undefined {
  const [, said = message, advice] = advised.exec(message) ?? [];
  const [, subject, demand, found] = /^(.*?) must (.+?)(?:, but (.+))?$/s.exec(said) ?? [];
  if (subject === undefined || demand === undefined) return undefined;
  const [, near] = nearMiss.exec(found ?? '') ?? [];
  const words = found?.replace(/^is /, '').replace(nearMiss, '');
  return {
    subject,
    expected: demand.startsWith('be ') ? demand.slice('be '.length) : `must ${demand}`,
    actual: words ?? shownAt(body, pointer),
    nearMiss: near,
    advice,
  };
}

/** A small difference from an allowed value, in the words of the validation. */
const nearMiss = / \(((?:(?:leading space|trailing space|other case)(?:, )?)+)\)$/;

/** A message that also says when the configuration is wrong instead. */
const advised = /^(.+)\. (If .+, correct the configuration)$/s;

/** The value in the body at the pointer, if it is shown there and short. */
function shownAt(body: Redacted | undefined, pointer: string): string | undefined {
  if (body === undefined || pointer === '') return undefined;
  let here: unknown = body;
  for (const token of pointerTokens(pointer)) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = memberOf(here, token);
    if (here === undefined) return 'not there';
  }
  if (typeof here === 'object' && here !== null) return undefined;
  // A placeholder for a masked value is not quoted.
  return typeof here === 'string' && /^\(.*\)$/.test(here) ? here.slice(1, -1) : JSON.stringify(here);
}
