import { describe, expect, test } from 'vitest';
import { rowsOfWrongBodies } from '../../../../src/checks/update-client/wrong-bodies.ts';
import { updateClientChecks } from '../../../../src/checks/update-client.ts';
import type { ClientRecord } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { clientsWith, type Deviance, first, records, second } from '../../harness/hand-made-clients.ts';
import { checkNamed, type Judged, judge, observed, said } from '../../harness/hand-made-session.ts';

const check = checkNamed(updateClientChecks(bundled), 'updateClient.wrong-bodies');
const one = { [first]: records[first] ?? {} };

const isWrong = (body: string): boolean => bundled.validate('ClientPatch', JSON.parse(body)).length > 0;

/** A service that refuses wrong bodies, as most do. */
const strict: Deviance = ({ body, credentials }) =>
  credentials === 'member' && isWrong(body) ? [400, '{"message":"No."}'] : undefined;

interface Survived extends Judged {
  readonly bodies: unknown[];
}

async function survived(
  deviance: Deviance,
  of: Readonly<Record<string, ClientRecord>> = one,
  writes: 'all' | 'restore' = 'all',
): Promise<Survived> {
  const { answer, target, asked } = clientsWith(deviance, of, { writes });
  const judged = await judge(check, answer, target);
  return {
    ...judged,
    bodies: asked.map(({ body }) => JSON.parse(body)).filter((body) => isWrong(JSON.stringify(body))),
  };
}

describe('wrong bodies', () => {
  test('are of every kind, for every field', async () => {
    const { bodies, ...judged } = await survived(strict);
    const ofTexts = [
      'title',
      'firstName',
      'lastName',
      'emailAddress',
      'companyName',
      'telephoneNumber',
    ].flatMap((field) =>
      [5, null, true, ['Sample'], { value: 'Sample' }].map((value) => ({ [field]: value })),
    );
    expect(bodies.slice(0, ofTexts.length)).toEqual(ofTexts);
    const [number, ...mixed] = bodies.slice(ofTexts.length + 7, -4) as Record<string, unknown>[];
    expect(bodies.slice(ofTexts.length, ofTexts.length + 7)).toEqual([
      { emailAddress: 'not an address' },
      { emailAddress: 'sample@' },
      { telephoneNumber: '01632 960001' },
      { telephoneNumber: 'none' },
      { address: '1 Sample Street' },
      { address: [] },
      { address: null },
    ]);
    expect(number).toEqual({
      address: { ...(number?.address as object), line_1: 5, postcode: expect.stringMatching(/^ZZ/) },
    });
    expect(mixed).toEqual([
      { firstName: expect.any(String), emailAddress: 'x' },
      { title: expect.any(String), telephoneNumber: 'none' },
      { emailAddress: expect.stringMatching(/@example\.com$/), title: 5 },
    ]);
    expect(bodies.slice(-4)).toEqual([[], '', 5, null]);
    expect(observed(judged).map(([, value]) => value)).toEqual(bodies.map(() => '400'));
    expect(observed(judged)[0]?.[0]).toBe('updateClient with title: a number');
    expect(said(judged)).toEqual(bodies.map(() => 'held'));
  });

  test('are of the fields alone that can be put back', async () => {
    const { bodies } = await survived(strict, { [first]: { id: first, lastName: 'Sample' } }, 'restore');
    expect(bodies).toEqual([
      ...[5, null, true, ['Sample'], { value: 'Sample' }].map((lastName) => ({ lastName })),
      [],
      '',
      5,
      null,
    ]);
    const mixed = { [first]: { id: first, companyName: 'Sample', emailAddress: 'a@example.com' } };
    const { bodies: more } = await survived(strict, mixed, 'restore');
    expect(more.filter((body) => Object.keys(Object(body)).length > 1)).toEqual([
      { companyName: expect.any(String), emailAddress: 'x' },
    ]);
  });

  test('are those of the client of which most can be changed', async () => {
    const { answer, target, asked } = clientsWith(
      strict,
      { [second]: records[second] ?? {}, ...one },
      { writes: 'restore' },
    );
    await judge(check, answer, target);
    expect(new Set(asked.filter(({ body }) => isWrong(body)).map(({ client }) => client))).toEqual(
      new Set([first]),
    );
  });

  test('are not sent where nothing can be changed', async () => {
    const closed = await survived(({ body }) => (body === '{}' ? undefined : [409, '']), one, 'restore');
    expect(said(closed)).toEqual([
      ['no-data', expect.stringMatching(/^No client in clients shows a field that can be changed such that/)],
    ]);
    expect(closed.bodies).toEqual([]);
  });

  test('are sent no more once the client cannot be read back', async () => {
    let isGone = false;
    const { bodies, ...judged } = await survived((change, held) => {
      if (isWrong(change.body)) isGone = true;
      return isGone && change.body === '{}' ? [404, ''] : strict(change, held);
    });
    expect(bodies).toHaveLength(1);
    expect(said(judged)).toEqual([
      ['no-data', expect.stringMatching(/^No client in clients shows a field that can be changed, or/)],
    ]);
  });
});

describe('a wrong body', () => {
  /** A service that answers the body in which the title is a number so. */
  const answering =
    (status: number, body: string): Deviance =>
    (change, held) =>
      change.body === '{"title":5}' ? [status, body] : strict(change, held);
  const deviations = (judged: Judged): unknown[] => said(judged).filter((one) => one !== 'held');

  test('that is refused is not done', async () => {
    const done = await survived((change, held) => {
      if (change.body === '{"title":5}') held.set(first, { ...one[first], title: 'Dr' });
      return strict(change, held);
    });
    expect(deviations(done)).toEqual([
      ['update-client-200', '/title', '/title must be as before, since the change is answered 400'],
    ]);
  });

  test('that is taken is shown as described', async () => {
    const taken = await survived((change, held) => {
      if (change.body !== '{"title":5}') return strict(change, held);
      held.set(first, { ...one[first], title: 5 });
      return [200, JSON.stringify(held.get(first))];
    });
    const wrong = ['client-texts', '/title', '/title must be a string, but is a number'];
    expect(deviations(taken).slice(0, 2)).toEqual([wrong, wrong]);
  });

  test.each([
    ['[]', 'The body must be the client record, but is an array'],
    ['', 'The body must be the client record, but is empty'],
    ['{}', 'The body must be the client record, but is an object without any of its fields'],
  ])('that is taken is answered with a record, not with %j', async (body, words) => {
    expect(deviations(await survived(answering(200, body)))).toEqual([['update-client-200', '', words]]);
  });

  test('may be answered with another success, and no record', async () => {
    expect(deviations(await survived(answering(202, '{}')))).toEqual([]);
    expect(deviations(await survived(answering(204, '')))).toEqual([]);
  });

  test('may be taken as nothing', async () => {
    const lenient: Deviance = (change, held) => {
      if (isWrong(change.body) && change.credentials === 'member')
        return [200, JSON.stringify(held.get(change.client))];
      return strict(change, held);
    };
    const found = await survived(lenient);
    expect(deviations(found)).toEqual([]);
    expect(new Set(observed(found).map(([, value]) => value))).toEqual(new Set(['200']));
    const empty = await survived(lenient, { [first]: { ...one[first] } });
    expect(deviations(empty)).toEqual([]);
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
