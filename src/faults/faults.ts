import type { Fault } from './behaviour.ts';
import { caseDataFaults } from './faults/case-data.ts';
import { clientAddressFaults } from './faults/client-addresses.ts';
import { clientAnswerFaults } from './faults/client-answers.ts';
import { clientChangeFaults } from './faults/client-changes.ts';
import { clientFailureFaults } from './faults/client-failures.ts';
import { clientIdentityFaults } from './faults/client-identities.ts';
import { clientOmissionFaults } from './faults/client-omissions.ts';
import { clientRecordFaults } from './faults/client-records.ts';
import { clientReplacementFaults } from './faults/client-replacements.ts';
import { clientSequenceFaults } from './faults/client-sequences.ts';
import { clientTextFaults } from './faults/client-texts.ts';
import { clientWrongChangeFaults } from './faults/client-wrong-changes.ts';
import { concurrencyFaults } from './faults/concurrency.ts';
import { createdOrganisationFaults } from './faults/created-organisations.ts';
import { creationFaults } from './faults/creations.ts';
import { credentialFaults } from './faults/credentials.ts';
import { discoveredCaseFaults } from './faults/discovered-cases.ts';
import { forgedCredentialFaults } from './faults/forged-credentials.ts';
import { descriptionFaults } from './faults/interface-description.ts';
import { openOperationFaults } from './faults/open-operations.ts';
import { otherWayFaults } from './faults/other-ways.ts';
import { realisticRecordFaults } from './faults/realistic/records.ts';
import { realisticValueFaults } from './faults/realistic/values.ts';
import { recordFaults } from './faults/records.ts';
import { refusalBodyFaults } from './faults/refusal-bodies.ts';
import { repetitionFaults } from './faults/repetition.ts';
import { standardsFaults } from './faults/standards.ts';
import { tellingRefusalFaults } from './faults/telling-refusals.ts';
import { tenancyFaults } from './faults/tenancy.ts';
import { writeFaults } from './faults/writes.ts';

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
