import { describe, expect, test } from 'vitest';
import { getCaseData, getOrganisation } from '../../../src/api/calls.ts';
import { getCaseDataChecks } from '../../../src/checks/get-case-data.ts';
import { spellingsOfForeign } from '../../../src/harness/spellings.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import {
  type Answerer,
  checkNamed,
  type Judged,
  judge,
  noTarget,
  observed,
  said,
} from '../harness/hand-made-session.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const foreign = '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52';
const unused = '00000000-0000-4000-8000-000000000000';
const target = { ...noTarget, cases: { ...noTarget.cases, Sale: [id] }, foreignCases: [foreign] };
const path = getCaseData(id).path;
const anotherPath = getCaseData('not-a-uuid').path;

const checkOf = (name: string) => checkNamed(getCaseDataChecks(bundled), `getCaseData.${name}`);

const silent = (): never => {
  throw new Undecidable('unreachable', 'Silence.');
};

function judged(check: string, answer: Answerer): Promise<Judged> {
  const whole: Answerer = (call, credentials) =>
    call.path === getOrganisation().path ? [200, '{}'] : answer(call, credentials);
  return judge(checkOf(check), whole, target);
}

describe('a listed case', () => {
  const wrong = (words: string): unknown => ['case-data-200', '', words];

  test.each<[number, string, ...unknown[]]>([
    [200, '{"caseType":"Sale"}', 'held'],
    [200, '<p>', ['bodies-are-json', '', expect.stringMatching(/^The body is not JSON/)]],
    [200, '', 'held', wrong('The body is empty instead of a record')],
    [404, '{}', wrong('The status is 404 instead of 200')],
    [500, '{}', wrong('The status is 500 instead of 200')],
  ])('is answered %i %j', async (status, body, ...judgements) => {
    expect(said(await judged('listed-cases', () => [status, body]))).toEqual(judgements);
  });

  test('may be gone if it is answered 404', async () => {
    const { judgements } = await judged('listed-cases', () => [404, '{}']);
    expect(judgements[0]).toMatchObject({
      finding: { detail: expect.stringContaining('If the case is gone, ') },
    });
  });

  test('is observed where the documents leave it free', async () => {
    const record = JSON.stringify({ caseType: 'Sale', TA10: { type: 'a' }, TA9: {} });
    const found = await judged('listed-cases', () => [200, record]);
    expect(observed(found)).toEqual(
      expect.arrayContaining([
        ['Sale /TA9', 'carries no type'],
        ['Sale /TA10', 'carries a type'],
      ]),
    );
  });
});

describe('the record', () => {
  const ofCase = (record: unknown, status = 200): Promise<Judged> =>
    judged('of-the-case', () => [status, JSON.stringify(record)]);
  const wrong = (pointer: string, words: string) => ['case-data-of-the-case', pointer, `${pointer} ${words}`];
  const another = wrong('/caseId', `is not ${id}, the case asked for`);
  const ofType = wrong('/caseType', "is 'Purchase' instead of 'Sale': this case is listed under cases.Sale");
  const nobodys = `The record at ${path} has no caseId, so it is not known whose it is.`;
  const sale = { caseId: id, caseType: 'Sale' };

  test.each<[unknown, number, ...unknown[]]>([
    [{ caseId: id.toUpperCase(), caseType: 'Sale' }, 200, 'held', 'held'],
    [{ caseId: foreign, caseType: 'Sale' }, 200, another, 'held'],
    [{ caseId: 5, caseType: 'Sale' }, 200, another, 'held'],
    [{ caseId: id, caseType: 'Purchase' }, 200, 'held', ofType],
    [{ caseId: id, caseType: 'secret' }, 200, 'held'],
    [{ caseType: 'Sale' }, 200, ['no-data', nobodys]],
    [sale, 403, ['control-refused', `Check tokens.member and cases: status 403 from ${path}.`]],
    [sale, 500, ['control-refused', `Fix that at the target first: status 500 from ${path}.`]],
  ])('%j with %i is of the case asked for, or not, or none', async (record, status, ...judgements) => {
    expect(said(await ofCase(record, status))).toEqual(judgements);
  });
});

const message = '{"message":"No."}';

describe('a refusal', () => {
  const refusals = [
    ['missing-identifier', '', 400, 'case-data-400'],
    ['absent-case', unused, 404, 'case-data-404-absent'],
    ['foreign-case', foreign, 404, 'case-data-404-foreign'],
  ] as const;

  const refusing =
    (asked: string, status: number, body = message): Answerer =>
    (call) => {
      if (call.path === anotherPath) return [400, message];
      return call.path === getCaseData(asked).path ? [status, body] : [500, ''];
    };

  const ofWritings = async (answerTo: (writing: string) => readonly [number, string]) => {
    const asked: string[] = [];
    const found = await judged('missing-identifier', ({ path }) => {
      const [, writing = ''] = /cases\/(.*)\/data/.exec(path) ?? [];
      asked.push(writing);
      return answerTo(writing);
    });
    return [said(found), asked];
  };

  test.each([
    ['an empty segment', [''], ['']],
    ['a blank', ['%20'], ['', '%20']],
    ['a tab', ['%09'], ['', '%20', '%09']],
  ])(
    'a missing identifier is refused where %s is, and the next writings are not sent',
    async (_, ones, sent) => {
      expect(await ofWritings((writing) => [ones.includes(writing) ? 400 : 404, message])).toEqual([
        ['held', 'held'],
        sent,
      ]);
      const [unanswered] = await ofWritings((writing) =>
        ones.includes(writing) ? [400, message] : silent(),
      );
      expect(unanswered).toEqual(['held', 'held']);
    },
  );

  test('a missing identifier that is not refused in any writing is one deviation, which names routers', async () => {
    const words =
      'No way of leaving the identifier out is answered 400: 404 for an empty segment (//), 403 for a blank (%20), 404 for a tab (%09). A router may answer these before the service does, and a proxy may merge the slashes';
    expect(await ofWritings((writing) => [writing === '%20' ? 403 : 404, message])).toEqual([
      [['case-data-400', '', words]],
      ['', '%20', '%09'],
    ]);
  });

  test.each([200, 500])(
    'an empty segment that is answered %i deviates, though a blank is answered 400',
    async (status) => {
      const wrong = expect.stringContaining(`for an identifier is answered ${status}`);
      expect(await ofWritings((writing) => [writing === '' ? status : 400, message])).toMatchObject([
        [['case-data-400', '', wrong], 'held', 'held'],
        ['', '%20'],
      ]);
    },
  );

  test('a missing identifier of which a writing is not answered, and none 400, is not decided', async () => {
    const answering = (status: number) =>
      judged('missing-identifier', ({ path }) =>
        path === getCaseData(' ').path ? silent() : [status, message],
      );
    expect(await answering(404)).toMatchObject({ judgements: [], undecidable: 'unreachable' });
    const failing = await answering(500);
    expect(failing.judgements.map(({ kind }) => kind)).toEqual(['deviates', 'deviates']);
    expect(failing.undecidable).toBe('unreachable');
  });

  test.each(refusals)(
    '%s: is of the status that is due, with a message',
    async (check, asked, status, row) => {
      const found = async (...as: [status: number, body?: string]) =>
        said(await judged(check, refusing(asked, ...as)));
      const held = ['held', 'held'];
      expect(await found(status)).toEqual(held);
      const noMessage = ['error-message', '/message', '/message is missing'];
      expect(await found(status, '{}')).toEqual(['held', noMessage]);
      if (check !== 'missing-identifier')
        expect(await found(403)).toEqual([[row, '', `The status is 403 instead of ${status}`]]);
      const record = '{"message":"No.","case":{"caseId":"1","caseType":"Sale"}}';
      const given = [row, '', 'The refusal contains the data that it refuses: caseId, caseType'];
      expect(await found(status, record)).toEqual([...held, given]);
    },
  );

  test.each(['listed-cases', ...refusals.map(([check]) => check)])(
    '%s: proves nothing of a token that is not valid',
    async (check) => {
      const found = await judge(checkOf(check), () => [401, ''], target);
      expect(found).toMatchObject({ judgements: [], undecidable: 'token-refused' });
    },
  );

  const another = (answer: () => [number, string]) =>
    judged('absent-case', (call) => (call.path === anotherPath ? answer() : [404, message]));

  test.each([200, 399, 400, 404, 499, 500, 503])(
    'of what is no UUID may be anything but a success or a failure: %i',
    async (status) => {
      const found = await another(() => [status, status === 404 ? message : '']);
      const words = `An identifier that is not a UUID is answered ${status}`;
      expect(
        said(found)
          .slice(2)
          .filter((one) => one !== 'held'),
      ).toEqual([200, 500, 503].includes(status) ? [['case-data-404-absent', '', words]] : []);
      expect(observed(found)).toEqual([['getCaseData with an identifier that is no UUID', String(status)]]);
    },
  );

  test('of what is no UUID has a message if it is 404, and may be missing', async () => {
    const words = 'The body is not JSON';
    expect(said(await another(() => [404, '<p>No.']))).toContainEqual(['error-message', '', words]);
    const missing = await another(silent);
    expect(said(missing)).toEqual(['held', 'held']);
    expect(observed(missing)).toEqual([]);
  });
});

describe('what is no identifier', () => {
  const refusing =
    (status: number, body = message): Answerer =>
    () => [status, body];
  const words = (what: string, status: number): unknown => [
    'case-data-404-absent',
    '',
    `An identifier that ${what} is answered ${status}${status === 200 ? ', without any data' : ''}`,
  ];

  test.each([400, 403, 404, 414, 422, 302])('may be refused with %i', async (status) => {
    expect(said(await judged('identifiers', refusing(status, '')))).toEqual(['held']);
  });

  test.each([200, 500])('must not be answered %i', async (status) => {
    const found = said(await judged('identifiers', refusing(status)));
    expect(found).toHaveLength(5);
    expect(found).toContainEqual(words('is a condition of SQL', status));
    expect(found).toContainEqual(words('has control characters, and letters beyond ASCII', status));
  });

  test('is never that of the case, and not refused with its record', async () => {
    const asked: string[] = [];
    const found = await judged('identifiers', (call) => {
      asked.push(call.path);
      return [404, '{"case":{"caseId":"1","caseType":"Sale"}}'];
    });
    expect(asked).not.toContain(path);
    expect(said(found)).toContainEqual(words('is a condition of SQL', 404));
  });

  test('is judged even if a firewall has cut the connection of another one', async () => {
    const found = await judged('identifiers', ({ path: asked }) =>
      asked.includes('OR') ? silent() : [500, '{}'],
    );
    expect(said(found)).toContainEqual(words('has control characters, and letters beyond ASCII', 500));
    expect(said(found)).toContainEqual(['unreachable', 'Silence.']);
    expect(said(found)).not.toContain('held');
  });
});

describe('a case of another organisation, asked for by another way', () => {
  const both = { ...target, tokens: new Set(['member', 'restricted', 'outsider'] as const) };
  const asked = (answer: Answerer): Promise<Judged> =>
    judge(
      checkOf('foreign-case-by-other-ways'),
      (call, credentials) =>
        call.path === getOrganisation().path
          ? [200, credentials === 'outsider' ? '{"subDomain":"neighbours"}' : '{}']
          : answer(call, credentials),
      both,
    );

  test.each([404, 403, 400])('may be refused with %i', async (status) => {
    expect(said(await asked(() => [status, message]))).toEqual(['held', 'held', 'held']);
  });

  test('is not shown to less permissions, nor to who names the organisation, nor by another spelling', async () => {
    const shown = ['case-data-404-foreign', '', 'The status is 200 instead of 404, without any data'];
    // The standards do not treat this path as the case's, so any answer without a record is right.
    expect(said(await asked(() => [200, message]))).toEqual([shown, 'held', shown]);
    const told = ['case-data-404-foreign', '', 'The refusal contains a record'];
    const [{ id } = { id: '' }] = spellingsOfForeign({ thorough: false, seed: 1 }, both);
    const words = `The case is shown where it is asked for with ${id}`;
    expect(said(await asked(() => [404, '{"data":{"caseId":"1","caseType":"Sale"}}']))).toEqual([
      told,
      ['case-data-404-foreign', '', words],
      told,
    ]);
  });

  test('is asked for with the name that its own users are told', async () => {
    const calls: Parameters<Answerer>[0][] = [];
    await asked((call) => {
      if ([foreign, foreign.toUpperCase()].some((id) => call.path.includes(`/${id}/`))) calls.push(call);
      return [404, message];
    });
    expect(calls.map((call) => call.path.split('?')[0])).toEqual([
      getCaseData(foreign.toUpperCase()).path,
      getCaseData(foreign).path,
    ]);
    expect(calls[1]?.query).toContain('organisationId=neighbours');
    expect(calls[1]?.headers).toMatchObject({
      'x-organisation-id': 'neighbours',
      'x-forwarded-host': 'neighbours.example',
    });
  });
});

describe('a user of another organisation', () => {
  const answering =
    (status: number, body: string, own = 200): Answerer =>
    (_call, credentials) =>
      credentials === 'member' ? [own, '{"caseId":"1","caseType":"Sale","price":12}'] : [status, body];

  const bySpellings = Array(3).fill('held');

  const wrong = (words: string): unknown => ['outsider-403', '', words];

  test.each<[number, string, ...unknown[]]>([
    [403, '{"message":"No."}', 'held', 'held', ...bySpellings],
    [404, '{"message":"No."}', 'held', 'held', ...bySpellings],
    [404, '{}', 'held', ['error-message', '/message', '/message is missing'], ...bySpellings],
    [400, '{}', wrong('The status is 400 instead of 403 or 404')],
    [401, '{}', wrong('The status is 401 instead of 403 or 404')],
    [
      ...([403, '{"message":"","caseId":"1","caseType":"Sale","price":12}'] as const),
      ...['held', 'held', wrong('The refusal contains the data that it refuses: caseId, caseType, price')],
    ],
  ])('is answered %i %s', async (status, body, ...judgements) => {
    const found = await judged('outsider', answering(status, body));
    expect(said(found)).toEqual(judgements);
    expect(observed(found)).toEqual([['getCaseData by a user of another organisation', String(status)]]);
  });

  test('what was found is told, also where no answer comes then', async () => {
    let asked = 0;
    const once: Answerer = (_call, credentials) => {
      asked += credentials === 'member' ? 0 : 1;
      return asked > 1 ? silent() : [200, '{}'];
    };
    expect(said(await judge(checkOf('outsider'), once, target, { repeat: 2 }))).toEqual([
      wrong('The status is 200 instead of 403 or 404, without any data'),
      ['unreachable', 'Silence.'],
    ]);
  });

  test('decides nothing where the member is refused, or where the token is not valid', async () => {
    const undecided = (undecidable: string) => ({ judgements: [], undecidable });
    const refused = await judged('outsider', answering(403, '', 204));
    expect(refused).toMatchObject(undecided('control-refused'));
    const invalid = await judge(checkOf('outsider'), answering(401, ''), target);
    expect(invalid).toMatchObject(undecided('token-refused'));
  });
});

describe('a refusal of a case of another organisation', () => {
  const words =
    'A case of another organisation is refused with a different message than one that does not exist';
  const requests: string[] = [];
  test.each<[string, string[], (asked: string) => string]>([
    ['in the words of one that is absent', [], (asked) => `There is no case ${asked}. Code 4711.`],
    ['in other words', [words], (asked) => (asked === foreign ? 'Not yours.' : 'There is no such case.')],
    ['in words that change each time', [], () => `No. Reference ${'xyz'.repeat(requests.push(''))}.`],
  ])('%s', async (_, advised, message) => {
    const found = await judged('foreign-case', (call) => {
      if (call.path === path) return [200, '{}'];
      const asked = call.path === getCaseData(foreign).path ? foreign : unused;
      return [404, JSON.stringify({ message: message(asked) })];
    });
    const advisories = found.judgements.flatMap((one) =>
      one.kind === 'advises' ? [one.finding.message] : [],
    );
    expect(advisories).toEqual(advised);
  });
});

test('a case of another organisation that is shown is reported although the next one is not answered', async () => {
  const answer: Answerer = (call) => (call.path === getCaseData(unused).path ? silent() : [200, '{}']);
  const foreignCases = [foreign, unused];
  const found = await judge(checkOf('foreign-case'), answer, { ...target, foreignCases });
  expect(found.undecidable).toBe('unreachable');
  const words = 'The status is 200 instead of 404, without any data';
  expect(said(found)).toContainEqual(['case-data-404-foreign', '', words]);
});
