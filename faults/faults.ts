import type { Fault } from './behaviour.ts';
import { tenancyFaults, writeFaults } from './faults/callers.ts';
import { caseDataFaults, openOperationFaults, recordFaults } from './faults/case-data.ts';
import { clientAnswerFaults, clientFailureFaults, clientWrongChangeFaults } from './faults/client-answers.ts';
import { clientChangeFaults, clientSequenceFaults, clientTextFaults } from './faults/client-changes.ts';
import {
  clientAddressFaults,
  clientOmissionFaults,
  clientRecordFaults,
  clientReplacementFaults,
} from './faults/client-fields.ts';
import { clientIdentityFaults } from './faults/client-identities.ts';
import { createdOrganisationFaults, creationFaults } from './faults/creations.ts';
import { credentialFaults } from './faults/credentials.ts';
import { discoveredCaseFaults } from './faults/discovered-cases.ts';
import { descriptionFaults } from './faults/interface-description.ts';
import { otherWayFaults } from './faults/other-ways.ts';
import { refusalBodyFaults, revealingRefusalFaults } from './faults/refusals.ts';
import { concurrencyFaults, repetitionFaults } from './faults/repetition.ts';
import { standardsFaults } from './faults/standards.ts';

/** All faults. A service with one of them deviates from one statement of the documents, or of a public standard. */
export const faults: readonly Fault[] = Object.freeze([
  ...credentialFaults,
  ...otherWayFaults,
  ...refusalBodyFaults,
  ...writeFaults,
  ...tenancyFaults,
  ...revealingRefusalFaults,
  ...caseDataFaults,
  ...discoveredCaseFaults,
  ...recordFaults,
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
