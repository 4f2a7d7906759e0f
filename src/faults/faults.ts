import type { Fault } from './behaviour.ts';
import { caseDataFaults } from './faults/case-data.ts';
import { clientAddressFaults } from './faults/client-addresses.ts';
import { clientAnswerFaults } from './faults/client-answers.ts';
import { clientChangeFaults } from './faults/client-changes.ts';
import { clientIdentityFaults } from './faults/client-identities.ts';
import { clientOmissionFaults } from './faults/client-omissions.ts';
import { clientRecordFaults } from './faults/client-records.ts';
import { clientSequenceFaults } from './faults/client-sequences.ts';
import { clientTextFaults } from './faults/client-texts.ts';
import { clientWrongChangeFaults } from './faults/client-wrong-changes.ts';
import { creationFaults } from './faults/creations.ts';
import { credentialFaults } from './faults/credentials.ts';
import { descriptionFaults } from './faults/interface-description.ts';
import { openOperationFaults } from './faults/open-operations.ts';
import { recordFaults } from './faults/records.ts';
import { refusalBodyFaults } from './faults/refusal-bodies.ts';
import { tenancyFaults } from './faults/tenancy.ts';
import { writeFaults } from './faults/writes.ts';

/** Every fault: a service with one of them deviates from one statement of the documents. */
export const faults: readonly Fault[] = Object.freeze([
  ...credentialFaults,
  ...refusalBodyFaults,
  ...writeFaults,
  ...tenancyFaults,
  ...caseDataFaults,
  ...recordFaults,
  ...openOperationFaults,
  ...clientRecordFaults,
  ...clientChangeFaults,
  ...clientTextFaults,
  ...clientOmissionFaults,
  ...clientAddressFaults,
  ...clientAnswerFaults,
  ...clientWrongChangeFaults,
  ...clientIdentityFaults,
  ...clientSequenceFaults,
  ...creationFaults,
  ...descriptionFaults,
]);
