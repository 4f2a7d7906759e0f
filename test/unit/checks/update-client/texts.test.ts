import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ClientRecord } from '../../../../src/rules/client-record.ts';
import { Undecidable } from '../../../../src/trace/gap.ts';
import {
  altering,
  clientCheck,
  clientsWith,
  type Deviance,
  first,
  isChange,
  ofFirst,
  records,
  second,
} from '../../harness/hand-made-clients.ts';
import { type Judged, judge, observed, said, wrongs } from '../../harness/hand-made-session.ts';

const check = clientCheck('texts');
interface Kept extends Judged {
  readonly bodies: ClientRecord[];
}

async function kept(
  deviance: Deviance = () => undefined,
  of = records,
  writes: 'all' | 'restore' = 'all',
  thorough = false,
): Promise<Kept> {
  const { answer, target, asked } = clientsWith(deviance, of, { writes });
  const judged = await judge(check, answer, target, { thorough });
  const isIdentity = (body: ClientRecord): boolean =>
    Object.values(of).some((record) =>
      Object.entries(body).every(([field, value]) => isDeepStrictEqual(value, record[field])),
    );
  const changes = asked.filter(isChange).map(({ body }) => JSON.parse(body));
  return { ...judged, bodies: changes.filter((body) => !isIdentity(body)) };
}

const isText = (body: string): boolean => /McDonald|FitzRoy|DeVries/i.test(body);

const shapesOf = (bodies: readonly ClientRecord[]): Set<string> =>
  new Set(
    bodies.filter((body) => isText(JSON.stringify(body))).map((body) => Object.keys(body).sort().join()),
  );

const refusing =
  (form: RegExp, status = 400): Deviance =>
  ({ body }) =>
    form.test(body) ? [status, ''] : undefined;

describe('texts are sent', () => {
  test('in the names, in the title, and in the free lines of an address, with several hazards in each, and then with whole words', async () => {
    const { bodies, ...judged } = await kept();
    expect(bodies).toHaveLength(7);
    const [letters = {}] = bodies;
    expect(Object.keys(letters)).toEqual(['lastName', 'firstName', 'companyName', 'address', 'title']);
    const own = records[first]?.address as ClientRecord;
    const { postcode, uprn, ...free } = letters.address as ClientRecord;
    expect({ postcode, uprn }).toEqual({ postcode: own.postcode, uprn: own.uprn });
    expect(Object.keys(free)).toEqual(['line_1', 'line_2', 'line_3', 'post_town', 'county']);
    expect(new Set([letters.lastName, letters.firstName]).size).toBe(2);
    expect(new Set(said(judged))).toEqual(new Set(['held']));
    expect(new Set(observed(judged).map(([, value]) => value))).toEqual(new Set(['accepted']));
    const subjects = observed(judged).map(([subject]) => subject);
    expect(subjects.slice(0, 3)).toEqual(
      ['names', 'the address', 'the title'].map(
        (place) => `updateClient with characters of every kind in ${place}`,
      ),
    );
  });

  test('with telephone numbers and postcodes of other countries, and rare and long e-mail addresses', async () => {
    const { bodies } = await kept();
    const sent = (name: string): unknown[] =>
      bodies.map((body) => body[name]).filter((value) => value !== undefined);
    expect(sent('telephoneNumber')).toEqual(['+390612345678', '+493023125000123', '+12025550143']);
    const [capitals, long, signs] = sent('emailAddress').map(String);
    expect([capitals, signs]).toEqual([
      'Iris.Sample+Sale@Example.COM',
      expect.stringMatching(/^o'sample\+50%40x_1/),
    ]);
    expect(long?.length).toBeGreaterThan(128);
    const postcodes = sent('address').map((one) => (one as ClientRecord).postcode);
    expect(new Set(postcodes)).toEqual(new Set(['LS11 5ZR', 'ls11 5zr', 'ls115zr', '01067']));
  });

  test('at last as long as no limit is', async () => {
    const { bodies } = await kept();
    const { lastName, address } = bodies.at(-1) ?? {};
    expect(String(lastName)).toHaveLength(4_001);
    expect((address as ClientRecord).line_1).toBe(lastName);
  });

  test('each alone where everything is tried', async () => {
    const { bodies } = await kept(undefined, ofFirst, 'all', true);
    for (const text of ['"Jim"', '👩\u200d👧', 'null', 'Null'])
      expect(bodies).toContainEqual(expect.objectContaining({ title: text, lastName: text }));
    const lengths = bodies.map(({ title }) => String(title).length);
    expect(lengths).toEqual(expect.arrayContaining([20, 50, 100, 255, 256, 1_000, 4_000, 4_001]));
  });

  test('that differ from those before in accents alone, and in letter case alone', async () => {
    const { bodies } = await kept();
    const pairs = bodies.slice(1).map((body, place) => [bodies[place], body] as const);
    const plain = (text: unknown): string => String(text).normalize('NFD').replaceAll(/\p{M}/gu, '');
    for (const textOf of [
      ({ title }: ClientRecord = {}) => title,
      ({ address }: ClientRecord = {}) => (address as ClientRecord).line_1,
    ]) {
      const [[one, other] = []] = pairs.filter((pair) => plain(textOf(pair[0])) === plain(textOf(pair[1])));
      expect(textOf(one)).not.toBe(textOf(other));
      const [[word, capitals] = []] = pairs.slice(2);
      expect(String(textOf(word)).toLowerCase()).toBe(String(textOf(capitals)).toLowerCase());
      expect(textOf(word)).not.toBe(textOf(capitals));
    }
  });

  test('only in what a client can be put back in', async () => {
    const of = {
      [first]: { id: first, title: 'Mr', lastName: 'Sample' },
      [second]: { id: second, title: 'Ms' },
    };
    const { bodies } = await kept(undefined, of, 'restore');
    expect(shapesOf(bodies)).toEqual(new Set(['lastName,title']));
  });

  test('of a client that has a name, though another one can be changed in more', async () => {
    const of = {
      [first]: { id: first, title: 'Mr', emailAddress: 'a@example.com', telephoneNumber: '+447700900123' },
      [second]: { id: second, lastName: 'Okafor' },
    };
    const { bodies, ...judged } = await kept(undefined, of, 'restore');
    expect(shapesOf(bodies)).toEqual(new Set(['lastName']));
    expect(said(judged)).toContain('held');
  });

  test('of a client that has but an address', async () => {
    const of = { [first]: { id: first, address: records[first]?.address } };
    const { bodies, ...judged } = await kept(undefined, of, 'restore');
    expect(shapesOf(bodies)).toEqual(new Set(['address']));
    expect(new Set(said(judged))).toEqual(new Set(['held']));
  });

  test('in the lines of an address that is shown as a text, without its letters', async () => {
    const of = { [first]: { ...records[first], address: '1 Sample Street, Testerton' } };
    const { bodies } = await kept(undefined, of);
    const lines = bodies.flatMap(({ address }) => Object.keys(address ?? {}));
    expect(lines).toContain('line_1');
    expect(lines.filter((line) => /^\d/.test(line))).toEqual([]);
  });

  test('not in an address that cannot be changed', async () => {
    const deviance = refusing(/"address"/);
    const { bodies } = await kept(deviance, ofFirst, 'restore');
    expect(bodies.filter((body) => isText(JSON.stringify(body)) && body.address !== undefined)).toEqual([]);
  });

  test('to nobody who has none', async () => {
    const of = { [first]: { id: first, title: 'Mr' } };
    const words =
      'No listed client shows a name, a company or an address with a value that can be restored, or the target refused the test value. List another client.';
    expect(said(await kept(undefined, of, 'restore'))).toEqual([['no-data', words]]);
  });
});

describe('what a target refuses', () => {
  test('is taken apart, and what is not refused is judged', async () => {
    const { bodies, ...judged } = await kept(refusing(/"title":"[^"]*[A-Z]/, 422));
    expect(bodies.slice(0, 5).map((body) => Object.keys(body))).toEqual([
      ['lastName', 'firstName', 'companyName', 'address', 'title'],
      ['lastName', 'firstName', 'companyName'],
      ['address'],
      ['title'],
      ['title'],
    ]);
    expect(observed(judged).slice(0, 5)).toEqual([
      ['updateClient with characters of every kind in names, the address, the title', '422'],
      ['updateClient with characters of every kind in names', 'accepted'],
      ['updateClient with characters of every kind in the address', 'accepted'],
      ['updateClient with characters of every kind in the title', '422'],
      ['updateClient with letters in the title', '422'],
    ]);
    expect(new Set(said(judged))).toEqual(new Set(['held']));
  });

  test('is tried with what is accepted of it', async () => {
    const { bodies, ...judged } = await kept(({ body }) => {
      const names = Object.entries(JSON.parse(body)).filter(([field]) => field.endsWith('Name'));
      return names.every(([, name]) => /^[\p{L}\s'-]{0,40}$/u.test(String(name))) ? undefined : [400, ''];
    });
    const inNames = observed(judged).flatMap(([subject, value]) => {
      const [, kind] = /^updateClient with (.*) in names$/.exec(subject) ?? [];
      return kind === undefined ? [] : [`${kind}: ${value}`];
    });
    expect(inNames.slice(0, 6)).toEqual([
      ...['characters of every kind: 400', 'letters: accepted', 'accented letters: accepted'],
      ...['rare characters: 400', 'signs: 400', 'spaces: accepted'],
    ]);
    const together = observed(judged).map(([subject]) => subject);
    expect(together).toContain('updateClient with letters, accented letters, spaces in names');
    expect(bodies.filter(({ lastName }) => /^ .*[ëúóøüß]/.test(String(lastName))).length).toBeGreaterThan(1);
  });

  test('is not asked for again where an empty text is refused: fewer fields are sent empty', async () => {
    const { bodies } = await kept(refusing(/"lastName":""/), ofFirst);
    const empty = bodies.map((body) => Object.keys(body).filter((field) => body[field] === ''));
    const expected = expect.arrayContaining(['lastName,companyName', 'companyName']);
    expect(empty.map((fields) => fields.join())).toEqual(expected);
  });

  test('takes no more than so many changes', async () => {
    const { bodies } = await kept(refusing(/[^"]{50}|:"(?!Sample|Mr)[^"]*[^A-Za-z0-9-]/), ofFirst);
    // 8 changes with all texts together, 35 with parts of them, 8 to find the maximum lengths, and 8 with one field
    // each.
    expect(bodies.length).toBeLessThanOrEqual(8 + 35 + 8 + 8);
  });

  test('of a length is searched for the longest that is taken', async () => {
    const { bodies } = await kept(refusing(/"lastName":"[^"]{256}|"line_1":"[^"]{1000}/), ofFirst);
    const lengthsOf = (field: string): number[] =>
      bodies
        .map((body) => String(body[field] ?? (body.address as ClientRecord | undefined)?.[field] ?? ''))
        .filter((text) => /^(\w+ )\1/.test(text))
        .map((text) => text.length);
    expect(lengthsOf('lastName')).toEqual([4_001, 255, 4_000, 1_000, 256, 256]);
    expect(lengthsOf('line_1')).toEqual([4_001, 255, 4_000, 1_000, 256, 1_000]);
  });

  test.each([
    ['companyName', '/companyName', 'update-client-fields'],
    ['county', '/address/county', 'update-client-address-replaced'],
  ])('of a length does not hide that %s alone is cut', async (field, place, requirement) => {
    const cut = (body: string) =>
      JSON.parse(body, (name, value) => (name === field ? value.slice(0, 255) : value));
    const cutting: Deviance = (change, held) =>
      /[^"]{256}/.test(JSON.stringify(cut(change.body)))
        ? [400, '']
        : altering((_, body) => cut(body))(change, held);
    expect(wrongs(await kept(cutting))).toEqual(
      Array(2).fill([requirement, place, `${place} is cut to 255 characters`]),
    );
  });
});

test('A service that fails over a text deviates, and is told by the part that it fails over', async () => {
  const failing = (fields: string): unknown => [
    ...['update-client-fields', ''],
    `A change of ${fields} (characters of every kind) makes the service fail (500)`,
  ];
  expect(wrongs(await kept(refusing(/"title":"[^"]*Müller/, 500)))).toEqual(
    ['5 fields', 'title'].map(failing),
  );
});

describe('a text that is kept in a normal form', () => {
  const keeping = (field: string, normalise: (text: string) => string): Deviance =>
    altering((_, body) => JSON.parse(body, (name, value) => (name === field ? normalise(value) : value)));

  const [spaces, single] = ['text-spaces', 'with plain single spaces'];
  const usual = 'as postcodes are usually written';

  test.each<[field: string, normalise: (text: string) => string, requirement: string, how: string]>([
    ['lastName', (text) => text.trim(), spaces, 'without the spaces around it'],
    ['lastName', (text) => text.trimStart(), spaces, 'without the spaces around it'],
    ['lastName', (text) => text.replaceAll(/ +/g, ' '), spaces, single],
    ['lastName', (text) => text.replaceAll('\u00a0', ' '), spaces, single],
    ['lastName', (text) => text.normalize('NFC'), 'text-normalization-form', 'in the normalization form C'],
    [
      'line_1',
      (text) => text.replaceAll('\r\n', '\n'),
      'text-line-breaks',
      'with line feeds for other line breaks',
    ],
    ['emailAddress', (text) => text.toLowerCase(), 'email-letter-case', 'in lower case'],
    ['postcode', (text) => text.toUpperCase(), 'postcode-form', usual],
    ['postcode', (text) => text.toUpperCase().replace(/ ?(...)$/, ' $1'), 'postcode-form', usual],
    ['postcode', (text) => text.replace(/ ?(...)$/, ' $1'), 'postcode-form', usual],
  ])('is an advisory: %s %s', async (field, normalise, requirement, how) => {
    const { judgements } = await kept(keeping(field, normalise));
    expect(new Set(judgements.map(({ kind }) => kind))).toEqual(new Set(['held', 'advises']));
    const advisories = judgements.flatMap((one) => (one.kind === 'advises' ? [one.finding] : []));
    const place = /^(line_1|postcode)$/.test(field) ? `/address/${field}` : `/${field}`;
    expect(new Set(advisories.map((one) => `${one.requirement}: ${one.message}`))).toEqual(
      new Set([`${requirement}: ${place} is kept ${how}`]),
    );
  });

  test('is none of the domain of an e-mail address, in which letters of either case are the same', async () => {
    const judged = await kept(keeping('emailAddress', (text) => text.replace('Example.COM', 'example.com')));
    expect(new Set(said(judged))).toEqual(new Set(['held']));
  });

  test('is one advisory for each form', async () => {
    const judged = await kept(keeping('lastName', (text) => text.trim().replaceAll('\r\n', '\n')));
    expect(wrongs(judged).slice(0, 2)).toEqual([
      ['text-spaces', '/lastName', '/lastName is kept without the spaces around it'],
      ['text-line-breaks', '/lastName', '/lastName is kept with line feeds for other line breaks'],
    ]);
  });

  test('may be answered as it was sent, and read back as it is kept', async () => {
    const { judgements } = await kept((change, held) => {
      const before = held.get(change.client);
      const made = keeping('lastName', (text) => text.trim())(change, held);
      return change.body === '{}' ? made : [200, JSON.stringify({ ...before, ...JSON.parse(change.body) })];
    });
    expect(new Set(judgements.map(({ kind }) => kind))).toEqual(new Set(['held', 'advises']));
  });

  test.each<[what: string, normalise: (text: string) => string, words: RegExp]>([
    ['squeezed', (text) => text.replaceAll(/\s+/g, ' '), /loses white space|other characters/],
    ['without markup', (text) => text.replaceAll(/<[^>]*>/g, ''), /loses its markup$/],
    ['without a number', (text) => (text === '00417' ? '' : text), / is empty, sent with leading zeros$/],
    ['decomposed', (text) => text.normalize('NFD'), / is stored in another normalization form$/],
    ['in capitals', (text) => text.toUpperCase(), / is stored in upper case$/],
  ])('is none that is not: %s', async (_, normalise, words) => {
    expect(wrongs(await kept(keeping('lastName', normalise)))).toContainEqual([
      'update-client-fields',
      '/lastName',
      expect.stringMatching(words),
    ]);
  });
});

test('of what is the client’s own nothing is told', async () => {
  const judged = await kept(
    altering((patch) => {
      if (patch.address === undefined) return patch;
      const address = patch.address as ClientRecord;
      const own = { postcode: `X${address.postcode}`, uprn: `0${address.uprn}` };
      return { ...patch, address: { ...address, ...own } };
    }),
  );
  const found = JSON.stringify(said(judged));
  expect(found).toContain('/address/postcode is ');
  expect(found).toContain('/address/uprn is ');
  expect(found).not.toMatch(/ls11|72079313| on"/i);
});

describe('a text', () => {
  const ofTexts = (alter: (patch: ClientRecord) => ClientRecord, field: string): Deviance =>
    altering((patch, body) => (isText(body) && field in patch ? alter(patch) : undefined));

  test.each<[string, Deviance, unknown[]]>([
    [
      'that is not kept',
      ofTexts(
        ({ lastName, ...patch }) => ({ ...patch, lastName: String(lastName).toUpperCase() }),
        'lastName',
      ),
      ['update-client-fields', '/lastName', '/lastName is stored in upper case'],
    ],
    [
      'of an address that is not kept',
      ofTexts(({ address }) => ({ address: { ...(address as ClientRecord), county: 'Kent' } }), 'address'),
      [
        'update-client-address-replaced',
        '/address/county',
        expect.stringMatching(/^\/address\/county is another /),
      ],
    ],
    [
      'whose answer is no record',
      ({ body }) => (isText(body) ? [200, '[]'] : undefined),
      ['update-client-200', '', 'The body is an array instead of the client record'],
    ],
  ])('%s deviates', async (_, deviance, deviation) => {
    expect(wrongs(await kept(deviance))).toContainEqual(deviation);
  });

  test('that is sent empty may be left out, but must not become null', async () => {
    const emptied = async (companyName: null | undefined) => {
      const emptying = altering((patch) =>
        patch.companyName === '' ? { ...patch, companyName } : undefined,
      );
      return wrongs(await kept(emptying, ofFirst, 'all', true));
    };
    expect(await emptied(undefined)).toEqual([]);
    const words = '/companyName is null instead of a string';
    expect(await emptied(null)).toContainEqual(['client-texts', '/companyName', words]);
  });

  test('that is stored as a number deviates from one statement alone', async () => {
    const found = await kept(ofTexts((patch) => ({ ...patch, lastName: 5 }), 'lastName'));
    const requirements = wrongs(found).map((one) => (one as string[])[0]);
    expect(new Set(requirements)).toEqual(new Set(['update-client-fields']));
  });

  test('may be refused, but not done then', async () => {
    const refused = await kept(({ body }) => (isText(body) ? [422, ''] : undefined));
    expect(new Set(said(refused))).toEqual(new Set(['held']));
    const values = observed(refused).map(([, value]) => value);
    expect(values.slice(0, 3)).toEqual(['422', '422', '422']);
    const done = await kept((change, held) => {
      if (!isText(change.body)) return undefined;
      altering((patch) => patch)(change, held);
      return [422, ''];
    });
    expect(said(done)).toContainEqual([
      'update-client-200',
      '/lastName',
      expect.stringMatching(/^\/lastName was changed although the change was answered 422; before, it was /),
    ]);
  });

  test('is told to be refused where all are', async () => {
    const found = await kept(({ body }) => {
      const isIdentity = isDeepStrictEqual({ ...records[first], ...JSON.parse(body) }, records[first]);
      return isIdentity ? undefined : [400, ''];
    }, ofFirst);
    expect(found).toMatchObject({
      undecidable: 'control-refused',
      remedy: 'The target refuses every text that is tried. Its answers are among the observations.',
    });
    expect(found.judgements.length).toBeGreaterThan(0);
  });

  test('is the last where the client cannot be read back any more', async () => {
    let isGone = false;
    const { bodies } = await kept(({ body }) => {
      if (isText(body)) isGone = true;
      return isGone && body === '{}' ? [404, ''] : undefined;
    });
    expect(bodies.filter((body) => isText(JSON.stringify(body)))).toHaveLength(1);
  });

  test('is the last where the target falls silent', async () => {
    const found = await kept(({ body }) => {
      if (isText(body)) throw new Undecidable('throttled', 'Later.');
      return undefined;
    });
    expect(found.undecidable).toBe('throttled');
  });
});
