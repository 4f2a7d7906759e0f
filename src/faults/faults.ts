import type { Fault } from './behaviour.ts';
import { tenancyFaults, writeFaults } from './faults/callers.ts';
import { caseDataFaults, openOperationFaults } from './faults/case-data.ts';
import { clientAddressFaults } from './faults/client-addresses.ts';
import { clientAnswerFaults, clientWrongChangeFaults } from './faults/client-answers.ts';
import { clientChangeFaults, clientSequenceFaults } from './faults/client-changes.ts';
import { clientFailureFaults } from './faults/client-failures.ts';
import { clientIdentityFaults } from './faults/client-identities.ts';
import { clientOmissionFaults, clientReplacementFaults } from './faults/client-omissions.ts';
import { clientRecordFaults } from './faults/client-records.ts';
import { clientTextFaults } from './faults/client-texts.ts';
import { concurrencyFaults } from './faults/concurrency.ts';
import { createdOrganisationFaults, creationFaults } from './faults/creations.ts';
import { credentialFaults, forgedCredentialFaults } from './faults/credentials.ts';
import { discoveredCaseFaults } from './faults/discovered-cases.ts';
import { descriptionFaults } from './faults/interface-description.ts';
import { otherWayFaults } from './faults/other-ways.ts';
import { realisticRecordFaults, realisticValueFaults, recordFaults } from './faults/records.ts';
import { refusalBodyFaults, tellingRefusalFaults } from './faults/refusals.ts';
import { repetitionFaults } from './faults/repetition.ts';
import { standardsFaults } from './faults/standards.ts';

/** All faults. A service with one of them deviates from one statement of the documents, or of a public standard. */
export const faults: readonly Fault[] = Object.freeze([
  ...credentialFaults,
  ...forgedCredentialFaults,
  ...otherWayFaults,
  ...refusalBodyFaults,
  ...writeFaults,
  ...tenancyFaults,
  ...tellingRefusalFaults,
  ...caseDataFaults,
  ...discoveredCaseFaults,
  ...recordFaults,
  ...realisticValueFaults,
  ...realisticRecordFaults,
  ...openOperationFaults,
  ...clientRecordFaults,
  ...clientChangeFaults,
  ...clientTextFaults,
  ...clientOmissionFaults,
  ...clientAddressFaults,
  ...clientAnswerFaults,
  ...clientWrongChangeFaults,
  ...clientFailureFaults,
  ...clientReplacementFaults,
  ...clientIdentityFaults,
  ...clientSequenceFaults,
  ...creationFaults,
  ...createdOrganisationFaults,
  ...descriptionFaults,
  ...repetitionFaults,
  ...concurrencyFaults,
  ...standardsFaults,
]);
