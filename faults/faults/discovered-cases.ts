import { empty, json, page, redirect, refusal } from '../answers.ts';
import type { Fault, ServiceAnswer } from '../behaviour.ts';
import { composed, insteadOf, when, withHeaders } from '../behaviours.ts';
import { caseNamed, demoCases, demoClients } from '../demo.ts';
import { by, type Condition, identifierIn, on, withoutHeader } from '../requests.ts';
import { type FaultRows, faultsOf } from '../rows.ts';

const reading: Condition = by('member', 'getCaseData');
const listing: Condition = by('member', 'listCases');
const second: Condition = ({ path }) => path === '/api/v2/cases?page=2';

/** Faults that appear only in cases found through the list of cases, but not in cases that the configuration lists. */
export const discoveredCaseFaults: readonly Fault[] = [
  ...faultsOf({ requirement: 'case-data-200', triedWith: 'discovery' })({
    ...everyCase('500', '500', refusal(500)),
    ...everyCase('204', '204', empty(204)),
    ...everyCase('302', 'by sending the caller to sign in', redirect(302, '/login')),
    ...everyCase('401', '401, though the token is valid', refusal(401)),
  }),
  ...faultsOf({ requirement: 'case-data-200', triedWith: 'discovery', unseenBy: 'verify' })({
    ...listedClient('500', '500', refusal(500)),
  }),
  ...faultsOf({ requirement: 'bodies-are-json', triedWith: 'discovery', unseenBy: 'verify' })({
    ...listedClient('404-page', '404 with a page of HTML', page(404)),
    ...linkedPage('page', 'is a page of HTML', page(200)),
  }),
  ...faultsOf({ requirement: 'list-cases-exists', triedWith: 'discovery', unseenBy: 'verify' })({
    ...linkedPage('500', 'is answered 500', refusal(500)),
  }),
  ...faultsOf({ requirement: 'credentials-401', unseenBy: 'verify' })({
    ...shownNext('without-credentials', 'to a caller without an Authorization header', withoutHeader),
  }),
  ...faultsOf({ requirement: 'outsider-403', unseenBy: 'verify' })({
    ...shownNext('to-outsider', 'to a user of another organisation', by('outsider')),
  }),
];

function everyCase(id: string, words: string, answer: ServiceAnswer): FaultRows {
  return { [`every-case-${id}`]: [`Every case is answered ${words}`, when(reading, insteadOf(200, answer))] };
}

function listedClient(id: string, words: string, answer: ServiceAnswer): FaultRows {
  const shown = json(200, [{ caseId: caseNamed('sale-bare'), clients: [...demoClients] }]);
  const forClients: Condition = (request) => demoClients.includes(identifierIn(request));
  return {
    [`listed-client-${id}`]: [
      `The identifier of a client that the list shows is answered ${words}`,
      composed(when(listing, insteadOf(200, shown)), when(forClients, by('member'), insteadOf(404, answer))),
    ],
  };
}

function linkedPage(id: string, words: string, answer: ServiceAnswer): FaultRows {
  const link = '</api/v2/cases?page=2>; rel="next"';
  return {
    [`list-next-${id}`]: [
      `The next page, to which the list of cases links, ${words}`,
      composed(when(on('listCases'), withHeaders({ link })), when(second, answer)),
    ],
  };
}

function shownNext(id: string, words: string, those: Condition): FaultRows {
  return {
    [`list-next-${id}`]: [
      `The next page of the list of cases is shown ${words}`,
      composed(
        when(listing, json(200, { cases: demoCases.slice(0, 5), next: '?page=2' })),
        when(
          (request) => second(request) && (by('member')(request) || those(request)),
          json(200, { cases: demoCases.slice(5) }),
        ),
      ),
    ],
  };
}
