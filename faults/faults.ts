import type { Fault } from './behaviour.ts';
import { callerFaults } from './faults/callers.ts';
import { caseDataFaults } from './faults/case-data.ts';
import { clientAnswerFaults } from './faults/client-answers.ts';
import { clientChangeFaults } from './faults/client-changes.ts';
import { clientFieldFaults } from './faults/client-fields.ts';
import { clientIdentityFaults } from './faults/client-identities.ts';
import { creationFaults } from './faults/creations.ts';
import { credentialFaults } from './faults/credentials.ts';
import { discoveredCaseFaults } from './faults/discovered-cases.ts';
import { descriptionFaults } from './faults/interface-description.ts';
import { otherWayFaults } from './faults/other-ways.ts';
import { refusalFaults } from './faults/refusals.ts';
import { repetitionFaults } from './faults/repetition.ts';
import { standardsFaults } from './faults/standards.ts';

/** All faults: services that each deviate from one statement of the documents or of a public standard. */
export const faults: readonly Fault[] = Object.freeze([
  ...credentialFaults,
  ...otherWayFaults,
  ...refusalFaults,
  ...callerFaults,
  ...caseDataFaults,
  ...discoveredCaseFaults,
  ...clientFieldFaults,
  ...clientChangeFaults,
  ...clientAnswerFaults,
  ...clientIdentityFaults,
  ...creationFaults,
  ...descriptionFaults,
  ...repetitionFaults,
  ...standardsFaults,
]);
