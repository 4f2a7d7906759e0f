import { describe, expect, test } from 'vitest';
import { getCaseData, getInterfaceDescription, getOrganisation, listCases } from '../../../src/api/calls.ts';
import { casesToRepeat, type Repeated, readAgain } from '../../../src/checks/bursts.ts';
import { repetitionChecks } from '../../../src/checks/repetition.ts';
import { noCredentials } from '../../../src/harness/forgeries.ts';
import type { Sampling } from '../../../src/harness/session.ts';
import type { Target } from '../../../src/harness/target.ts';
import {
  type Answerer,
  checkNamed,
  judge,
  noTarget,
  said,
  sessionWith,
} from '../harness/hand-made-session.ts';

const [sale, purchase] = ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', '7c98eb41-fab6-45a7-b898-83459561dd78'];
const target: Target = { ...noTarget, cases: { ...noTarget.cases, Sale: [sale], Purchase: [purchase] } };

interface Asking {
  readonly path: string;
  readonly isValid: boolean;
  readonly times: number;
}

function service(
  otherwise: (asking: Asking) => readonly [status: number, body: string] | undefined = () => undefined,
): { readonly answer: Answerer; readonly asked: string[] } {
  const asked: string[] = [];
  const answer: Answerer = ({ path }, credentials) => {
    const isValid = credentials === 'member';
    asked.push(isValid ? path : `${path} refused`);
    const times = asked.filter((one) => one === path).length;
    const own = otherwise({ path, isValid, times });
    if (own !== undefined) return own;
    if (!isValid) return [401, '{"message":"No."}'];
    if (path === getOrganisation().path) return [200, '{"id":"one"}'];
    if (path === listCases().path) return [200, '[]'];
    if (path === getInterfaceDescription().path)
      return [200, '{"openapi":"3.1.0","paths":{"/api/v2/org":{}}}'];
    const id = path === getCaseData(sale).path ? sale : purchase;
    return [200, recordOf(id, { price: 1 })];
  };
  return { answer, asked };
}

function recordOf(id: string, members: object): string {
  return JSON.stringify({ caseId: id, caseType: id === sale ? 'Sale' : 'Purchase', ...members });
}

async function saidOf(check: string, ...otherwise: Parameters<typeof service>): Promise<unknown[]> {
  return said(await judge(checkNamed(repetitionChecks, check), service(...otherwise).answer, target));
}

describe('what is read again', () => {
  const read = async (sampling: Partial<Sampling>, of = target): Promise<[readonly Repeated[], string[]]> => {
    const { answer, asked } = service();
    const plain = sessionWith(answer, of);
    const again = await readAgain({
      ...plain,
      sampling: { ...plain.sampling, thorough: false, ...sampling },
    });
    return [again, asked];
  };
  const paths = { sale: getCaseData(sale).path, purchase: getCaseData(purchase).path };

  test('is asked for operation by operation, beside refusals of each', async () => {
    const [all, asked] = await read({ repeat: 1 });
    expect(asked.slice(5)).toEqual([
      paths.purchase,
      `${paths.purchase} refused`,
      paths.sale,
      paths.purchase,
      `${paths.purchase} refused`,
      paths.sale,
      getInterfaceDescription().path,
      ...[getOrganisation(), listCases()].flatMap(({ path }) => [path, `${path} refused`]),
    ]);
    expect(all.map(({ call, credentials, replies }) => [call.path, credentials, replies.length])).toEqual([
      [paths.purchase, 'member', 3],
      [paths.sale, 'member', 3],
      [getOrganisation().path, 'member', 2],
      [listCases().path, 'member', 2],
      [getInterfaceDescription().path, 'member', 2],
      [paths.purchase, expect.objectContaining({ id: 'other-case' }), 1],
      [paths.purchase, noCredentials, 1],
      [getOrganisation().path, noCredentials, 1],
      [listCases().path, noCredentials, 1],
    ]);
  });

  test.each(['none', 'restore', 'all'] as const)(
    'is asked for beside a request without a token, or one with a token that another check sends, with writes "%s"',
    async (writes) => {
      const ofSeed = async (seed: number, thorough = false) => {
        const cases = {
          ...target.cases,
          Transfer: [purchase.replace('7', '8')],
          Remortgage: [sale.replace('3', '4')],
        };
        const [all] = await read(
          { repeat: 1, seed, thorough },
          { ...target, cases, writes, clients: ['one'] },
        );
        return all
          .filter(
            ({ call, credentials }) => call.operation === 'getCaseData' && typeof credentials !== 'string',
          )
          .map(({ credentials, isShared = false }) => ({ id: Object(credentials).id, isShared }));
      };
      const absent = { id: 'absent', isShared: true };
      const forged = { id: expect.not.stringMatching(/^(absent|unknown)$/), isShared: true };
      const seeds = [await ofSeed(0), await ofSeed(1)];
      expect(seeds).toEqual(
        writes === 'none'
          ? [
              [forged, absent],
              [forged, absent],
            ]
          : [[forged], [absent]],
      );
      const thorough = [{ id: 'unknown', isShared: false }, absent];
      expect(await ofSeed(0, true)).toEqual(expect.arrayContaining(thorough));
    },
  );

  test('is asked for with further headers every second time, everywhere with two seeds, or in a thorough run', async () => {
    const kindsOf = async (sampling: Partial<Sampling>) => {
      const [all] = await read(sampling);
      return all.map(({ replies }) =>
        replies.slice(1).map(({ call }) =>
          Object.entries(call.headers ?? {})
            .join()
            .replace(',', ' '),
        ),
      );
    };
    const seeds = await Promise.all([0, 1].map((seed) => kindsOf({ repeat: 1, seed })));
    const thorough = await kindsOf({ thorough: true });
    for (const place of [0, 1]) expect(new Set(seeds.flatMap((one) => one[place] ?? [])).size).toBe(2);
    for (const [, , ofOrganisation, list] of seeds)
      for (const one of [ofOrganisation, list]) expect(one?.join('')).toContain('accept-encoding');
    for (const place of [0, 1, 2, 3]) expect(new Set(thorough[place]).size).toBe(2);
    for (const other of seeds.flatMap((one) => one.slice(4))) expect(other.join('')).toBe('');
  });

  test('is other cases in each round, where more are listed than are read at once', async () => {
    const listed = Array.from({ length: 6 }, (_, place) => sale.replace(/.$/, String(place)));
    const [all] = await read({ repeat: 2 }, { ...noTarget, cases: { ...noTarget.cases, Sale: listed } });
    // The first answer and the repetitions: four of six cases are read in each round.
    const times = listed.map((id) => {
      const own = all.filter(({ call }) => call.path === getCaseData(id).path);
      return own.find(({ credentials }) => credentials === 'member')?.replies.length;
    });
    expect(times).toEqual(listed.map((_, place) => (place < 4 ? 2 : 3)));
  });

  test('is, of the cases of one type, the last one that shows what another one shows', async () => {
    const listed = Array.from({ length: 4 }, (_, place) => sale.replace(/.$/, String(place)));
    const address = { line_1: '12 High Street', postcode: 'BS1 1AA' };
    const answer: Answerer = ({ path }, credentials) => {
      const id = listed.find((one) => getCaseData(one).path === path);
      const shown = listed.indexOf(id ?? '') % 3 === 0 ? {} : { address };
      return credentials === 'member'
        ? [200, JSON.stringify({ caseId: id, caseType: 'Sale', ...shown })]
        : [401, '{}'];
    };
    const of = { ...noTarget, cases: { ...noTarget.cases, Sale: listed } };
    const [first] = await casesToRepeat(sessionWith(answer, of));
    expect(first?.id).toBe(listed[2]);
  });

  test('is as much as there is', async () => {
    const [all, asked] = await read({ repeat: 1 }, noTarget);
    expect([all.length, asked.length]).toEqual([5, 8]);
  });

  test.each<[Partial<Sampling>, number]>([
    [{ repeat: 5 }, 5],
    [{ repeat: 1, thorough: true }, 3],
    [{ repeat: 5, thorough: true }, 5],
  ])('is repeated with %j', async (sampling, rounds) => {
    const [, asked] = await read(sampling);
    expect(asked).toHaveLength(5 + (8 + 3) * rounds + 3);
    expect(asked.filter((one) => one === listCases().path)).toHaveLength(1 + 2 * rounds);
  });
});

describe('a case that is read again', () => {
  const of = (...otherwise: Parameters<typeof service>): Promise<unknown[]> =>
    saidOf('getCaseData.again', ...otherwise);
  const isSale = ({ path, isValid }: Asking): boolean => isValid && path === getCaseData(sale).path;

  const back = expect.stringMatching(/^\/price changed and changed back between readings/);
  const much = expect.stringMatching(/^The record shows 7 fields that differ from the readings/);
  const others = {
    ...{ reference: 'a', salePrice: 1, listPrice: 1 },
    ...{ flatType: 'a', landType: 'a', houseType: 'a' },
  };
  const changed = [200, recordOf(sale, { price: 2 })] as const;
  const again = (status: number) => [
    ...['case-data-200', '', `Repeated, getCaseData is answered ${status} instead of 200`],
  ];

  test.each<[string, (times: number) => readonly [number, string] | undefined, ...unknown[]]>([
    ['holds where it is as before', () => undefined],
    ['deviates where it is 200 no more', (times) => (times > 1 ? [404, '{}'] : undefined), again(404)],
    ['deviates if a token is refused once', (times) => (times === 2 ? [401, '{}'] : undefined), again(401)],
    ['may have changed', (times) => (times > 1 ? changed : undefined)],
    [
      'deviates where it goes back and forth',
      (times) => (times === 2 ? changed : undefined),
      ['case-data-of-the-case', '/price', back],
    ],
    [
      'deviates where each reading shows another value',
      (times) => [200, recordOf(sale, { reference: `a${times}` })],
      [
        'case-data-of-the-case',
        '/reference',
        expect.stringMatching(/^\/reference changed with every reading, although the run changed no case/),
      ],
    ],
    ['may be a number from a feed', (times) => [200, recordOf(sale, { price: times })]],
    [
      'is told as a whole where much of it goes back and forth',
      (times) => (times === 2 ? [200, recordOf(sale, others)] : undefined),
      ['case-data-of-the-case', '', much],
    ],
    [
      'is left to other checks where it is not answered 200 the first time',
      () => [404, '{}'],
      ['control-refused', expect.stringMatching(/ is answered 404, so it is not repeated/)],
    ],
  ])('%s', async (_, answer, ...deviations) => {
    const found = await of((asking) => (isSale(asking) ? answer(asking.times) : undefined));
    const wrong = found.filter((one) => one !== 'held').map((one) => JSON.stringify(one));
    expect([...new Set(wrong)].map((one) => JSON.parse(one))).toEqual(deviations);
  });

  test('says nothing where the token is accepted for nothing any more', async () => {
    const found = await of(({ isValid, times }) => (isValid && times > 1 ? [401, '{}'] : undefined));
    expect(new Set(found.map((one) => (one as string[])[0]))).toEqual(new Set(['control-refused']));
  });
});

describe('invalid credentials at the same moment', () => {
  test('are refused', async () => {
    const found = await saidOf('getCaseData.credentials-at-once', ({ path, isValid }) =>
      isValid ? undefined : [200, path],
    );
    expect(found).toContainEqual(['credentials-401', '', 'The status is 200 instead of 401']);
    expect(await saidOf('getCaseData.credentials-at-once')).toContain('held');
  });

  test('prove nothing where valid ones are refused', async () => {
    const found = await saidOf('getCaseData.credentials-at-once', () => [401, '{"message":"No."}']);
    expect(found).toEqual([
      ['control-refused', expect.stringMatching(/is answered 401, so a refusal proves nothing/)],
    ]);
  });
});

describe('the organisation that is read again', () => {
  const another = expect.stringMatching(/another organisation and back$/);
  const word = expect.stringMatching(/instead of the organisation's details$/);

  test.each<[string, string, unknown]>([
    ['another in between', '{"id":"two"}', ['organisation-is-callers', '', another]],
    ['a word', '"ok"', ['get-organisation', '', word]],
  ])('deviates where it is %s', async (_, body, finding) => {
    const found = await saidOf('getOrganisation.again', ({ path, times }) =>
      path === getOrganisation().path && times === 2 ? [200, body] : undefined,
    );
    expect(found).toContainEqual(finding);
  });

  test('may have a number of its own in each answer', async () => {
    const found = await saidOf('getOrganisation.again', ({ path, times }) =>
      path === getOrganisation().path ? [200, `{"id":"${times}"}`] : undefined,
    );
    expect(new Set(found)).toEqual(new Set(['held']));
  });
});

describe('a list of cases, read while a user of another organisation reads theirs', () => {
  const both: Target = { ...target, tokens: new Set(['member', 'outsider']) };
  const [elsewhere, later] = ['0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52', 'c0a56cf1-d9b4-4e7a-b5d1-647f574201eb'];
  /** @param lists - the lists that the member gets, one after the other; the last one is repeated */
  const of = async (...lists: readonly (readonly string[])[]): Promise<unknown[]> => {
    const { answer } = service(({ path, isValid, times }) => {
      if (path !== listCases().path) return undefined;
      const own = lists[Math.min(times, lists.length) - 1];
      return [200, JSON.stringify({ cases: isValid ? own : [elsewhere] })];
    });
    return said(await judge(checkNamed(repetitionChecks, 'listCases.again'), answer, both));
  };

  test('is not theirs', async () => {
    const words = 'The list shows the cases of another organisation, whose user asked at the same moment';
    const found = ['outsider-403', '', words];
    expect(await of([sale, purchase], [elsewhere], [sale, purchase])).toContainEqual(found);
    expect(await of([], [elsewhere.toUpperCase()], [])).toContainEqual(found);
  });

  test.each<[string, ...(readonly string[])[]]>([
    ['as before', [sale, purchase]],
    ['in another order', [sale, purchase], [purchase, sale], [sale, purchase]],
    ['another page of it', [sale], [purchase], [sale]],
    ['with a case that is new', [sale], [sale, later], [sale]],
    ['with what both are shown', [sale], [sale, elsewhere], [sale]],
    ['theirs from then on, as where cases went over', [sale], [elsewhere], [elsewhere]],
    ['empty', [sale], [], [sale]],
  ])('may be shown %s', async (_name, ...lists) => {
    expect(new Set(await of(...lists))).toEqual(new Set(['held']));
  });
});

test.each([
  ['listCases.again', listCases().path, 'list-cases-exists'],
  ['getInterfaceDescription.again', getInterfaceDescription().path, 'description-served'],
])('%s', async (check, of, requirement) => {
  const found = await saidOf(check, ({ path, times }) =>
    path === of && times > 1 ? [500, '{}'] : undefined,
  );
  const words = expect.stringMatching(/^Repeated, \w+ is answered 500 instead of 2xx$/);
  expect(found).toContainEqual([requirement, '', words]);
  expect(await saidOf(check)).toEqual(expect.arrayContaining(['held']));
});
