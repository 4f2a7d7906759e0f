import { type Demo, readDemo } from '../reference/demo.ts';
import { openSeededReference, type Reference } from '../reference/reference.ts';
import { bundled } from '../specification/bundled.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { tokenNamed } from './demo.ts';
import { openOwnClients } from './own-clients.ts';
import { answerOf } from './reference-answer.ts';
import { type Condition, on, sends } from './requests.ts';
import { sharedAnswers } from './shared-answers.ts';

/** The reference implementation as one service sees it: nothing that was written to another. */
export interface OwnReference {
  readonly answer: (request: ServiceRequest) => Promise<ServiceAnswer>;
  readonly close: () => Promise<void>;
}

/** Opens the reference implementation with the demo organisations, as one service's own. */
export function openOwnReference(): OwnReference {
  const clients = openOwnClients(sharedReference);
  let own: Promise<Reference> | undefined;
  return {
    answer: async (request) => {
      if (request.method === 'GET' || !mayWrite(request)) return answerOfShared(request);
      if (isOfClient(request)) return clients.answer(request);
      own ??= seeded(withoutCases(await demo));
      return answerOf(await own, request);
    },
    close: async () => (await own)?.close(),
  };
}

// No operation changes what another one reads, and without the right token none changes anything, so all services
// share one reference for the rest, and each of its answers.
let shared: Promise<Reference> | undefined;

function sharedReference(): Promise<Reference> {
  shared ??= demo.then(seeded);
  return shared;
}

const answerOfShared = sharedAnswers(sharedReference);

/** Requests that may change something: the token is in them, rightly or not. */
const mayWrite: Condition = sends((header) => header?.includes(tokenNamed('member')) === true);

/** Requests that leave everything alone but one client. */
const isOfClient: Condition = on('updateClient');

function seeded(organisations: Demo): Promise<Reference> {
  return openSeededReference(organisations, bundled.description);
}

const demo = readDemo();

/** What is written to; cases are read from what all services share. */
function withoutCases({ organisations }: Demo): Demo {
  return { organisations: organisations.map((organisation) => ({ ...organisation, cases: [] })) };
}
