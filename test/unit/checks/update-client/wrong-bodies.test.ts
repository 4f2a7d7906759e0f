import { describe, expect, test } from 'vitest';
import { rowsOfWrongBodies } from '../../../../src/checks/update-client/wrong-bodies.ts';
import { type ClientRecord, changeableFields } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { Undecidable } from '../../../../src/trace/gap.ts';
import {
  clientCheck,
  clientsWith,
  type Deviance,
  first,
  ofFirst,
  records,
  second,
} from '../../harness/hand-made-clients.ts';
import { type Judged, judge, observed, said, wrongs } from '../../harness/hand-made-session.ts';

const check = clientCheck('wrong-bodies');
const isWrong = (body: string): boolean => bundled.validate('ClientPatch', JSON.parse(body)).length > 0;

const strict: Deviance = ({ body, credentials }) =>
  credentials === 'member' && isWrong(body) ? [400, '{"message":"No."}'] : undefined;

const noTexts = [5, null, true, ['Sample'], { value: 'Sample' }];
const wasChanged = (former: string) => [
  ...['update-client-200', '/title'],
  `/title was changed although the change was answered 400; before, it was ${former}`,
];

interface Survived extends Judged {
  readonly bodies: unknown[];
}

async function survived(
  deviance: Deviance,
  of: Readonly<Record<string, ClientRecord>> = ofFirst,
  writes: 'all' | 'restore' = 'all',
  thorough = true,
): Promise<Survived> {
  const { answer, target, asked } = clientsWith(deviance, of, { writes });
  const judged = await judge(check, answer, target, { thorough });
  return {
    ...judged,
    bodies: asked.map(({ body }) => JSON.parse(body)).filter((body) => isWrong(JSON.stringify(body))),
  };
}

const textsOf = (bodies: readonly unknown[]): string[] => bodies.map((body) => JSON.stringify(body));

const altering =
  (wrong: string, fields: ClientRecord, otherwise = strict): Deviance =>
  (change, held) => {
    if (change.body === wrong) held.set(first, { ...held.get(first), ...fields });
    return otherwise(change, held);
  };

const taking: Deviance = (change, held) => {
  if (change.body !== '{"title":5}') return strict(change, held);
  held.set(first, { ...held.get(first), title: 5 });
  return [200, JSON.stringify(held.get(first))];
};
const notText = ['client-texts', '/title', '/title is a number instead of a string'];

describe('wrong bodies', () => {
  test('are of every kind, for every field', async () => {
    const { bodies, ...judged } = await survived(strict);
    const texts = changeableFields(bundled).filter((field) => field !== 'address');
    const ofTexts = texts.flatMap((field) => noTexts.map((value) => ({ [field]: value })));
    const any = expect.any(String);
    const others = [
      ...['not an address', 'avery.sample@example.com\n', 'sample@'].map((emailAddress) => ({
        emailAddress,
      })),
      ...['01632960001', '+4420794600012345', '+447700900123\n', '+44SAMPLE'].map((telephoneNumber) => ({
        telephoneNumber,
      })),
      ...['1 Sample Street', [], null].map((address) => ({ address })),
      ...bundled.fieldsOf('Address').map((line) => ({ address: expect.objectContaining({ [line]: 5 }) })),
      { firstName: any, lastName: any, companyName: any, emailAddress: expect.stringContaining('<') },
      { title: any, telephoneNumber: expect.stringMatching(/^\+0/) },
      { emailAddress: expect.stringMatching(/@example\.com$/), title: 5 },
      ...[[], '', null],
    ];
    for (const wrong of [...ofTexts, ...others]) expect(bodies).toContainEqual(wrong);
    expect(bodies).toHaveLength(ofTexts.length + others.length);
    expect(new Set(observed(judged).map(([, value]) => value))).toEqual(new Set(['400', '200']));
    expect(observed(judged)[0]?.[0]).toBe('updateClient with title: a number');
    expect(new Set(said(judged))).toEqual(new Set(['held']));
  });

  test.each(['all', 'restore'] as const)(
    'that a service may take in part are sent with writes "%s" only if the data is disposable',
    async (writes) => {
      const { answer, target, asked } = clientsWith(strict, records, { writes });
      await judge(check, answer, target);
      const isOdd = ({ body }: { readonly body: string }): boolean => {
        const { sampleField, firstName } = Object(JSON.parse(body));
        return sampleField !== undefined || firstName === 'Sample\0';
      };
      expect(asked.filter(isOdd)).toHaveLength(writes === 'all' ? 2 : 0);
    },
  );

  test('are of every kind in each run where the data is disposable', async () => {
    const usual = textsOf((await survived(strict, ofFirst, 'all', false)).bodies);
    const whole = textsOf((await survived(strict)).bodies);
    const left = whole.filter((body) => !usual.includes(body));
    expect(left.every((body) => /\{"\w+":(\["Sample"\]|\{"value":"Sample"\}|"[^"]+\\n")\}/.test(body))).toBe(
      true,
    );
    expect(left).toHaveLength(8);
  });

  test('are of the fields alone that can be put back', async () => {
    const { bodies } = await survived(strict, { [first]: { id: first, lastName: 'Sample' } }, 'restore');
    const expected = [...noTexts.map((lastName) => ({ lastName })), ...[[], '', null]];
    expect(new Set(textsOf(bodies))).toEqual(new Set(textsOf(expected)));
    const mixed = { [first]: { id: first, companyName: 'Sample', emailAddress: 'a@example.com' } };
    const { bodies: more } = await survived(strict, mixed, 'restore');
    expect(more).toContainEqual({
      companyName: expect.any(String),
      emailAddress: expect.stringContaining('<'),
    });
    expect(more.filter((body) => Object.hasOwn(Object(body), 'title'))).toEqual([]);
  });

  test('are those of the client of which most can be changed', async () => {
    const of = { [second]: records[second] ?? {}, ...ofFirst };
    const { answer, target, asked } = clientsWith(strict, of, { writes: 'restore' });
    await judge(check, answer, target, { thorough: true });
    const wrong = asked.filter(({ body }) => isWrong(body));
    expect(new Set(wrong.map(({ client }) => client))).toEqual(new Set([first]));
  });

  test('are not sent where nothing can be changed', async () => {
    const closed = await survived(({ body }) => (body === '{}' ? undefined : [409, '']), ofFirst, 'restore');
    expect(said(closed)).toEqual([
      ['no-data', expect.stringMatching(/^No listed client shows a field that can be changed with a value/)],
    ]);
    expect(closed.bodies).toEqual([]);
  });

  const vanishing = (): Deviance => {
    let isGone = false;
    return (change, held) => {
      if (isWrong(change.body)) isGone = true;
      return isGone && change.body === '{}' ? [404, ''] : strict(change, held);
    };
  };

  test.each([
    ['are sent no more', 'all', true, 1],
    ['are not judged in a run that is not thorough', 'restore', false, 14],
  ] as const)('%s once the client cannot be read back', async (_, writes, thorough, count) => {
    const { bodies, ...judged } = await survived(vanishing(), ofFirst, writes, thorough);
    expect(bodies).toHaveLength(count);
    const words = expect.stringMatching(/^An empty change after a change of .* is answered 404/);
    expect(said(judged)).toEqual([['update-client-200', '', words]]);
  });
});

describe('a wrong body', () => {
  const answering =
    (status: number, body: string): Deviance =>
    (change, held) =>
      change.body === '{"title":5}' ? [status, body] : strict(change, held);
  test('that is refused is not done', async () => {
    const done = await survived(altering('{"title":5}', { title: 'Lord' }));
    expect(wrongs(done)).toEqual([wasChanged('"Xx"')]);
  });

  test('that is taken is shown as described', async () => {
    expect(wrongs(await survived(taking)).slice(0, 2)).toEqual([notText, notText]);
  });

  test.each([
    [200, '[]', 'an array'],
    [200, '', 'empty'],
    [200, '{}', 'an empty object'],
    [202, '{}', undefined],
    [204, '', undefined],
  ])(
    'that is taken is answered with a record, or with another success: %i %j',
    async (status, body, words) => {
      const wrong = ['update-client-200', '', `The body is ${words} instead of the client record`];
      expect(wrongs(await survived(answering(status, body)))).toEqual(words === undefined ? [] : [wrong]);
    },
  );

  test('may be taken as nothing', async () => {
    const lenient: Deviance = (change, held) =>
      isWrong(change.body) && change.credentials === 'member'
        ? [200, JSON.stringify(held.get(change.client))]
        : strict(change, held);
    const found = await survived(lenient);
    expect(wrongs(found)).toEqual([]);
    expect(new Set(observed(found).map(([, value]) => value))).toEqual(new Set(['200']));
    const empty = await survived(lenient, { [first]: { ...ofFirst[first] } });
    expect(wrongs(empty)).toEqual([]);
  });
});

test('The rows are those of every field that can be changed', () => {
  expect(rowsOfWrongBodies(bundled)).toEqual([
    'update-client-200',
    'client-texts',
    'client-email',
    'client-telephone-numbers',
    'address-fields',
  ]);
});

test.each([true, false])(
  'What is made late is not laid to what is refused, thorough: %s',
  async (thorough) => {
    let isMade = false;
    const found = await survived(
      (change, held) => {
        if (!isMade && isWrong(change.body)) {
          isMade = true;
          held.set(first, { ...held.get(first), firstName: 'Rowan' });
        }
        return strict(change, held);
      },
      ofFirst,
      'all',
      thorough,
    );
    expect(new Set(said(found))).toEqual(new Set(['held']));
  },
);

test('What a refused change takes away is told, also where nothing may be changed any more once it is seen', async () => {
  let isSeen = false;
  const found = await survived(
    (change, held) => {
      const isGone = held.get(first)?.title === undefined;
      if (isSeen && change.body !== '{}') throw new Undecidable('not-permitted', 'No more.');
      isSeen ||= isGone && change.body === '{}';
      if (change.body === '[]') held.set(first, { ...held.get(first), title: undefined });
      return strict(change, held);
    },
    ofFirst,
    'restore',
    false,
  );
  const words = '/title was removed although the change was answered 400; before, it was "Xx"';
  expect(said(found)).toEqual([
    ['update-client-200', '/title', words],
    ['not-permitted', 'No more.'],
  ]);
});

describe('wrong bodies of a run that is not thorough', () => {
  const quick = (deviance: Deviance): Promise<Survived> => survived(deviance, ofFirst, 'restore', false);
  const most = 14;

  test('are fewer, and sent at once', async () => {
    const { bodies, ...judged } = await quick(strict);
    expect(bodies).toHaveLength(most);
    expect(new Set(said(judged))).toEqual(new Set(['held']));
    for (const field of ['firstName', 'emailAddress']) {
      const values = bodies.map((body) => Object(body)[field]).filter((value) => typeof value !== 'string');
      expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThanOrEqual(4);
    }
  });

  test.each([
    ['companyName', 'client-texts', '/companyName', { companyName: 5 }],
    [
      'uprn',
      'address-fields',
      '/address/uprn',
      { address: { ...(records[first]?.address as object), uprn: 5 } },
    ],
  ])('show that %s alone may be a number', async (field, row, pointer, shown) => {
    const found = await quick((change, held) => {
      const body = Object(JSON.parse(change.body));
      const isTaken = Object.keys(body).length === 1 && (body[field] ?? body.address?.[field]) === 5;
      return isTaken ? [200, JSON.stringify({ ...held.get(first), ...shown })] : strict(change, held);
    });
    expect(said(found)).toContainEqual([row, pointer, `${pointer} is a number instead of a string`]);
  });

  test('are sent one by one where the client is not as it was', async () => {
    const done = await quick(altering('{"title":5}', { title: 'Dr' }));
    expect(done.bodies.length).toBeGreaterThan(most);
    expect(wrongs(done)).toEqual([wasChanged('another "Xx"')]);
  });

  test('that are taken are judged, and the others sent again', async () => {
    const found = await quick(taking);
    expect(wrongs(found)).toEqual([notText, notText]);
    expect(found.bodies).toHaveLength(2 * most - 1);
    const clearing = await quick(altering('{"address":null}', { address: undefined }, taking));
    const words = '/address was removed although the change was answered 400';
    expect(said(clearing)).toContainEqual(['update-client-200', '/address', words]);
  });

  test('that make the service fail are told, and not sent again', async () => {
    const found = await quick((change, held) => (change.body === '[]' ? [500, ''] : strict(change, held)));
    expect(found.bodies).toHaveLength(most);
    expect(wrongs(found)).toEqual([
      ['update-client-200', '', expect.stringMatching(/^A wrong body makes the service fail/)],
    ]);
  });
});
