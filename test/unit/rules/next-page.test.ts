import { describe, expect, test } from 'vitest';
import { listCases } from '../../../src/api/calls.ts';
import { nextPage } from '../../../src/rules/next-page.ts';

const path = '/api/v2/cases';

function following(value: unknown, headers: Readonly<Record<string, string>> = {}, from?: string) {
  return nextPage({ call: listCases(from), headers, body: { kind: 'json', value } });
}

describe('the next page is shown', () => {
  test.each([
    [`<${path}?page=2>; rel="next"`, '?page=2'],
    [`<${path}?page=2>; rel=next`, '?page=2'],
    [`<${path}?page=1>; rel="prev first", <${path}?page=3>; title="On"; rel="last NEXT"`, '?page=3'],
    ['<?after=%C3%A4>;rel="next"', '?after=%C3%A4'],
    [`<https://acme.example/prefix${path}?page=2>; rel="next"`, '?page=2'],
  ])('by the header %s', (link, query) => {
    expect(following([], { link })).toEqual({ query, shownBy: 'Link header', isLink: true });
  });

  test.each<[object, string, string]>([
    [{ next: `${path}?page=2` }, '?page=2', 'next'],
    [{ next_url: `http://elsewhere.example${path}/?page=2` }, '?page=2', 'next_url'],
    [{ links: { next: `${path}?page=2` } }, '?page=2', 'next'],
    [{ _links: { next: { href: `${path}?page=2` } } }, '?page=2', 'next'],
    [{ '@odata.nextLink': `${path}?$skip=20` }, '?$skip=20', '@odata.nextLink'],
  ])('by the link of %j', (value, query, shownBy) => {
    expect(following(value)).toEqual({ query, shownBy, isLink: true });
  });

  test.each<[object, string, string]>([
    [{ nextPage: 2 }, '?page=2', 'nextPage'],
    [{ next: '2' }, '?page=2', 'next'],
    [{ next: 'YWJj' }, '?cursor=YWJj', 'next'],
    [{ nextCursor: 'a/b=' }, '?cursor=a%2Fb%3D', 'nextCursor'],
    [{ meta: { next_page_token: 'c5' } }, '?page_token=c5', 'next_page_token'],
    [{ pagination: { nextOffset: 20 } }, '?offset=20', 'nextOffset'],
    [{ page: 1, totalPages: 3 }, '?page=2', 'page and totalPages'],
    [{ meta: { current_page: 2, last_page: 3 } }, '?page=3', 'current_page and last_page'],
    [{ pageNumber: 0, pages: 3 }, '?pageNumber=1', 'pageNumber and pages'],
    [{ offset: 20, limit: 20, total: 48 }, '?offset=40&limit=20', 'offset, limit and total'],
  ])('by the cursor or number of %j', (value, query, shownBy) => {
    expect(following(value)).toEqual({ query, shownBy, isLink: false });
  });

  test('with what was asked for besides', () => {
    expect(following({ page: 2, pages: 3 }, {}, '?limit=5&page=2')?.query).toBe('?limit=5&page=3');
  });
});

describe('the last page is shown', () => {
  const last = (value: unknown, link = '') =>
    nextPage({ call: listCases(), headers: { link }, body: { kind: 'json', value } }, 'last')?.query;

  test.each<[unknown, string | undefined, string?]>([
    [[], '?page=7', `<${path}?page=2>; rel="next", <${path}?page=7>; rel="last"`],
    [[], undefined, `<${path}?page=2>; rel="next"`],
    [{ page: 1, totalPages: 3, next: `${path}?page=2` }, '?page=3'],
    [{ pageNumber: 0, pages: 3 }, '?pageNumber=2'],
    [{ page: 1, pages: 1 }, undefined],
    [{ offset: 0, limit: 20, total: 48 }, '?offset=40&limit=20'],
    [{ offset: 0, limit: 20, total: 20 }, undefined],
    [{ next: `${path}?page=2` }, undefined],
  ])('by %j: %s', (value, query, link) => {
    expect(last(value, link)).toBe(query);
  });
});

describe('no next page is shown', () => {
  test.each<[string, unknown]>([
    ['by a list', [{ id: 1 }]],
    ['by nothing', null],
    ['where it is null', { next: null, nextCursor: '' }],
    ['where it is the last', { page: 3, totalPages: 3 }],
    ['where all was shown', { offset: 40, limit: 20, total: 48 }],
    ['where nothing is shown at once', { offset: 0, limit: 0, total: 48 }],
    ['by a link to something else', { next: '/api/v2/clients?page=2' }],
    ['by a link to a case', { next: `${path}/1/data` }],
    ['by a link that is none', { next: 'http://' }],
    ['by another member', { nextAction: `${path}?page=2`, context: '2' }],
    ['in an entry', { items: [{ next: `${path}?page=2` }] }],
  ])('%s', (_name, value) => {
    expect(following(value)).toBeUndefined();
  });

  test.each([
    `<${path}?page=2>; rel="prev"`,
    `<${path}?page=2>; title="next"`,
    `${path}?page=2; rel=next`,
    '<>; rel',
  ])('by the header %s', (link) => {
    expect(following([], { link })).toBeUndefined();
  });
});
