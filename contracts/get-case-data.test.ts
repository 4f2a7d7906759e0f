import { places } from '../src/schema/places.ts';
import { bundled } from '../src/specification/bundled.ts';
import type { components } from '../src/specification/interface.ts';
import { refusedCallers } from './callers.ts';
import { contractsOf } from './contract.ts';
import { foreignRecord, recordOf } from './fixtures.ts';
import type { Interaction } from './interaction.ts';
import { likeBody } from './like-body.ts';
import {
  callerOfAnotherOrganisation,
  caseOfType,
  caseWithRecord,
  foreignCase,
  noSuchCase,
  type ProviderState,
} from './provider-states.ts';

type CaseRecord = components['schemas']['CaseRecord'];

const { buyers = [] } = recordOf('Sale', 'ta6-4th');
const { owners = [] } = recordOf('Purchase');

const records: Readonly<Record<string, CaseRecord>> = {
  'a sale with TA6 4th and TA7 3rd edition': recordOf('Sale', 'ta6-4th'),
  'a sale with TA6 5th and TA7 4th edition': recordOf('Sale', 'ta6-5th'),
  'a sale with TA6 6th and TA7 5th edition': recordOf('Sale', 'ta6-6th'),
  'a sale to individuals': {
    ...recordOf('Sale', 'bare'),
    buyers: buyers.filter(({ buyerType }) => buyerType === 'individual'),
  },
  'a sale to a company': {
    ...recordOf('Sale', 'bare'),
    buyers: buyers.filter(({ buyerType }) => buyerType === 'company'),
  },
  'a purchase': recordOf('Purchase'),
  'a purchase from individuals': {
    ...recordOf('Purchase', 'bare'),
    owners: owners.filter(({ ownerType }) => ownerType === 'individual'),
  },
  'a purchase from a company': {
    ...recordOf('Purchase', 'bare'),
    owners: owners.filter(({ ownerType }) => ownerType === 'company'),
  },
  'a remortgage': recordOf('Remortgage'),
  'a transfer': recordOf('Transfer'),
};

function reading(id: string, ...states: readonly ProviderState[]): Pick<Interaction, 'states' | 'call'> {
  return { states, call: (client) => client.getCaseData(id) };
}

/**
 * The expected answer: matchers for everything that the documents specify of the record, and the rows that specify it.
 */
function answering(record: CaseRecord): Pick<Interaction, 'requirements' | 'answer'> {
  const rows = [...places(bundled.schemaNamed('CaseRecord'), record)]
    .flatMap(({ requirement = [] }) => requirement)
    .filter((id) => bundled.requirementNamed(id).standing === 'specified');
  return {
    requirements: [...new Set(['case-data-200', 'bodies-are-json', ...rows])],
    answer: { status: 200, body: likeBody(record, 'CaseRecord') },
  };
}

const message = likeBody({ message: 'The answer says why.' }, 'Error');

function refusal(status: number, requirement: string): Pick<Interaction, 'requirements' | 'answer'> {
  return { requirements: [requirement, 'error-message'], answer: { status, body: message } };
}

const { caseId, caseType } = recordOf('Sale', 'bare');
const ofSomeCase = reading(caseId, caseOfType(caseId, caseType));
const foreignId = foreignRecord.caseId;
const unusedId = '5f0c2b4e-9d1a-4c37-8e65-2a7b90d3f184';

contractsOf('getCaseData', [
  ...bundled.caseTypes.map((type) => {
    const record = recordOf(type, 'bare');
    return {
      ...reading(record.caseId, caseOfType(record.caseId, type)),
      ...answering(record),
      title: `a ${type} is answered with its identifier and type`,
    };
  }),
  ...Object.entries(records).map(([title, record]) => ({
    ...reading(record.caseId, caseWithRecord(record)),
    ...answering(record),
    title: `${title} is answered with its record`,
  })),
  {
    ...reading(''),
    ...refusal(400, 'case-data-400'),
    title: 'without the identifier, it is refused with 400',
  },
  ...refusedCallers('getCaseData', {
    ...ofSomeCase,
    refusal: { body: message, requirements: ['error-message'] },
  }),
  {
    ...reading(caseId, ...ofSomeCase.states, callerOfAnotherOrganisation),
    ...refusal(403, 'outsider-403'),
    title: 'by a user of another organisation, it is refused with 403',
    caller: 'outsider',
  },
  {
    ...reading(unusedId, noSuchCase(unusedId)),
    ...refusal(404, 'case-data-404-absent'),
    title: 'a case that does not exist is answered 404',
  },
  {
    ...reading(foreignId, foreignCase(foreignId)),
    ...refusal(404, 'case-data-404-foreign'),
    title: 'a case of another organisation is answered 404',
  },
]);
