import { expect, test } from 'vitest';
import { getCaseData, listCases } from '../../../src/api/calls.ts';
import { noCredentials } from '../../../src/harness/forgeries.ts';
import type { Target } from '../../../src/harness/target.ts';
import { namesNoRecord } from '../../../src/rules/disclosure.ts';
import { noTarget, replyWith } from '../harness/hand-made-session.ts';

const configured = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const client = '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52';
const target: Target = {
  ...noTarget,
  cases: { ...noTarget.cases, Sale: [configured] },
  clients: [client],
};

function namesOne(text: string, { status = 401, call = listCases(), headers = {} } = {}): boolean {
  const refused = { ...replyWith(status, text, headers), call };
  const twin = { refused, accepted: replyWith(200, '[]'), credentials: noCredentials };
  return [...namesNoRecord(twin, target, 'credentials-401')].length > 0;
}

test.each([configured, configured.replaceAll('-', ''), configured.toUpperCase(), client])(
  'A refusal of the list may not name %s',
  (id) => {
    expect(namesOne(`{"message":"Sign in to see ${id}."}`)).toBe(true);
    expect(namesOne('{}', { headers: { 'x-case': id } })).toBe(true);
  },
);

test('A refusal may name any other identifier, and the one that was asked for', () => {
  expect(namesOne('{"message":"Ask 7a3c1b20-9a59-4d2f-8c1a-7b113f2b7c1e."}')).toBe(false);
  expect(namesOne(`"${configured}"`, { call: getCaseData(configured) })).toBe(false);
});
