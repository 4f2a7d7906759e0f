import { describe, expect, test } from 'vitest';
import { getCaseData, getOrganisation, listCases } from '../../../src/api/calls.ts';
import { namedIn } from '../../../src/checks/refusal-check.ts';
import { noCredentials } from '../../../src/harness/forgeries.ts';
import { sentBy } from '../../../src/harness/judged.ts';
import type { Target } from '../../../src/harness/target.ts';
import { namesNoRecord } from '../../../src/rules/disclosure.ts';
import { noTarget, replyWith, sessionWith } from '../harness/hand-made-session.ts';

const [configured, client, listed, owner, contact, office] = [
  '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11',
  '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52',
  '5e0a4d52-9a59-4d2f-8c1a-7b113f2b7c1e',
  '6d3c1b20-9a59-4d2f-8c1a-7b113f2b7c1e',
  '7a3c1b20-9a59-4d2f-8c1a-7b113f2b7c1e',
  '8b3c1b20-9a59-4d2f-8c1a-7b113f2b7c1e',
] as const;
const target: Target = {
  ...noTarget,
  cases: { ...noTarget.cases, Sale: [configured] },
  clients: [client],
};

const list = JSON.stringify([owner, contact, { id: listed, organisationId: office, user: { id: office } }]);

/** The list shows who owns it, whom to ask and a case; each refusal says whom to ask. */
const session = sessionWith(({ path }, credentials) => {
  if (credentials !== 'member') return [401, `{"message":"Ask ${contact}."}`];
  return [200, path === getOrganisation().path ? `{"id":"${owner}"}` : list];
}, target);

async function rowsOf(
  text: string,
  { status = 401, call = listCases(), headers = {} } = {},
): Promise<string[]> {
  const refused = { ...replyWith(status, text, headers), call };
  const accepted = await session.send(listCases(), 'member');
  const twin = { refused, accepted, credentials: noCredentials };
  const { items } = await sentBy(namedIn(session, twin));
  return [twin, ...items]
    .flatMap((one) => [...namesNoRecord(one, target, 'credentials-401')])
    .flatMap((judgement) => (judgement.kind === 'deviates' ? [judgement.finding.requirement] : []));
}

describe('a refusal of the list names', () => {
  test.each([
    ['a case that is configured', configured],
    ['one without its dashes', configured.replaceAll('-', '')],
    ['one in capitals', configured.toUpperCase()],
    ['a client that is configured', client],
    ['what only the list shows', listed],
  ])('%s, and must not', async (_, id) => {
    expect(await rowsOf(`{"message":"Sign in to see ${id}."}`)).toEqual(['credentials-401']);
    expect(await rowsOf('{}', { headers: { 'x-case': id } })).toEqual(['credentials-401']);
  });

  test.each([
    ['nothing', 'Sign in.'],
    ['the organisation', owner],
    ['whom to ask', contact],
    ['what an entry of the list is of', office],
    ['the number of the request', '00000000-9a59-4d2f-8c1a-7b113f2b7c1e'],
  ])('%s, and may', async (_, words) => {
    expect(await rowsOf(`{"message":"${words}"}`)).toEqual([]);
  });

  test('what was asked for, and may', async () => {
    expect(await rowsOf(`"${configured}"`, { call: getCaseData(configured) })).toEqual([]);
    expect(await rowsOf(`"${listed}"`, { call: listCases(`?after=${listed}`) })).toEqual([]);
  });

  test('all of it, which is told elsewhere, as is what is no refusal', async () => {
    expect(await rowsOf(list)).toEqual([]);
    expect(await rowsOf(`"${listed}"`, { status: 200 })).toEqual([]);
  });
});
