import { expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { maskingOf } from '../../../src/http/masking.ts';
import { relayed } from '../../../src/verification/relayed-messages.ts';

test.each([true, false])('no token that an answer returns reaches the verifier (plain: %s)', (isPlain) => {
  const token = 'member-7Hq2XvRt9LkWm4Zc';
  const value = { caseId: token };
  const reply = {
    number: 0,
    call: getCaseData('1'),
    credentials: 'member',
    status: 200,
    headers: { 'x-echo': token },
    body: { kind: 'json', value } as const,
    text: JSON.stringify(value),
    bodyBytes: 36,
    durationMs: 0,
  };
  const { body, headers } = relayed(reply, isPlain, maskingOf([token]));
  expect(JSON.parse(body)).toEqual({ caseId: '(token)' });
  expect(headers['x-echo']).toBe('(token)');
});
