import { describe, expect, test } from 'vitest';
import { createOrganisationChecks } from '../../../src/checks/create-organisation.ts';
import type { Check } from '../../../src/harness/check.ts';
import { organisationPayload } from '../../../src/harness/organisation-payload.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { checkNamed, type Judged, judge, observed, said, wrongs } from '../harness/hand-made-session.ts';

const full = checkNamed(createOrganisationChecks, 'createOrganisation.full');
const leftOut = checkNamed(createOrganisationChecks, 'createOrganisation.left-out');

const wrong = (words: unknown, pointer = ''): unknown => ['create-organisation', pointer, words];
const failing = (what: string, status: number): unknown =>
  wrong(`Creating an organisation with ${what} makes the service fail (${status})`);
const texts = checkNamed(createOrganisationChecks, 'createOrganisation.texts');

const refused = (
  status: number,
  payload = 'a payload with every documented field and documented values',
): unknown => [
  'control-refused',
  `POST /api/v2/org is answered ${status} for ${payload}. ${
    [400, 422].includes(status)
      ? 'See what the target says of it: it may require what the documents do not name, or refuse what they name.'
      : 'Check whether tokens.member may create organisations.'
  }`,
];

describe('a payload with every field', () => {
  const judged = (first: number, body = '', second = 409): Promise<Judged> => {
    let sent = 0;
    return judge(full, () => {
      sent += 1;
      return sent === 1 ? [first, body] : [second, ''];
    });
  };

  test.each([
    ['{"id":1}', 'an object'],
    ['', 'no body'],
    ['<p>', 'a body that is no JSON'],
  ])('creates an organisation, whatever it is answered with: %j', async (body, words) => {
    const found = await judged(201, body);
    expect(said(found)).toEqual(['held']);
    expect(observed(found)).toEqual([
      ['createOrganisation with every field', 'accepted'],
      ['createOrganisation', `201, ${words}`],
      ['createOrganisation with a sub-domain that is taken', '409'],
      ['createOrganisation with a body that is not JSON', '409'],
      ['createOrganisation with an array for a body', '409'],
      ['createOrganisation with a field that the documents do not have', '409'],
      ['createOrganisation with an address that is an array', '409'],
      ['createOrganisation with a number for telephoneNumber', '409'],
    ]);
  });

  test('is sent twice, with every field filled, and then under the name of the own organisation', async () => {
    const bodies: unknown[] = [];
    const found = await judge(full, ({ method, body }, credentials) => {
      if (method === 'GET') return [200, '{"id":"1","registeredName":"Own LLP"}'];
      bodies.push([credentials, body]);
      return [200, ''];
    });
    expect(observed(found)).toContainEqual([
      "createOrganisation with a sub-domain that is taken, and the registered name of the caller's organisation",
      'accepted',
    ]);
    const payload = organisationPayload({ runTag: 'mark' }, 'full');
    expect(bodies.slice(0, 2)).toEqual([
      ['member', JSON.stringify(payload)],
      ['member', JSON.stringify({ ...payload, registeredName: 'Own LLP' })],
    ]);
    const texts = JSON.stringify(payload, (_name, value) => (value === '' ? 'EMPTY' : value));
    expect(texts).not.toContain('EMPTY');
    expect(payload).toMatchObject({ address: { line_1: '1 Sample Street' }, user: { firstName: 'Avery' } });
  });

  test('must not be answered 401 with a token that is valid elsewhere', async () => {
    const answering =
      (own: number) =>
      ({ method }: { method: string }) =>
        [method === 'GET' ? own : 401, ''] as const;
    const words = 'A valid token is answered 401, although other requests accept it';
    expect(said(await judge(full, answering(200)))).toEqual([wrong(words)]);
    const undecided = { judgements: [], undecidable: 'token-refused' };
    expect(await judge(full, answering(401))).toMatchObject(undecided);
  });

  test('may be taken twice, or not answered then, but must not make the service fail the second time', async () => {
    expect(said(await judged(201, '', 200))).toEqual(['held', 'held']);
    const second = said(await judged(201, '', 500)).slice(0, 2);
    expect(second).toEqual(['held', failing('a sub-domain that is taken', 500)]);
    let sent = 0;
    const silent = await judge(full, ({ method }) => {
      if (method === 'POST') sent += 1;
      if (method === 'POST' && sent === 2) throw new Undecidable('unreachable', 'Silence.');
      return [200, ''];
    });
    expect(said(silent)).toEqual(['held']);
  });

  test.each<[number, unknown]>([
    ...[404, 405, 410, 415].map((status): [number, unknown] => [status, wrong(`The answer is ${status}`)]),
    ...[302, 400, 403, 422, 499].map((status): [number, unknown] => [status, refused(status)]),
    ...[500, 503].map((status): [number, unknown] => [status, failing('every field', status)]),
  ])('is judged by %i', async (status, judgement) => {
    expect(said(await judged(status))).toEqual([judgement]);
  });
});

test.each<[member: string, judgement: unknown]>([
  ['suffix', wrong('Creating an organisation with user.suffix is answered 422, and without it accepted')],
  ['vatNumber', refused(422)],
])('a payload that is accepted without %s', async (member, judgement) => {
  const judged = await judge(full, ({ body = '' }) => [body.includes(`"${member}"`) ? 422 : 201, '']);
  expect(said(judged)).toEqual([judgement]);
});

test('a payload whose number is looked up for its type shows no member that is refused', async () => {
  const isLookedUp = (body: string): boolean => body.includes('"type"') && body.includes('"sraIDNumber"');
  const judged = await judge(full, ({ body = '' }) => [isLookedUp(body) ? 422 : 201, '']);
  expect(said(judged)).toEqual([refused(422)]);
});

test('a payload that is refused only once shows no member that is refused', async () => {
  let sent = 0;
  expect(said(await judge(full, () => [sent++ === 0 ? 400 : 201, '']))).toEqual([refused(400)]);
});

test('each kind of characters is sent alone, once, if characters of every kind make the service fail', async () => {
  const found = await judge(texts, ({ body = '' }) => [/[^\0-\u007f]/.test(body) ? 500 : 201, '']);
  const failed = [
    'characters of every kind',
    'characters of every kind',
    'accented letters',
    'rare characters',
  ];
  expect(wrongs(found)).toEqual(failed.map((what) => failing(what, 500)));
  const all = observed(found).map((one) => one[0].replace('createOrganisation with ', ''));
  expect(all.slice(-5)).toEqual(['letters', 'accented letters', 'rare characters', 'signs', 'spaces']);
});

describe('what is shown of an organisation that was created', () => {
  const sent = organisationPayload({ runTag: 'mark' }, 'full');
  const shown = async (body: unknown): Promise<unknown[]> =>
    wrongs(await judge(full, () => [201, JSON.stringify(body)]));
  const { user, address, subDomain, registeredName } = sent;
  const { subDomain: earlierDomain, registeredName: earlierName } = organisationPayload(
    { runTag: 'mark' },
    'least',
  );
  const earlier = { subDomain: earlierDomain, registeredName: earlierName };

  test.each<[what: string, body: object, pointer: string]>([
    ['another user', { ...sent, user: { ...user, email: 'b@example.com' } }, '/user/email'],
    ['another name', { ...sent, registeredName: 'Other' }, '/registeredName'],
    ['what is another member', { ...sent, user: { ...user, email: sent.emailAddress } }, '/user/email'],
    ['an earlier one of the run', { ...sent, ...earlier }, '/registeredName'],
    ['town as county', { ...sent, address: { ...address, county: address?.post_town } }, '/address/county'],
    ['no last name', { data: { ...sent, user: { ...user, lastName: '' } } }, '/data/user/lastName'],
  ])('deviates with %s', async (_, body, pointer) => {
    const words = expect.stringMatching(
      new RegExp(
        `^${pointer} is (another text|cut|empty|altered|what was sent as (/emailAddress|post_town))`,
      ),
    );
    expect(await shown(body)).toContainEqual(wrong(words, pointer));
  });

  const other = { subDomain: 'other', registeredName: 'Other', user: { email: 'b@example.com' } };
  const capitals = { subDomain: subDomain?.toUpperCase(), registeredName: registeredName?.toUpperCase() };

  test.each<[what: string, body: unknown]>([
    ['nothing', ''],
    ['another one', { ...sent, ...other }],
    ['a job', { id: 5, type: 'creation', user: { email: 'caller@example.com' } }],
    ['a part of it', { subDomain, user: 'Avery' }],
    ['it in another case', { ...sent, ...capitals }],
    [
      'other forms of it',
      { ...sent, type: 'CONVEYANCER', telephoneNumber: '01632 960001', websiteAddress: null },
    ],
  ])('may be %s', async (_, body) => {
    expect(await shown(body)).toEqual([]);
  });
});

describe('a wrong body', () => {
  const isWrong = (body = ''): boolean => /^[[{]\]?$|:5|Avery Sample|"sample"|:null|\[\]/.test(body);
  const kinds = [
    ...['a body that is not JSON', 'an address that is an array', 'a user that is a text'],
    ...['null for vatNumber', 'a number for every text'],
  ];
  const answered = (status: number, seed = 0): Promise<Judged> =>
    judge(full, ({ body }) => [isWrong(body) ? status : 201, ''], undefined, { seed });

  test('is observed, whichever way it is refused, but must not make the service fail', async () => {
    const found = await answered(418);
    expect(wrongs(found)).toEqual([]);
    expect(observed(found).slice(-5)).toEqual(
      kinds.map((kind) => [`createOrganisation with ${kind}`, '418']),
    );
    expect(wrongs(await answered(500))).toEqual(kinds.map((kind) => failing(kind, 500)));
  });

  test('takes turns, so ten seeds send each', async () => {
    const sent = new Set<string>();
    for (let seed = 0; seed < 10; seed += 1)
      for (const [subject] of observed(await answered(418, seed)).slice(-5)) sent.add(subject);
    expect([...sent]).toHaveLength(1 + 5 + 10);
    expect(sent).toContain('createOrganisation with a field that the documents do not have');
  });
});

interface Sent extends Judged {
  readonly bodies: string[];
}

async function collectItems(
  check: Check,
  statusOf: (body: string) => number,
  thorough = false,
): Promise<Sent> {
  const bodies: string[] = [];
  const judged = await judge(
    check,
    ({ body = '' }) => {
      if (!body.includes('case-conformance-mark-full')) bodies.push(body);
      return [statusOf(body), ''];
    },
    undefined,
    { thorough },
  );
  return { ...judged, bodies };
}

const sentTo = (statusOf: (body: string) => number, thorough = false): Promise<Sent> =>
  collectItems(leftOut, statusOf, thorough);

describe('a payload that leaves fields out', () => {
  const whole = organisationPayload({ runTag: 'mark' }, 'x');

  test('is sent without all that can probably be spared, and then without each of the others', async () => {
    const { bodies, ...found } = await sentTo(() => 201);
    expect(bodies).toHaveLength(12);
    expect(new Set(said(found))).toEqual(new Set(['held']));
    const [spare, ...others] = bodies.map((body) => JSON.parse(body));
    expect(Object.keys(spare)).toEqual([
      ...['type', 'registeredName', 'emailAddress', 'subDomain', 'address', 'user'],
    ]);
    expect(Object.keys(spare.address)).toEqual(['line_1', 'post_town', 'postcode']);
    expect(Object.keys(spare.user)).toEqual(['firstName', 'lastName', 'role', 'email']);
    const needed = ['type', 'registeredName', 'subDomain', 'emailAddress', 'address', 'user'];
    for (const [index, name] of needed.entries())
      expect(Object.keys(whole).filter((one) => !(one in others[index]))).toEqual([name]);
    expect(others.at(-1)).toEqual({});
    expect(observed(found).slice(1, 3)).toEqual([
      ['createOrganisation with no type', 'accepted'],
      ['createOrganisation with no registeredName', 'accepted'],
    ]);
    // A sub-domain may have to be new, so each payload has a different one.
    const names = [spare, ...others.slice(0, -1)].map((one) => one.subDomain ?? one.tradingName);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is sent with what it might leave out empty, but for e-mail addresses, which are none then', async () => {
    const { bodies } = await sentTo(() => 201);
    const [spare, emptied, others, alike] = bodies.slice(7, 11).map((body) => JSON.parse(body));
    expect(spare).toMatchObject({ vatNumber: '', address: { line_2: '' }, user: { bio: '' } });
    expect(spare.registeredName).not.toBe('');
    expect(emptied).toMatchObject({ address: {}, user: {} });
    expect(alike.user.email).toBe(alike.emailAddress);
    expect(Object.keys(alike.address)).toContain('line_3');
    expect(Object.keys(alike.address)).not.toContain('line_2');
    expect(others).toMatchObject({ registeredName: '', user: { firstName: '' } });
    expect(others.user.email).not.toBe('');
  });

  test('is sent without each member alone where everything is tried', async () => {
    const { bodies } = await sentTo(() => 201, true);
    const members = 7 + 13 + 10;
    expect(bodies).toHaveLength(12 + members + members - 2);
  });

  test('must not make the service fail', async () => {
    const found = await sentTo((body) => (body.includes('"role"') ? 400 : 500));
    for (const what of ['no field at all', 'no user', 'an empty address, user'])
      expect(wrongs(found)).toContainEqual(failing(what, 500));
    expect(found.undecidable).toBeUndefined();
  });

  test('must not make the service fail for an empty user, if an empty address is refused', async () => {
    const found = await sentTo((body) =>
      body.includes('"address":{}') ? 400 : body.includes('"user":{}') ? 500 : 201,
    );
    expect(wrongs(found)).toEqual([failing('an empty user', 500)]);
    expect(found.bodies.filter((body) => body.includes('{}'))).toHaveLength(4);
  });

  test('decides nothing where all of them are refused', async () => {
    expect(said(await sentTo(() => 400))).toEqual([refused(400)]);
    const others = await sentTo((body) => (body.includes('case-conformance-mark-full') ? 201 : 400));
    expect(said(others)).toEqual([refused(400, 'each of 14 payloads')]);
  });

  test('is not sent where nobody may create', async () => {
    const { bodies, ...found } = await sentTo(() => 403);
    expect(bodies).toEqual([]);
    expect(said(found)).toEqual([refused(403)]);
  });
});

describe('a payload with rare texts', () => {
  const sentTexts = (statusOf: (body: string) => number, thorough = false): Promise<Sent> =>
    collectItems(texts, statusOf, thorough);

  test('holds them in the names', async () => {
    const { bodies, ...found } = await sentTexts(() => 201);
    expect(new Set(said(found))).toEqual(new Set(['held']));
    const sent = bodies.map((body) => JSON.parse(body));
    expect(sent[0]).toMatchObject({
      registeredName: expect.stringMatching(/^case-conformance-mark-t0 Limited {3}\S/),
      user: { lastName: expect.stringMatching(/[ëúóøü]/), firstName: expect.stringMatching(/[ëúóøü]/) },
    });
    expect(sent.map(({ user }) => user.bio.length).slice(-2)).toEqual([4_001, 256]);
    expect(sent).toHaveLength(5);
    expect((await sentTexts(() => 201, true)).bodies).toHaveLength(7);
  });

  test('must not make the service fail, but may be refused', async () => {
    const found = await sentTexts((body) => (body.includes('🏡') ? 500 : 400));
    expect(said(found)).toEqual([failing('characters of every kind', 500)]);
    expect(said(await sentTexts(() => 422))).toEqual([refused(422)]);
    expect(said(await sentTexts(() => 405))).toEqual([refused(405)]);
  });

  test('is shown as it was sent', async () => {
    const found = await judge(texts, ({ body = '{}' }) => {
      const payload = JSON.parse(body);
      const plain = payload.registeredName.replaceAll(/[\u0080-\u{10ffff}]/gu, '?');
      return [201, JSON.stringify({ ...payload, registeredName: plain })];
    });
    const words = '/registeredName is stored with ? instead of characters beyond ASCII';
    expect(said(found)).toContainEqual(wrong(words, '/registeredName'));
  });
});
