import { isJsonObject, type Json } from '../../reference/json.ts';
import { empty, json, page, redirect, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer, ServiceRequest } from '../behaviour.ts';
import { always, type Change, changed, insteadOf, together, when } from '../behaviours.ts';
import { caseNamed, demoCases, demoClients } from '../demo.ts';
import { type FaultRow, faultsWith, unseenByVerify } from '../fault.ts';
import {
  all,
  by,
  type Condition,
  forCase,
  identifierIn,
  invalid,
  not,
  on,
  onAnyQuery,
  parameterIn,
  pathOf,
  withoutHeader,
} from '../requests.ts';

const forClients: Condition = (request) => demoClients.includes(identifierIn(request));

/** The list shows the clients of each case as well. */
const listingClients: Behaviour = when(
  all(on('listCases'), by('member')),
  insteadOf(200, json(200, [{ caseId: caseNamed('sale-bare'), clients: [...demoClients] }])),
);

/** Broken answers: none of them is allowed for any identifier (interface 4.1). */
const broken: readonly (readonly [id: string, words: string, requirement: string, Change])[] = [
  ['500', '500', 'case-data-200', answering(refusal(500))],
  ['502', '502 by a gateway', 'case-data-200', answering(page(502))],
  ['204', '204', 'case-data-200', answering(empty(204))],
  ['302', 'by sending the caller to sign in', 'case-data-200', answering(redirect(302, '/login'))],
  ['401', '401, though the token is valid', 'case-data-200', answering(refusal(401))],
  ['empty', '200 without a body', 'case-data-200', answering(empty(200))],
  ['page', '200 with a page of HTML', 'bodies-are-json', answering(page(200))],
  ['cut', 'with JSON that breaks off', 'bodies-are-json', cutting((body) => body.slice(0, -10))],
  [
    'half',
    'with the first half of the JSON',
    'bodies-are-json',
    cutting((body) => body.slice(0, body.length / 2)),
  ],
  ['commas', 'with a comma too many', 'bodies-are-json', cutting((body) => body.replace(/}$/, ',}'))],
];

/** Wrong refusals of an identifier that is not a case. */
const oddRefusals: readonly (readonly [id: string, words: string, requirement: string, ServiceAnswer])[] = [
  ['500', '500', 'case-data-200', refusal(500)],
  ['502-page', '502 with a page', 'case-data-200', page(502)],
  ['401', '401, though the token is valid', 'case-data-200', refusal(401)],
  ['204', '204', 'case-data-200', empty(204)],
  ['404-page', '404 with a page of HTML', 'bodies-are-json', page(404)],
  [
    '404-cut',
    '404 with JSON that breaks off',
    'bodies-are-json',
    written(404, '{"message":"Not', 'application/json'),
  ],
];

const pages = 3;
const pageSize = 3;

const isLast: Condition = (request) => pageNumberOf(request) === pages;

/**
 * Services whose faults appear only in discovered cases, because cases of a configuration do not show them or cannot be
 * listed.
 */
export const discoveredCaseFaults: readonly Fault[] = Object.freeze(
  [
    ...rowsOf('every-case', 'Every case is', on('getCaseData'), broken),
    ...['Sale', 'Purchase', 'Remortgage', 'Transfer'].flatMap((caseType) =>
      rowsOf(`every-${caseType.toLowerCase()}`, `Every ${caseType} is`, on('getCaseData'), broken, caseType),
    ),
  ]
    .concat(
      oddRefusals.map(([id, words, requirement, answer]) => [
        requirement,
        [
          `listed-client-${id}`,
          `The identifier of a client that the list shows is answered ${words}`,
          together(listingClients, when(all(forClients, by('member')), insteadOf(404, answer))),
          unseenByVerify,
        ],
      ]),
    )
    .concat([
      [
        'case-data-200',
        ofOneCase('last-of-list', 'The last case of the list', 'transfer-bare', refusal(500)),
      ],
      ['bodies-are-json', ofOneCase('one-of-list', 'One case of the list', 'remortgage', page(200))],
      ['list-cases-exists', leadingTo('500', 'is answered 500', refusal(500))],
      ['list-cases-exists', leadingTo('502', 'is answered 502 with a page', page(502))],
      ['list-cases-exists', leadingTo('401', 'is answered 401, though the token is valid', refusal(401))],
      [
        'list-cases-exists',
        [
          'list-next-by-cursor-401',
          'The next page, for which the list of cases has a cursor, is answered 401, though the token is valid',
          together(
            when(
              all(on('listCases'), by('member')),
              always(json(200, { cases: [...demoCases], nextCursor: 'c2' })),
            ),
            when(({ path }) => path === '/api/v2/cases?cursor=c2', always(refusal(401))),
          ),
          unseenByVerify,
        ],
      ],
      ['list-cases-exists', lastRefused('401', 'is answered 401, though the token is valid', refusal(401))],
      ['bodies-are-json', leadingTo('page', 'is a page of HTML', page(200))],
      ['bodies-are-json', leadingTo('cut', 'breaks off', written(200, '{"cases":[', 'application/json'))],
      [
        'credentials-401',
        shownNext('without-credentials', 'to a caller without an Authorization header', withoutHeader),
      ],
      [
        'credentials-401',
        shownNext('with-any-token', 'to a caller with any token', all(invalid, not(withoutHeader))),
      ],
      ['outsider-403', shownNext('to-outsider', 'to a user of another organisation', by('outsider'))],
      [
        'credentials-401',
        shownLast('without-credentials', 'to a caller without an Authorization header', withoutHeader),
      ],
      [
        'credentials-401',
        shownLast('with-any-token', 'to a caller with any token', all(invalid, not(withoutHeader))),
      ],
      ['outsider-403', shownLast('to-outsider', 'to a user of another organisation', by('outsider'))],
    ])
    .flatMap(([requirement, row]) => faultsWith({ triedWith: 'discovery' })(requirement, '', [row])),
);

type Row = readonly [requirement: string, row: FaultRow];

function rowsOf(
  id: string,
  subject: string,
  condition: Condition,
  ways: typeof broken,
  caseType?: string,
): Row[] {
  return ways.map(([way, words, requirement, change]) => [
    requirement,
    [
      `${id}-${way}`,
      `${subject} answered ${words}`,
      when(
        all(condition, by('member')),
        changed((answer, request) =>
          answer.status === 200 && (caseType === undefined || typeIn(answer) === caseType)
            ? change(answer, request)
            : answer,
        ),
      ),
    ],
  ]);
}

function ofOneCase(id: string, subject: string, name: string, answer: ServiceAnswer): FaultRow {
  const behaviour = when(all(forCase(name), by('member')), insteadOf(200, answer));
  return [
    id,
    `${subject} is answered ${answer.status === 200 ? 'with a page of HTML' : answer.status}`,
    behaviour,
    unseenByVerify,
  ];
}

/** The second page of the list, linked from the first. */
function leadingTo(id: string, words: string, answer: ServiceAnswer): FaultRow {
  const behaviour = together(
    when(
      on('listCases'),
      changed((first) => ({
        ...first,
        headers: { ...first.headers, link: '</api/v2/cases?page=2>; rel="next"' },
      })),
    ),
    when(({ path }) => path === '/api/v2/cases?page=2', always(answer)),
  );
  return [
    `list-next-${id}`,
    `The next page, to which the list of cases links, ${words}`,
    behaviour,
    unseenByVerify,
  ];
}

/** A list on two pages whose second page is shown to other callers too. */
function shownNext(id: string, words: string, those: Condition): FaultRow {
  const second: Condition = ({ path }) => path === '/api/v2/cases?page=2';
  const behaviour = together(
    when(
      all(on('listCases'), by('member')),
      always(json(200, { cases: demoCases.slice(0, 5), next: '?page=2' })),
    ),
    when(
      (request) => second(request) && (by('member')(request) || those(request)),
      always(json(200, { cases: demoCases.slice(5) })),
    ),
  );
  return [
    `list-next-${id}`,
    `The next page of the list of cases is shown ${words}`,
    behaviour,
    unseenByVerify,
  ];
}

/** A list on three pages, each naming the next. Matching requests get a different answer. */
function onThreePages(isMeant: Condition, answer: (page: ServiceAnswer) => ServiceAnswer): Behaviour {
  return async (request, reference) => {
    const number = pageNumberOf(request);
    if (number === undefined) return reference(request);
    const start = (number - 1) * pageSize;
    const cases = demoCases.slice(start, number === pages ? undefined : start + pageSize);
    const next = number < pages ? { next: `?page=${number + 1}` } : {};
    const shown = json(200, { cases, ...next });
    if (isMeant(request)) return answer(shown);
    return by('member')(request) ? shown : reference({ ...request, path: pathOf(request) });
  };
}

function pageNumberOf(request: ServiceRequest): number | undefined {
  return onAnyQuery('listCases')(request) ? Number(parameterIn(request, 'page') ?? 1) : undefined;
}

function lastRefused(id: string, words: string, answer: ServiceAnswer): FaultRow {
  return [
    `list-last-${id}`,
    `The third page of the list of cases, which is its last, ${words}`,
    onThreePages(all(isLast, by('member')), () => answer),
    unseenByVerify,
  ];
}

function shownLast(id: string, words: string, those: Condition): FaultRow {
  return [
    `list-last-${id}`,
    `The third page of the list of cases, which is its last, is shown ${words}`,
    onThreePages(all(isLast, those), (shown) => shown),
    unseenByVerify,
  ];
}

function answering(answer: ServiceAnswer): Change {
  return () => answer;
}

function cutting(cut: (body: string) => string): Change {
  return (answer) => ({ ...answer, body: cut(answer.body) });
}

function typeIn({ body }: ServiceAnswer): Json | undefined {
  const record: Json = JSON.parse(body);
  return isJsonObject(record) ? record.caseType : undefined;
}
