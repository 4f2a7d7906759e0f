import { expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { cut } from '../../../src/http/lighten.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { relayed } from '../../../src/verification/relayed-messages.ts';

test('an answer that is not held whole decides nothing of a pact that may ask for all of it', () => {
  const value = { caseId: '1' };
  const text = cut(JSON.stringify({ ...value, further: 'x'.repeat(100_000) }));
  const body = { kind: 'json', value } as const;
  const reply = {
    number: 0,
    call: getCaseData('1'),
    credentials: 'member',
    status: 200,
    headers: {},
    body,
    text,
    bodyBytes: text.length,
    durationMs: 0,
  };
  expect(() => relayed(reply, false)).toThrow(Undecidable);
  expect(relayed(reply, true).body).toBe('{"caseId":"1"}');
});
