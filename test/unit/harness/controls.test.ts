import { describe, expect, test } from 'vitest';
import { getCaseData, getOrganisation, listCases } from '../../../src/api/calls.ts';
import { control, provenToken } from '../../../src/harness/controls.ts';
import type { TokenName } from '../../../src/harness/target.ts';
import { noTarget, sessionWith } from './hand-made-session.ts';

describe('a control', () => {
  test('is sent with the member’s token, and accepted', async () => {
    const session = sessionWith((_call, credentials) => [credentials === 'member' ? 204 : 401, '']);
    expect(await control(session, getCaseData('1'))).toMatchObject({ status: 204, call: getCaseData('1') });
  });

  test('that is not accepted decides nothing', async () => {
    const session = sessionWith(() => [404, '']);
    await expect(control(session, getCaseData('1'))).rejects.toMatchObject({
      name: 'Undecidable',
      reason: 'control-refused',
      message:
        'The same request with valid credentials, GET /api/v2/cases/1/data, is answered 404, so a refusal proves nothing. Check tokens.member and what the configuration lists.',
    });
    const failing = sessionWith(() => [500, '']);
    await expect(control(failing, getCaseData('1'))).rejects.toThrow('Fix that at the target first.');
    const isThere = (status: number): boolean => status === 404;
    expect(await control(session, getCaseData('1'), isThere)).toMatchObject({ status: 404 });
  });
});

describe('a token', () => {
  /** The requests that prove a token, if getOrganisation and listCases are answered with these statuses. */
  const proof = async (token: TokenName, org: number, cases: number): Promise<unknown> => {
    const asked: string[] = [];
    const session = sessionWith(({ path }, credentials) => {
      asked.push(`${credentials} ${path}`);
      return [path === getOrganisation().path ? org : cases, ''];
    });
    const isProven = await provenToken(session, token).then(
      () => true,
      ({ reason, message }) => [reason, message],
    );
    expect(asked[0]).toBe(`${token} ${getOrganisation().path}`);
    if (asked.length > 1) expect(asked[1]).toBe(`${token} ${listCases().path}`);
    return [isProven, asked.length];
  };

  test.each([
    ['member', 200, 401, true, 1],
    ['member', 404, 401, true, 1],
    ['member', 500, 401, true, 1],
    ['member', 401, 200, true, 2],
    ['member', 403, 200, true, 2],
    ['outsider', 403, 401, true, 1],
    ['outsider', 401, 204, true, 2],
    ['outsider', 401, 403, true, 2],
    ['restricted', 401, 403, true, 2],
  ] as const)('of the %s is proven by %i, or %i', async (token, org, cases, isProven, asked) => {
    expect(await proof(token, org, cases)).toEqual([isProven, asked]);
  });

  test.each([
    ['member', 401, 401],
    ['member', 403, 403],
    ['outsider', 401, 404],
  ] as const)('of the %s is not proven by %i and %i', async (token, org, cases) => {
    expect(await proof(token, org, cases)).toEqual([
      [
        'token-refused',
        `Neither GET /api/v2/org (${org}) nor GET /api/v2/cases accepts tokens.${token}. Check it in the configuration.`,
      ],
      2,
    ]);
  });

  test.each([
    [200, true],
    [403, true],
    [401, false],
    [404, false],
    [500, false],
  ])('of the outsider is proven, or not, by a case that is answered %i', async (status, isProven) => {
    const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
    const target = { ...noTarget, cases: { ...noTarget.cases, Sale: [id] } };
    const session = sessionWith(({ path }) => [path === getCaseData(id).path ? status : 401, ''], target);
    const proven = provenToken(session, 'outsider').then(() => true);
    expect(await proven.catch(({ reason }) => reason)).toBe(isProven || 'token-refused');
    await expect(provenToken(session, 'member')).rejects.toMatchObject({ reason: 'token-refused' });
  });

  test('of the member is told by the variable that it is from', async () => {
    const memberFrom = 'the environment variable CASE_API_TOKEN';
    const session = sessionWith(() => [401, ''], { ...noTarget, memberFrom });
    await expect(provenToken(session, 'member')).rejects.toThrow(`Check ${memberFrom}.`);
    await expect(provenToken(session, 'outsider')).rejects.toThrow('Check it in the configuration.');
  });
});
