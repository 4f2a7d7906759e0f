import type { Call } from '../api/calls.ts';
import {
  type MadeUp,
  type NormalisedText,
  normalisedLetters,
  normalisedText,
  withForeignWordsMasked,
} from '../http/made-up.ts';
import { is2xx } from '../http/status.ts';
import { parsedJson } from '../schema/json.ts';
import { childPointer } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from './exchange.ts';

/** In characters. Shorter values of the target occur in other texts by chance. */
const minContainedLength = 6;

const shownBy: ReadonlySet<OperationId> = new Set(['updateClient', 'createOrganisation', 'getOrganisation']);

export type Provenance = ReturnType<typeof openProvenance>;

/**
 * Distinguishes values that the run made up from the target's. A value is made up if the run sent it before the target
 * showed it. A value of the target stays the target's when the run sends it back to restore it.
 */
export function openProvenance() {
  const at = new Map<string, Map<unknown, NormalisedText>>();
  const all = new Map<unknown, NormalisedText>();
  const sent = new Map<unknown, NormalisedText>();
  const ofTarget = new Set<string>();
  const seen = new Set<unknown>();
  const clients = new Set<string>();
  const madeUp: MadeUp = { all, at, sent, ofTarget };
  const isOfTarget = (letters: string): boolean =>
    ofTarget.has(letters) ||
    [...ofTarget].some((one) => one.length >= minContainedLength && letters.includes(one));
  /** Whether the target made a value from a made-up one, such as by changing its letter case. */
  const isMadeOfOwn = (value: unknown, letters: string): boolean =>
    [...all.values()].some((own) => own.letters === letters) ||
    withForeignWordsMasked(String(value), all, (word) => word) !== undefined;
  /** Removes a made-up value: a client's record contained the same value, so it may be the client's. */
  const forget = (letters: string): void => {
    for (const values of [all, ...at.values()])
      for (const [value, own] of values) if (own.letters === letters) values.delete(value);
  };
  return {
    sent: ({ operation, body }: Call): MadeUp | undefined => {
      if (!shownBy.has(operation)) return undefined;
      for (const [pointer, value] of scalarsOf(parsedJson(body ?? ''))) {
        const text = all.get(value) ?? normalisedText(value);
        if (!all.has(value) && isOfTarget(text.letters)) continue;
        all.set(value, text);
        sent.set(value, text);
        at.set(pointer, (at.get(pointer) ?? new Map()).set(value, text));
      }
      return madeUp;
    },
    received: ({ call, status, body }: Pick<Exchange, 'call' | 'status' | 'body'>): void => {
      if (body.kind !== 'json' || !shownBy.has(call.operation)) return;
      const isRecord = call.operation === 'updateClient' && is2xx(status);
      const isFirst = isRecord && call.body === '{}' && !clients.has(call.path);
      if (isRecord) clients.add(call.path);
      for (const [, value] of scalarsOf(body.value)) {
        if (typeof value === 'boolean' || value === null) continue;
        if (!isFirst && (seen.has(value) || all.has(value))) continue;
        seen.add(value);
        const letters = normalisedLetters(value);
        if (letters === '' || (!isFirst && isMadeOfOwn(value, letters))) continue;
        ofTarget.add(letters);
        if (isFirst) forget(letters);
      }
    },
  };
}

/** Iterative, since a target may send extremely deep values. */
function* scalarsOf(value: unknown): Iterable<readonly [pointer: string, value: unknown]> {
  const left: [pointer: string, value: unknown][] = [['', value]];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const [pointer, inner] = one;
    if (typeof inner !== 'object' || inner === null) yield one;
    else for (const [name, member] of Object.entries(inner)) left.push([childPointer(pointer, name), member]);
  }
}
