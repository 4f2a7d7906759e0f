import { expect, test } from 'vitest';
import { getOrganisation, updateClient } from '../../../src/api/calls.ts';
import { requestOf } from '../../../src/api/request.ts';

const accept = 'application/json, */*;q=0.5';

test('what goes beside the credentials is put where it belongs, and nowhere else', () => {
  const besides = { query: { token: 'a b', 'x&y': '' }, headers: { cookie: 'c' }, members: { token: 'd' } };
  expect(requestOf(getOrganisation(), undefined, besides)).toEqual({
    method: 'GET',
    path: '/api/v2/org?token=a+b&x%26y=',
    headers: { accept, cookie: 'c' },
  });
  expect(requestOf({ ...updateClient('1', '{"a":1}'), path: '/p?q=1' }, 'Bearer t', besides)).toEqual({
    method: 'PATCH',
    path: '/p?q=1&token=a+b&x%26y=',
    headers: { accept, 'content-type': 'application/json', cookie: 'c', authorization: 'Bearer t' },
    body: '{"a":1,"token":"d"}',
  });
});

test('several values of the Authorization header are several headers', () => {
  expect(requestOf(getOrganisation(), ['Bearer a', 'Bearer b']).headers.authorization).toEqual([
    'Bearer a',
    'Bearer b',
  ]);
});
