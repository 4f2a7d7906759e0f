import type { Json, JsonObject } from '../../src/reference/json.ts';
import { json, refusal } from '../answers.ts';
import type { Behaviour, ServiceAnswer, ServiceRequest, Variant } from '../behaviour.ts';
import { changed, composed, insteadOf, when } from '../behaviours.ts';
import { caseNamed, demoCases, demoClients } from '../demo.ts';
import { by, type Condition, identifierIn, invalid, not, on } from '../requests.ts';
import { byId, type Entry, type VariantRows, variantsOf } from '../rows.ts';

const pageSize = 5;

const isList: Condition = on('listCases');

const elsewhere = caseNamed('foreign-sale');
const gone = '0d9be4f6-3b57-4c55-8a75-3a7d3b1f5a10';

export const discoveredCaseVariants: readonly Variant[] = [
  ...variantsOf({
    requirement: 'list-cases-shape',
    operations: ['getCaseData', 'listCases'],
    triedWith: 'discovery',
  })({
    'list-clients-403': [
      'Identifiers that belong to no case are answered 403',
      composed(
        listingEach((id) => ({
          id,
          clients: demoClients.map((client) => ({ clientId: client })),
          handler: { id: gone },
        })),
        when((request) => demoClients.includes(identifierIn(request)), insteadOf(404, refusal(403))),
      ),
    ],
    'list-gone': ['The list still shows a deleted case', listing([gone, ...demoCases])],
    'list-elsewhere': [
      'A case in the list names others, of which one is of another organisation',
      listing(
        demoCases.map((id) => ({ id, related: [...demoCases.filter((one) => one !== id), elsewhere] })),
      ),
    ],
    'list-of-nothing': ['The list shows only clients', listing(demoClients.map((id) => ({ id })))],
    'list-links': ['The list has links', listingEach((id) => ({ href: `/api/v2/cases/${id}/data` }))],
    'list-capitals': ['The list shows identifiers in upper case', listingEach((id) => id.toUpperCase())],
    ...pagings(),
    ...endings(),
  }),
];

function listing(value: Json): Behaviour {
  return when(isList, by('member'), insteadOf(200, json(200, value)));
}

function listingEach(shown: (id: string) => Json): Behaviour {
  return listing(demoCases.map(shown));
}

interface Page {
  readonly start: number;
  readonly number: number;
  readonly isLast: boolean;
  readonly items: Json[];
}

function pagings(): VariantRows {
  const path = '/api/v2/cases';
  const ways: readonly Entry<[shown: (page: Page) => ServiceAnswer]>[] = [
    ['link', 'in a header', (page) => linked(page, `<${path}?page=${page.number + 1}>; rel="next"`)],
    [
      'next-host',
      'by a link with a host of its own',
      leading((page) => ({ links: { next: `http://internal.example${path}?page=${page.number + 1}` } })),
    ],
    ['cursor', 'by a cursor', leading((page) => ({ nextCursor: `c${page.start + pageSize}` }))],
    [
      'offset',
      'by an offset',
      ({ items, start }) => json(200, { items, offset: start, limit: pageSize, total: demoCases.length }),
    ],
  ];
  return byId(
    ways.map(([id, words, shown]) => [
      `list-paged-${id}`,
      `The list links to its next page ${words}`,
      paged(shown),
    ]),
  );
}

function endings(): VariantRows {
  const path = '/api/v2/cases';
  const toNext = (next: string) => listing({ items: demoCases.map((id) => ({ id })), next });
  const second: Condition = (request) => request.path === `${path}?page=2`;
  const leadingOn = paged((page) => linked(page, `<?page=${page.number + 1}>; rel="next"`));
  return {
    'list-circle': ['The list links to itself', toNext(path)],
    'list-endless': ['Each page of the list is the first', toNext(`${path}?page=2`)],
    'list-next-404': [
      'The next page, to which the list links, is answered 404',
      composed(toNext(`${path}?page=2`), when(second, refusal(404))),
    ],
    'list-next-empty': [
      'The last page of the list is empty, and the same for every valid token',
      composed(
        toNext(`${path}?page=2`),
        when(second, not(invalid), json(200, { cases: [], next: null, total: demoCases.length, page: 2 })),
      ),
    ],
    'list-next-by-cursor-403': [
      'The next page is refused if the cursor of the list is sent as another parameter',
      composed(
        listing({ items: demoCases.map((id) => ({ id })), nextCursor: 'c2' }),
        when((request) => request.path === `${path}?cursor=c2`, refusal(403)),
      ),
    ],
    'list-next-outsider-own': [
      'A user of another organisation who asks for the next page of the list is shown one of their own',
      composed(leadingOn, when(second, by('outsider'), json(200, [{ id: elsewhere }]))),
    ],
  };
}

function paged(shown: (page: Page) => ServiceAnswer): Behaviour {
  return when(
    isList,
    by('member'),
    changed((_, request) => shown(pageOf(request))),
  );
}

function pageOf({ path }: ServiceRequest): Page {
  const { searchParams: query } = new URL(path, 'http://localhost');
  const cursor = query.get('cursor') ?? query.get('page_token') ?? query.get('offset');
  const page = query.get('page');
  const start = page === null ? Number((cursor ?? '0').replace('c', '')) : (Number(page) - 1) * pageSize;
  const items = demoCases.slice(start, start + pageSize).map((id) => ({ caseId: id }));
  return { start, number: start / pageSize + 1, isLast: start + pageSize >= demoCases.length, items };
}

function leading(next: (page: Page) => JsonObject): (page: Page) => ServiceAnswer {
  return (page) => json(200, { items: page.items, ...(page.isLast ? {} : next(page)) });
}

function linked(page: Page, link: string): ServiceAnswer {
  const answer = json(200, page.items);
  return page.isLast ? answer : { ...answer, headers: { ...answer.headers, link } };
}
