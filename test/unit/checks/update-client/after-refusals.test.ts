import { expect, test } from 'vitest';
import { bundled } from '../../../../src/specification/bundled.ts';
import { clientCheck, clientsWith, type Deviance, first, records } from '../../harness/hand-made-clients.ts';
import { type Judged, judge, said } from '../../harness/hand-made-session.ts';

const check = clientCheck('after-refusal');

const one = { [first]: records[first] ?? {} };

interface Refusing extends Judged {
  readonly sent: readonly unknown[];
}

/** A service that refuses what is not as described, and answers the change after that so. */
async function refusing(
  next: readonly [status: number, body: string] | undefined,
  of: typeof records = one,
  isRefused = (body: string): boolean => bundled.validate('ClientPatch', JSON.parse(body)).length > 0,
): Promise<Refusing> {
  let isAfterRefusal = false;
  const strict: Deviance = ({ body }) => {
    if (isAfterRefusal && next !== undefined) {
      isAfterRefusal = false;
      return next;
    }
    if (!isRefused(body)) return undefined;
    isAfterRefusal = true;
    return [400, '{"message":"No."}'];
  };
  const { answer, target, asked } = clientsWith(strict, of);
  const judged = await judge(check, answer, target);
  return { ...judged, sent: asked.map(({ body }) => JSON.parse(body)) };
}

const { title, firstName, lastName, emailAddress, companyName, telephoneNumber, address } =
  records[first] ?? {};
const own = { title, firstName, lastName, emailAddress, companyName, telephoneNumber, address };

test('A change that was taken is sent before a wrong one, and after it', async () => {
  const found = await refusing(undefined);
  expect(said(found)).toEqual(['held']);
  expect(found.sent.slice(-3)).toEqual([own, { title: 5 }, own]);
});

test('Of a client that shows nothing it is one of a plain name', async () => {
  const { sent, ...found } = await refusing(undefined, { [first]: { id: first } });
  expect(said(found)).toEqual(['held']);
  expect(sent.slice(-3)).toEqual([
    { firstName: expect.any(String) },
    { firstName: 5 },
    { firstName: expect.any(String) },
  ]);
});

test.each([400, 422, 401, 500])('It deviates where it is then answered %i', async (status) => {
  const words = `A change of ${Object.keys(own).join(', ')} that was answered 200 is answered ${status} after a wrong one`;
  expect(said(await refusing([status, '']))).toEqual([['update-client-fields', '', words]]);
});

test.each([403, 404, 409, 423])('It is not decided where it is then answered %i', async (status) => {
  expect(said(await refusing([status, '']))).toEqual([
    ['control-refused', expect.stringMatching(new RegExp(`is answered ${status} after a wrong one\\.$`))],
  ]);
});

test('Where the first wrong one is taken, another is tried', async () => {
  const found = await refusing([400, ''], one, (body) => body === '[]');
  expect(found.sent.slice(-5)).toEqual([own, { title: 5 }, own, [], own]);
  expect(said(found)).toEqual(['held', ['update-client-fields', '', expect.any(String)]]);
});

test('Nothing is decided where the change is refused before any other', async () => {
  expect(said(await refusing(undefined, one, (body) => body !== '{}'))).toMatchObject([
    ['no-data', expect.any(String)],
  ]);
});
