import { describe, expect, test } from 'vitest';
import { type Call, getCaseData, getOrganisation, updateClient } from '../../../src/api/calls.ts';
import { refusalChecks } from '../../../src/checks/refusals.ts';
import type { Check } from '../../../src/harness/check.ts';
import { forgeries } from '../../../src/harness/forgeries.ts';
import type { Target, TokenName } from '../../../src/harness/target.ts';
import type { OperationId } from '../../../src/specification/description.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { type Answerer, checkNamed, judge, noTarget, said } from '../harness/hand-made-session.ts';

const cases = ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52'];
const clients = ['99a439b3-87fb-4bda-bded-98a31048f0e0', 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2'];
const operations = [
  'getCaseData',
  'getOrganisation',
  'listCases',
  'updateClient',
  'createOrganisation',
] as const;

const target: Target = {
  ...noTarget,
  tokens: new Set<TokenName>(['member', 'restricted', 'outsider']),
  restrictedOperations: operations,
  cases: { ...noTarget.cases, Sale: cases },
  foreignCases: ['5e0a4d52-9a59-4d2f-8c1a-7b113f2b7c1e'],
  clients,
  writes: 'all',
};

const shown = '{"name":"Acme and Partners, conveyancers"}';
const message = '{"message":"No."}';

function toMember({ operation, path, body }: Call): readonly [number, string] {
  if (path === getCaseData('').path) return [400, message];
  if (operation === 'getCaseData')
    return cases.some((id) => path === getCaseData(id).path) ? [200, shown] : [404, message];
  if (body === '{' || body === '[]') return [400, message];
  if (operation === 'updateClient')
    return clients.some((id) => path === updateClient(id, '').path) ? [200, shown] : [404, message];
  return [200, shown];
}

function refusing(refusal: (call: Call, status: number) => readonly [number, string]): Answerer {
  return (call, credentials) =>
    credentials === 'member' ? toMember(call) : refusal(call, typeof credentials === 'string' ? 403 : 401);
}

const right = refusing((_call, status) => [status, message]);
const ofCredentials = refusalChecks.filter(({ id }) => /\.credentials(\.|-of-all|-before)/.test(id));
const ofPermissions = refusalChecks.filter(({ id }) => id.endsWith('.permissions'));
const outsider = checkNamed(refusalChecks, 'updateClient.outsider');

async function refusedBy(check: Check): Promise<Call[]> {
  const seen: Call[] = [];
  const noting: Answerer = (call, credentials) => {
    if (credentials !== 'member') seen.push(call);
    return right(call, credentials);
  };
  await judge(check, noting, target);
  return seen;
}

const named = (checks: typeof refusalChecks) => checks.map((check) => [check.id, check] as const);

test('Every operation that requires a token has every check', () => {
  for (const operation of operations) {
    const own = refusalChecks.filter((check) => check.operation === operation);
    const ids = own.map(({ id }) => id);
    for (const { id } of forgeries) expect(ids).toContain(`${operation}.credentials.${id}`);
    expect(ids).toContain(`${operation}.permissions`);
  }
  expect(ofPermissions).toHaveLength(operations.length);
});

test.each(named(ofCredentials))(
  '%s: acceptances are found, and what is missing is reported, if a request gets no answer',
  async (_id, check) => {
    const { length } = await refusedBy(check);
    for (const silent of [0, length - 1]) {
      let place = -1;
      const accepting = refusing(() => {
        place += 1;
        if (place === silent) throw new Undecidable('unreachable', 'Silence.');
        return [200, shown];
      });
      const { judgements, undecidable } = await judge(check, accepting, target);
      expect(judgements.filter(({ kind }) => kind === 'deviates')).toHaveLength(length - 1);
      expect(undecidable).toBe('unreachable');
    }
  },
);

test.each([
  ['getCaseData.credentials-before-existence', 'No case has this identifier'],
  ['getCaseData.credentials-before-ownership', 'The case is of another organisation'],
  ['getCaseData.credentials-before-form', 'The identifier is not a UUID'],
  ['updateClient.credentials-before-existence', 'No client has this identifier'],
])('%s names the defect, and that it is looked at before the credentials', async (name, defect) => {
  const detailAt = async (status: number) => {
    const answering = refusing(() => [status, message]);
    const { judgements } = await judge(checkNamed(refusalChecks, name), answering, target);
    return judgements.flatMap((one) => (one.kind === 'deviates' ? [one.finding.detail] : []))[0];
  };
  const early =
    'A valid token is answered 404, too, so the service may look at the request before the credentials';
  expect(await detailAt(404)).toBe(`${defect}. ${early}`);
  expect(await detailAt(400)).toBe(defect);
});

// The check that is left out sends a request that was answered 400, and this service never answers 400.
const ofRecords = ofCredentials.filter(
  ({ id, operation }) =>
    ['getCaseData', 'listCases', 'updateClient'].includes(operation) &&
    id !== 'getCaseData.credentials-before-validation',
);

test.each(named(ofRecords))(
  '%s: an acceptance is found even if the request with valid credentials is refused, and nothing else is',
  async (_id, check) => {
    const answering =
      (status: number): Answerer =>
      (call, credentials) => {
        if (call.path === getOrganisation().path && credentials === 'member') return [200, shown];
        return credentials === 'member' ? [500, ''] : [status, shown];
      };
    const [first] = said(await judge(check, answering(200), target));
    expect(first).toEqual(['credentials-401', '', 'The status is 200 instead of 401']);
    expect(await judge(check, answering(500), target)).toMatchObject({
      judgements: [],
      undecidable: 'control-refused',
    });
  },
);

describe('without valid credentials', () => {
  const decided: Partial<Record<OperationId, string>> = {
    getCaseData: 'error-message',
    getOrganisation: 'bodies-are-json',
    listCases: 'bodies-are-json',
  };

  test.each(named(ofCredentials))(
    '%s: judges a status, data and a body, as far as they are decided',
    async (id, check) => {
      const calls = await refusedBy(check);
      const { length } = calls;
      const found = async (refusal: Parameters<typeof refusing>[0]) =>
        said(await judge(check, refusing(refusal), target));
      const isOfWriting = check.operation === 'updateClient' || check.operation === 'createOrganisation';
      expect(await found((_call, status) => [status, message])).toEqual(
        Array((isOfWriting ? 1 : 2) * length).fill('held'),
      );
      const wrong = (words: string) => ['credentials-401', '', words];
      expect(await found(() => [200, shown])).toEqual(
        Array(length).fill(wrong('The status is 200 instead of 401')),
      );
      const generous = await found((_call, status) => [status, shown.replace('{', '{"message":"No.",')]);
      // A request with a second defect has no accepted answer whose data could be disclosed.
      const isRefusedAnyhow = /before-(existence|ownership|form|validation)$/.test(id);
      expect(generous.filter((one) => one !== 'held')).toEqual(
        Array(isRefusedAnyhow ? 0 : length).fill(wrong('The refusal contains the data that it refuses')),
      );
      const pages = (await found((_call, status) => [status, '<p>'])).filter((one) => one !== 'held');
      expect([...new Set(pages.map((one) => (one as string[])[0]))]).toEqual(
        [decided[check.operation]].filter((row) => row !== undefined),
      );
      expect(await judge(check, () => [401, message], target)).toMatchObject({
        judgements: [],
        // Some checks use the operation that proves tokens as their control.
        undecidable: expect.stringMatching(/^(control|token)-refused$/),
      });
      expect(new Set(calls.map(({ operation }) => operation))).toEqual(new Set([check.operation]));
      // The check `of-all` makes two requests here. The other checks send all requests to one path.
      if (id.endsWith('of-all')) expect(calls).toHaveLength(2);
      else if (!id.includes('-before')) expect(new Set(calls.map(({ path }) => path)).size).toBe(1);
    },
  );

  test.each([1, 2, 5, 9, 12])(
    'Of %i cases, each is asked for without credentials, and one of the first ten, or every second, with a token',
    async (count) => {
      const listed = Array.from({ length: count }, (_, place) => `case-${place}`);
      const sent = new Map(listed.map((id) => [getCaseData(id).path, new Set<string>()]));
      const noting: Answerer = (call, credentials) => {
        if (typeof credentials === 'string') return [200, shown];
        const header = credentials.authorization('ab-token-of-a-member-0123456789');
        if (header === undefined || /^Bearer \S/.test(String(header)))
          sent.get(call.path)?.add(header === undefined ? 'nothing' : 'a token');
        return [401, message];
      };
      const listing = { ...target, cases: { ...noTarget.cases, Sale: listed } };
      for (const check of ofCredentials.filter(({ operation }) => operation === 'getCaseData'))
        await judge(check, noting, listing);
      expect([...sent.values()].every((kinds) => kinds.has('nothing'))).toBe(true);
      const withToken = [...sent.values()].map((kinds) => kinds.has('a token'));
      expect(withToken).toEqual(listed.map((_, place) => place < 10 || place % 2 === 1));
    },
  );

  test.each([
    [400, ['held']],
    [422, ['held']],
    [403, [['token-refused', expect.any(String)]]],
  ])('A valid token that is answered %i is a control, or none', async (status, expected) => {
    const check = checkNamed(ofCredentials, 'updateClient.credentials.absent');
    const answer: Answerer = (_, credentials) => [credentials === 'member' ? status : 401, message];
    expect(said(await judge(check, answer, target))).toEqual(expected);
  });

  const preceding = ofCredentials.filter(({ id }) => id.includes('.credentials-before'));
  test.each(named(preceding))(
    '%s: decides nothing where its twin fails or is answered 401',
    async (_id, check) => {
      const answering =
        (status: number): Answerer =>
        (call, credentials) => {
          if (credentials !== 'member') return [401, message];
          return call.operation === check.operation ? [status, message] : toMember(call);
        };
      expect(await judge(check, answering(500), target)).toMatchObject({ judgements: [] });
      for (const status of [500, 401])
        expect(await judge(check, answering(status), target)).toMatchObject({
          undecidable: 'control-refused',
        });
    },
  );

  test.each(named(preceding))('%s: does not mind that its twin is refused otherwise', async (id, check) => {
    const refused: Answerer = (call, credentials) => {
      if (credentials !== 'member') return [401, message];
      return call.operation === check.operation ? [499, ''] : toMember(call);
    };
    const found = await judge(check, refused, target);
    // A router may answer every form of a missing identifier itself.
    if (id === 'getCaseData.credentials-before-validation')
      expect(found).toMatchObject({
        judgements: [],
        undecidable: 'control-refused',
        remedy:
          'A request without a case identifier is answered 499 with valid credentials, and not 400 (interface 4.1, 7), so a refusal proves nothing. Fix that at the target first.',
      });
    else expect(said(found)[0]).toBe('held');
    const [twin] = /before-(schema|condition)$/.test(id) ? [shown] : [message];
    const seen: string[] = [];
    const noting: Answerer = (call, credentials) => {
      const answer = right(call, credentials);
      if (credentials === 'member' && call.operation === check.operation) seen.push(answer[1]);
      return answer;
    };
    await judge(check, noting, target);
    expect(new Set(seen)).toEqual(new Set([twin]));
  });
});

test.each(named(ofCredentials.filter(({ id }) => id.startsWith('createOrganisation.credentials-before'))))(
  '%s: proves nothing where the operation is not routed',
  async (_, check) => {
    for (const status of [404, 405])
      expect(await judge(check, () => [status, message], target)).toMatchObject({
        ...{ judgements: [], undecidable: expect.any(String) },
      });
  },
);

const ofCreations = [...ofCredentials, ...ofPermissions].filter(
  ({ operation, id }) => operation === 'createOrganisation' && !id.includes('-before'),
);
test.each(named(ofCreations))(
  '%s: has a name of its own, so that who is let in is not refused for a name that is taken',
  async (_id, check) => {
    const taken = new Set<string>();
    const lettingIn: Answerer = (call, credentials) => {
      if (call.operation !== 'createOrganisation') return right(call, credentials);
      const { subDomain } = JSON.parse(call.body ?? '{}');
      if (taken.has(subDomain) && credentials !== 'member') return [409, message];
      taken.add(subDomain);
      return [201, '{}'];
    };
    const found = said(await judge(check, lettingIn, target));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      expect(one).toEqual([expect.any(String), '', expect.stringMatching(/is 201 instead of \d+$/)]);
  },
);

describe('without the permission', () => {
  test.each(named(ofPermissions))('%s: is for what the token is kept from', (_id, check) => {
    expect(check.applies?.(target)).toBe(true);
    const others = operations.filter((operation) => operation !== check.operation);
    expect(check.applies?.({ ...target, restrictedOperations: others })).toBe(false);
  });

  test.each(named(ofPermissions))('%s: 403 passes, and all else is found', async (_id, check) => {
    const found = async (answer: Answerer) => said(await judge(check, answer, target));
    expect(new Set(await found(right))).toEqual(new Set(['held']));
    const isOfSome = check.operation === 'getCaseData' || check.operation === 'updateClient';
    expect(await found(refusing(() => [200, shown]))).toEqual(
      Array(isOfSome ? 2 : 1).fill(['permissions-403', '', 'The status is 200 instead of 403']),
    );
  });

  test.each(named(ofPermissions))('%s: is not decided by a token that is not valid', async (_id, check) => {
    const invalid = refusing(() => [401, message]);
    expect(await judge(check, invalid, target)).toMatchObject({ undecidable: 'token-refused' });
    if (check.operation !== 'getCaseData' && check.operation !== 'updateClient') return;
    // If another operation accepts the token, the 401 is a wrong refusal.
    for (const [status, other] of [
      [418, 401],
      [401, 200],
    ] as const) {
      const answer = refusing((call) => [call.operation === check.operation ? status : other, shown]);
      expect(said(await judge(check, answer, target))).toContainEqual([
        ...['permissions-403', '', `The status is ${status} instead of 403`],
      ]);
    }
  });

  test.each(named(ofPermissions))(
    '%s: what was found is told, also where no answer comes then',
    async (_id, check) => {
      let asked = 0;
      const silent: Answerer = (call, credentials) => {
        if (credentials === 'member') return toMember(call);
        asked += 1;
        if (asked > 1) throw new Undecidable('unreachable', 'No answer.');
        return [200, shown];
      };
      expect(said(await judge(check, silent, target, { repeat: 2 }))).toEqual([
        ['permissions-403', '', 'The status is 200 instead of 403'],
        ['unreachable', 'No answer.'],
      ]);
    },
  );

  test.each(named(ofPermissions))('%s: is not decided where the member is refused', async (_id, check) => {
    const refused: Answerer = (_call, credentials) => [credentials === 'member' ? 404 : 403, message];
    expect(await judge(check, refused, target)).toMatchObject({
      judgements: [],
      undecidable: 'control-refused',
    });
  });
});

describe('a token without the permission creates nothing', () => {
  const check = checkNamed(ofPermissions, 'createOrganisation.permissions');
  const creating = async (seed: number, isOdd: (call: Call) => boolean, status: number) => {
    let accepted = 0;
    const answer = refusing((call) => {
      if (!isOdd(call)) return [403, message];
      accepted += 1;
      // The sub-domain is taken the second time.
      return [accepted > 1 ? 409 : status, message];
    });
    return said(await judge(check, answer, { ...target, writes: 'all' }, { seed }));
  };
  const queried = (status: number) => creating(1, ({ path }) => path.endsWith('?page=1'), status);
  const empty = (status: number, seed = 2) => creating(seed, ({ body }) => body === '{}', status);

  test('if the path has a query', async () => {
    for (const status of [400, 403, 404]) expect(await queried(status)).toEqual(['held', 'held']);
    for (const status of [200, 201]) {
      const words = `The path, written with a query, is answered ${status} instead of refused`;
      expect(await queried(status)).toEqual(['held', ['permissions-403', '', words]]);
    }
  });

  test('from a payload without fields, which may be refused first', async () => {
    for (const status of [400, 403, 422]) expect(await empty(status)).toEqual(['held', 'held']);
    const words = 'The status is 201 instead of 403';
    expect(await empty(201)).toEqual(['held', ['permissions-403', '', words]]);
    expect(await empty(201, 1)).toEqual(['held', 'held']);
  });
});

describe('a change by a user of another organisation', () => {
  const neither =
    'PATCH /api/v2/clients/99a439b3-87fb-4bda-bded-98a31048f0e0 is answered 302, which is neither an acceptance nor a refusal with 403. Check the tokens and the target.';

  const wrong = (words: string) => ['outsider-403', '', words];
  const found = async (refusal: Parameters<typeof refusing>[0]) => judge(outsider, refusing(refusal), target);

  test.each<[number, string, unknown]>([
    [403, message, 'held'],
    [400, message, 'held'],
    [499, message, 'held'],
    [200, message, wrong('The status is 200 instead of 403')],
    [403, `[${shown}]`, wrong('The answer contains protected data')],
    [302, message, ['no-data', neither]],
    [500, message, wrong('The status is 500 instead of 403')],
  ])('is answered %i %s', async (status, body, judgement) => {
    expect(said(await found(() => [status, body]))[0]).toEqual(judgement);
  });

  test('is tried for every client, with a token that is valid', async () => {
    expect(said(await judge(outsider, right, target))).toEqual(['held', 'held', 'held', 'held']);
    const nothing = { judgements: [], undecidable: 'token-refused' };
    expect(await found(() => [401, message])).toMatchObject(nothing);
    const elsewhere = await found((call) => [call.operation === 'updateClient' ? 404 : 401, message]);
    expect(said(elsewhere)).toEqual(['held', 'held', 'held', 'held']);
    const proven = await found((call) => [call.operation === 'updateClient' ? 401 : 200, message]);
    const words = wrong('The status is 401 instead of 403');
    expect(said(proven)).toEqual([words, words]);
    const refused: Answerer = (_call, credentials) => [credentials === 'member' ? 404 : 403, message];
    expect(await judge(outsider, refused, target)).toMatchObject({ undecidable: 'control-refused' });
  });
});
