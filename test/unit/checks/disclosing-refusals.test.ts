import { expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { suspects } from '../../../src/checks/refusal-check.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import { disclosesNoPhrase } from '../../../src/rules/disclosure.ts';
import type { Twin } from '../../../src/rules/refusal.ts';
import { exchangeOf } from '../../support/exchange.ts';
import { type Answerer, sessionWith } from '../harness/hand-made-session.ts';

const contact = 'jane.smith@acme.example';
const cases = ['case-0', 'case-1', 'case-2'];

async function found(
  ids: readonly string[],
  answer: Answerer,
): Promise<{ told: number; sent: string[]; words: Set<string> }> {
  const sent: string[] = [];
  const words = new Set<string>();
  const session = sessionWith((call, credentials) => {
    sent.push(call.path);
    return answer(call, credentials);
  });
  const refused = ids.map((id): Twin => {
    const call = getCaseData(id);
    const [status, body] = answer(call, 'outsider');
    const record = {
      ...{ caseId: id, address: { line_1: '4 Castle Street' }, agentEmail: contact },
      buyerEmail: `${id}@example.com`,
    };
    return {
      refused: exchangeOf(status, body, { call, credentials: 'outsider' }),
      accepted: exchangeOf(200, JSON.stringify(record), { call }),
      credentials: 'outsider',
    };
  });
  const judgements: Judgement[] = [];
  for await (const suspect of suspects(session, refused, 'stranger'))
    judgements.push(...disclosesNoPhrase(suspect, 'outsider-403'));
  for (const judgement of judgements) if (judgement.kind === 'deviates') words.add(judgement.finding.message);
  return { told: judgements.length, sent, words };
}

function refusing(wordsFor: (path: string) => string): Answerer {
  return ({ path }) => [403, JSON.stringify({ message: wordsFor(path) })];
}

const street = 'No entry to 4 Castle Street.';

test('a refusal that tells what no other refusal tells is found', async () => {
  const answer = refusing((path) => (path.includes('case-0') ? street : 'No entry.'));
  expect((await found(cases, answer)).told).toBe(1);
  expect((await found(['case-0'], answer)).told).toBe(1);
});

test('where no refusal holds a text of its record, nothing more is asked', async () => {
  const answer = refusing(() => 'No entry.');
  expect(await found(cases, answer)).toEqual({ told: 0, sent: [], words: new Set() });
});

test('a refusal that tells how to reach somebody of another record is found', async () => {
  const ask = 'Ask case-1@example.com.';
  const telling = refusing((path) => (path.includes('case-0') ? ask : 'No entry.'));
  const one = await found(cases, telling);
  expect([...one.words]).toEqual(['The refusal contains a text of another record']);
  expect(one.told).toBe(1);
  // If case-1 is not listed, nobody knows whose contact the refusal names. A contact that all refusals name
  // is public.
  expect((await found(['case-0', 'case-2'], telling)).told).toBe(0);
  const toAll = refusing(() => ask);
  expect((await found(cases, toAll)).told).toBe(0);
});

test('whom to ask is told by another refusal, too, or now and then, and so not of the record', async () => {
  const ask = `Ask ${contact}.`;
  const answer = refusing((path) => (path.includes('case-2') ? 'Forbidden' : ask));
  expect((await found(cases, answer)).told).toBe(0);
  const toAll = refusing(() => ask);
  expect((await found(['case-0'], toAll)).told).toBe(0);
  let count = 0;
  const nowAndThen = refusing(() => (count++ === 0 ? ask : 'Ask john@acme.example.'));
  expect((await found(cases, nowAndThen)).told).toBe(0);
});

test('what the caller is shown of their own organisation may be told', async () => {
  const answer: Answerer = ({ path }) => {
    if (path === '/api/v2/org') return [200, JSON.stringify({ emailAddress: contact })];
    return [403, JSON.stringify({ message: path.includes('case-0') ? `Ask ${contact}.` : 'No.' })];
  };
  expect((await found(cases, answer)).told).toBe(0);
});

test('of the only refusal of its kind, nothing is said', async () => {
  const answer: Answerer = ({ path }) =>
    path.includes('case-0')
      ? [403, JSON.stringify({ message: street })]
      : [404, JSON.stringify({ message: 'No.' })];
  expect((await found(['case-0'], answer)).told).toBe(0);
});
