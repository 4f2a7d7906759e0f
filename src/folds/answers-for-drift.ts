import type { OperationId } from '../specification/description.ts';
import type { Fold } from '../trace/trace.ts';

/**
 * The served description, and answers to compare with it. Nothing in it is masked, so it must not get into a
 * report.
 */
export interface AnswersForDrift {
  /** The description that the target serves; undefined if no check read it, or it was not answered. */
  readonly served: ServedDescription | undefined;
  readonly answers: readonly KeptAnswer[];
}

export interface ServedDescription {
  readonly text: string;
  /** The parsed value of the description, if it is JSON. */
  readonly value: unknown;
}

/** The JSON body of an answer, unmasked. */
interface KeptAnswer {
  readonly operation: OperationId;
  readonly status: number;
  readonly text: string;
}

const mostOfEach = 50;

const mostCharacters = 2 ** 24;

const mostBytes = 2 ** 18;

/** Collects the served description and some answers of each operation and status. */
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
      if (body.kind !== 'json' || bodyBytes > mostBytes) return;
      const key = `${operation} ${status}`;
      const ofEach = bodies.get(key) ?? new Map<string, KeptAnswer>();
      bodies.set(key, ofEach);
      if (ofEach.has(text) || ofEach.size === mostOfEach || length + text.length > mostCharacters) return;
      ofEach.set(text, { operation, status, text });
      length += text.length;
    },
    value: () => ({ served, answers: [...bodies.values()].flatMap((ofEach) => [...ofEach.values()]) }),
  };
}
