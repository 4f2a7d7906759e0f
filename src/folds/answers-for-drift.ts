import type { OperationId } from '../specification/description.ts';
import type { Fold } from '../trace/trace.ts';

/** Unmasked answers, which must not get into a report. */
export interface AnswersForDrift {
  readonly served: ServedDescription | undefined;
  readonly answers: readonly KeptAnswer[];
}

export interface ServedDescription {
  readonly text: string;
  readonly value: unknown;
}

interface KeptAnswer {
  readonly operation: OperationId;
  readonly status: number;
  readonly text: string;
}

const maxOfEach = 50;

const maxCharacters = 2 ** 24;

const maxBytes = 2 ** 18;

export function foldAnswersForDrift(): Fold<AnswersForDrift> {
  const bodies = new Map<string, Map<string, KeptAnswer>>();
  let served: ServedDescription | undefined;
  let length = 0;
  return {
    add({ call: { operation }, credentials, status, body, bodyBytes, text }) {
      const value = body.kind === 'json' ? body.value : undefined;
      if (operation === 'getInterfaceDescription') {
        if (credentials === 'member' && status >= 200 && status <= 299 && served?.text !== text)
          served = { text, value };
        return;
      }
      if (body.kind !== 'json' || bodyBytes > maxBytes) return;
      const key = `${operation} ${status}`;
      const ofEach = bodies.get(key) ?? new Map<string, KeptAnswer>();
      bodies.set(key, ofEach);
      if (ofEach.has(text) || ofEach.size === maxOfEach || length + text.length > maxCharacters) return;
      ofEach.set(text, { operation, status, text });
      length += text.length;
    },
    value: () => ({ served, answers: [...bodies.values()].flatMap((ofEach) => [...ofEach.values()]) }),
  };
}
