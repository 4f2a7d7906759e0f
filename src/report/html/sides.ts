import type { Redacted } from '../../http/redact.ts';
import { memberOf, pointerTokens } from '../../schema/pointer.ts';

/** A finding's message, taken apart: our messages say what must be, and often what is. */
export interface Sides {
  /** What it is about, such as a pointer. */
  readonly subject: string;
  readonly expected: string;
  readonly actual: string | undefined;
  /** How little what is differs from what must be. */
  readonly nearMiss: string | undefined;
  /** What to do where it is not the target that is wrong: a sentence. */
  readonly advice: string | undefined;
}

/**
 * What must be beside what is; undefined where the message does not say it so.
 * @param body - what is shown of the answer: it says what is there where the message does not
 */
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

/** How a value differs from an allowed one, as the words of the validation say it. */
const nearMiss = / \(((?:(?:leading space|trailing space|other case)(?:, )?)+)\)$/;

/** A message that says besides when the configuration is wrong. */
const advised = /^(.+)\. (If .+, mend the configuration)$/s;

/** What the body has there, where it is shown and short. */
function shownAt(body: Redacted | undefined, pointer: string): string | undefined {
  if (body === undefined || pointer === '') return undefined;
  let here: unknown = body;
  for (const token of pointerTokens(pointer)) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = memberOf(here, token);
    if (here === undefined) return 'not there';
  }
  if (typeof here === 'object' && here !== null) return undefined;
  // What stands for a masked value is no value.
  return typeof here === 'string' && /^\(.*\)$/.test(here) ? here.slice(1, -1) : JSON.stringify(here);
}
