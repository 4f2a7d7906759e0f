import { describe, expect, test } from 'vitest';
import { type Call, getCaseData } from '../../../src/api/calls.ts';
import { refusalChecks } from '../../../src/checks/refusals.ts';
import type { Check } from '../../../src/harness/check.ts';
import type { Forgery } from '../../../src/harness/forgeries.ts';
import type { Target, TokenName } from '../../../src/harness/target.ts';
import {
  cookiesAlone,
  cookiesSetIn,
  tokenInAllPlaces,
  withCookies,
} from '../../../src/harness/token-places.ts';
import { type Answerer, checkNamed, judge, noTarget, said, wrongs } from '../harness/hand-made-session.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const target: Target = {
  ...noTarget,
  cases: { ...noTarget.cases, Sale: [id] },
  clients: ['99a439b3-87fb-4bda-bded-98a31048f0e0'],
  writes: 'all',
};
const shown = '{"name":"Acme and Partners, conveyancers","line":"1 Sample Street, Testerton"}';
const message = '{"message":"No."}';
const all = refusalChecks.filter(({ id }) => /\.credentials-(elsewhere|proxies|other)/.test(id));
const named = (checks: readonly Check[]) => checks.map((check) => [check.id, check] as const);

type Refusal = (
  call: Call,
  forgery: Forgery,
) => readonly [status: number, body: string, headers?: Readonly<Record<string, string>>];

function refusing(refusal: Refusal): Answerer {
  return (call, credentials) =>
    credentials === 'member' ? [200, shown] : refusal(call, credentials as TokenName & Forgery);
}

function found(check: Check, refusal: Refusal): Promise<unknown[]> {
  return judge(check, refusing(refusal), target).then((judged) => wrongs(judged));
}

const wrong = (words: string): unknown => ['credentials-401', '', words];

describe('another way in', () => {
  test.each(named(all))('%s: is closed by a right service', async (_id, check) => {
    expect(await found(check, () => [401, message])).toEqual([]);
  });

  test.each(named(all))('%s: decides nothing where the member is refused', async (_id, check) => {
    expect(await judge(check, () => [404, message], target)).toMatchObject({
      judgements: [],
      undecidable: 'control-refused',
    });
  });

  test.each(named(all))('%s: is found where it is open', async (_id, check) => {
    const opened = await found(check, ({ method, path }) =>
      path.includes('00000000') ? [404, ''] : [200, method === 'HEAD' ? '' : shown],
    );
    expect(opened.length).toBeGreaterThan(0);
  });

  test.each(named(all.filter(({ id }) => !/elsewhere|proxies/.test(id))))(
    '%s: may lead nowhere, to a page, or to what is public',
    async (_id, check) => {
      for (const [status, body] of [
        [404, message],
        [200, '<!doctype html>'],
        [204, ''],
        [301, ''],
        [200, '[]'],
        [200, '{"openapi":"3.1.0"}'],
        [500, ''],
      ] as const)
        expect(await found(check, () => [status, body]), String(status)).toEqual([]);
    },
  );
});

describe('a token elsewhere', () => {
  const check = checkNamed(refusalChecks, 'getCaseData.credentials-elsewhere');

  test.each([400, 403, 302, 404, 431])('may be refused by a proxy with %i', async (status) => {
    expect(await found(check, () => [status, ''])).toEqual([]);
  });

  const in200 = [wrong('The status is 200 instead of 401')];

  test.each<[string, Refusal]>([
    [
      'is told apart where one place lets it in',
      (_call, { additions }) =>
        additions?.('secret').headers?.cookie === undefined ? [401, message] : [200, shown],
    ],
    [
      'is found where only all together let it in',
      (_call, { id: name }) => (name.includes('everywhere') ? [200, shown] : [401, message]),
    ],
    [
      'is tried in one place after the other where so much is not read',
      (_call, { id: name, additions }) => {
        if (name.includes('everywhere')) return [431, ''];
        return additions?.('secret').query?.access_token === undefined ? [401, message] : [200, shown];
      },
    ],
  ])('%s', async (_, refusal) => {
    expect(await found(check, refusal)).toEqual(in200);
  });

  test('is told of each place where all let it in, and of none where nothing is asked for', async () => {
    const allPlaces = await found(check, (_call, { id: name }) =>
      name.includes('elsewhere') ? [200, shown] : [401, message],
    );
    expect(allPlaces.length).toBeGreaterThan(10);
    expect(await found(check, () => [200, shown])).toEqual(in200);
    const failed = wrong('The status is 500 instead of 401');
    expect(await found(check, () => [500, message])).toContainEqual(failed);
  });

  test.each([
    [undefined, ''],
    ['a=1', 'a=1'],
    ['a=1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure, b=x=; HttpOnly', 'a=1; b=x='],
    ['a=\u00c9cole, b=1', 'b=1'],
  ])('is sent with the cookies that an answer set: %s', (set, cookies) => {
    const headers: Record<string, string> = set === undefined ? {} : { 'set-cookie': set };
    expect(cookiesSetIn({ headers })).toBe(cookies);
    const sent = (forgery: Forgery) => withCookies(forgery, cookies).additions?.('t').headers?.cookie;
    expect(sent(cookiesAlone)).toBe(cookies === '' ? undefined : cookies);
    expect(sent(tokenInAllPlaces)).toMatch(cookies === '' ? /=t$/ : new RegExp(`=t; ${cookies}$`));
  });

  test('must not be refused with what it asks for', async () => {
    const holding = await found(check, () => [403, `{"message":"No.",${shown.slice(1)}`]);
    expect(holding).toContainEqual(wrong('The answer contains protected data'));
  });

  test('decides nothing where the member is refused alike', async () => {
    const list = checkNamed(refusalChecks, 'listCases.credentials-elsewhere');
    const words = expect.stringContaining('is answered 422 with a valid token too');
    expect(said(await judge(list, () => [422, '']))).toEqual([['control-refused', words]]);
  });
});

describe('another path', () => {
  const check = checkNamed(refusalChecks, 'getCaseData.credentials-other-paths');

  test('must not create an organisation, whatever the answer shows', async () => {
    const creations = checkNamed(refusalChecks, 'createOrganisation.credentials-other-paths');
    const answering =
      (status: number): Refusal =>
      ({ path }) =>
        path.endsWith('/org/') ? [status, '{"id":"1"}'] : [401, message];
    const words = 'The path, written with a slash at the end, creates an organisation without credentials';
    expect(await found(creations, answering(201))).toEqual([wrong(words)]);
    expect(await found(creations, answering(200))).toEqual([]);
  });

  test('is written otherwise, of the same case', async () => {
    const asked = new Map<string | undefined, string>();
    await found(check, ({ path, spelling }) => {
      asked.set(spelling, path);
      return [404, message];
    });
    expect(asked.size).toBe(4);
    expect([...asked.values()].every((path) => path.toLowerCase().includes(id))).toBe(true);
  });

  test('shows what is guarded though it is not written letter by letter', async () => {
    const other = JSON.stringify({ stamp: 5, data: JSON.parse(shown) });
    const words = 'The path, written with a slash at the end, shows data without credentials';
    expect(await found(check, ({ path }) => (path.endsWith('/') ? [200, other] : [404, message]))).toEqual([
      wrong(words),
    ]);
  });
});

describe('another method', () => {
  const ofCase = checkNamed(refusalChecks, 'getCaseData.credentials-other-methods');
  const ofClient = checkNamed(refusalChecks, 'updateClient.credentials-other-methods');

  test('tells by HEAD what there is only where it is answered otherwise for what there is not', async () => {
    const words = 'HEAD without credentials reveals that the case exists: it is answered 200';
    const telling: Refusal = ({ method, path }) => {
      if (method !== 'HEAD') return [401, message];
      return path === getCaseData(id).path ? [200, ''] : [404, ''];
    };
    expect(await found(ofCase, telling)).toEqual([wrong(words)]);
    expect(await found(ofCase, ({ method }) => (method === 'HEAD' ? [200, ''] : [401, message]))).toEqual([]);
  });

  test.each<[string, string | undefined, unknown[]]>([
    ['that of the record', String(shown.length), ['head-as-get']],
    ['that of the refusal', String(message.length), []],
    ['another', '7', []],
    ['none', undefined, []],
  ])('is advised of for its length: %s', async (_name, length, rows) => {
    const headers: Record<string, string> = length === undefined ? {} : { 'content-length': length };
    const answer = refusing(({ method }) => (method === 'HEAD' ? [401, '', headers] : [401, message]));
    const { judgements } = await judge(ofCase, answer, target);
    const advised = judgements.flatMap((one) => (one.kind === 'advises' ? [one.finding.requirement] : []));
    expect(advised).toEqual(rows);
    expect(judgements.filter(({ kind }) => kind === 'deviates')).toEqual([]);
  });

  test('of a client is POST or PUT only where the data is disposable', async () => {
    const methods = async (writes: 'restore' | 'all'): Promise<string[]> => {
      const seen: string[] = [];
      const noting = refusing(({ method }) => {
        seen.push(method);
        return [401, message];
      });
      await judge(ofClient, noting, { ...target, writes });
      return seen;
    };
    expect(await methods('restore')).toEqual(['GET']);
    expect(await methods('all')).toEqual(['GET', 'POST', 'PUT']);
  });
});
