import { type Demo, readDemo } from '../reference/demo.ts';
import { openSeededReference, type Reference } from '../reference/reference.ts';
import { bundled } from '../specification/bundled.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { tokenNamed } from './demo.ts';
import { openOwnClients } from './own-clients.ts';
import { answerOf, sharedAnswers } from './reference-answer.ts';
import { type Condition, on, sends } from './requests.ts';

/** The reference implementation for one service, isolated from the writes of others. */
export interface OwnReference {
  readonly answer: (request: ServiceRequest) => Promise<ServiceAnswer>;
  readonly close: () => Promise<void>;
}

/** Opens the reference implementation with the demo organisations for one service. */
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

// No operation changes what another one reads, and nothing changes without the right token. So all services share one
// reference for the other requests, and each of its answers.
let shared: Promise<Reference> | undefined;

function sharedReference(): Promise<Reference> {
  shared ??= demo.then(seeded);
  return shared;
}

const answerOfShared = sharedAnswers(sharedReference);

/** Requests that contain the token, in any form, and so may change something. */
const mayWrite: Condition = sends((header) => header?.includes(tokenNamed('member')) === true);

/** Requests that affect only one client. */
const isOfClient: Condition = on('updateClient');

function seeded(organisations: Demo): Promise<Reference> {
  return openSeededReference(organisations, bundled.description);
}

const demo = readDemo();

/** The organisations for writing. Cases are read from the shared reference. */
function withoutCases({ organisations }: Demo): Demo {
  return { organisations: organisations.map((organisation) => ({ ...organisation, cases: [] })) };
}
