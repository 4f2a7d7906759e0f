import type { Check } from '../harness/check.ts';
import { asJudged } from '../harness/judged.ts';
import { operations, requirementsOfRefusal } from '../rules/operations.ts';
import { readsCasesAgain, refusesMeanwhile, refusesOutsiderMeanwhile } from './again/cases.ts';
import { listsAgain, readsOrganisationAgain, servesAgain } from './again/others.ts';

/** What is right once is right again, also at the same time as other requests, and after some that were refused. */
export const againChecks: readonly Check[] = Object.freeze<Check[]>([
  {
    id: 'getCaseData.again',
    title: 'A case that is read again, and at the same time as others, is answered as before',
    operation: 'getCaseData',
    requirements: ['case-data-200', 'bodies-are-json', 'case-data-of-the-case'],
    needs: ['a case'],
    stage: 'again',
    rule: asJudged,
    probe: readsCasesAgain,
  },
  {
    id: 'getCaseData.credentials-at-once',
    title: 'getCaseData is answered 401 without valid credentials, also while it is read with valid ones',
    operation: 'getCaseData',
    requirements: requirementsOfRefusal('getCaseData', 'credentials-401'),
    needs: operations.getCaseData.needs,
    stage: 'again',
    rule: asJudged,
    probe: refusesMeanwhile,
  },
  {
    id: 'getCaseData.outsider-at-once',
    title: 'A user of another organisation is refused a case, also while a member reads it',
    operation: 'getCaseData',
    requirements: ['outsider-403'],
    needs: ['a case', 'outsider token'],
    stage: 'again',
    rule: asJudged,
    probe: refusesOutsiderMeanwhile,
  },
  {
    id: 'getOrganisation.again',
    title: 'The organisation that is read again is the same',
    operation: 'getOrganisation',
    requirements: ['get-organisation', 'organisation-is-callers', 'bodies-are-json'],
    needs: [],
    stage: 'again',
    rule: asJudged,
    probe: readsOrganisationAgain,
  },
  {
    id: 'listCases.again',
    title: 'Cases can be listed again',
    operation: 'listCases',
    requirements: ['list-cases-exists', 'bodies-are-json', 'outsider-403'],
    needs: [],
    stage: 'again',
    rule: asJudged,
    probe: listsAgain,
  },
  {
    id: 'getInterfaceDescription.again',
    title: 'The description is served again',
    operation: 'getInterfaceDescription',
    requirements: ['description-served'],
    needs: [],
    stage: 'again',
    rule: asJudged,
    probe: servesAgain,
  },
]);
