import { json } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { when } from '../behaviours.ts';
import {
  asReading,
  changingClients,
  onUnknownClient,
  pathOfAnother,
  readingClients,
  recordIn,
  showing,
} from '../client-behaviours.ts';
import { demoClients, fullClient } from '../demo.ts';
import { objectIn } from '../requests.ts';
import { faultsOf } from '../rows.ts';

const requirement = 'update-client-of-the-client';

/** Faults: a client other than the requested one is changed or shown. */
export const clientIdentityFaults: readonly Fault[] = [
  ...faultsOf({ requirement, pointer: '/id', triedWith: 'two clients' })({
    'client-of-another': [
      'Changes are made, but answered with the record of another client',
      when(changingClients, async (request, reference) => {
        const answer = await reference(request);
        return answer.status === 200
          ? reference(asReading({ ...request, path: pathOfAnother(request) }))
          : answer;
      }),
    ],
    'client-always-first': [
      'Every client is read as the first listed one',
      when(readingClients, (request, reference) =>
        reference({ ...request, path: `/api/v2/clients/${demoClients[0]}` }),
      ),
    ],
  }),
  ...faultsOf({ requirement, pointer: '/id', triedWith: 'two clients', unseenBy: 'verify and restore' })(
    'client-takes-identifier',
    'A change with an identifier gives it to the client',
    showing((record, { id = record.id ?? null }) => ({ ...record, id })),
  ),
  ...faultsOf({
    requirement,
    pointer: '/lastName',
    triedWith: 'two clients',
    unseenBy: 'verify and restore',
  })(
    'lands-on-identifier-in-body',
    'A change with the identifier of another client is made to that client',
    when(changingClients, async (request, reference) => {
      const { id } = objectIn(request);
      if (typeof id !== 'string') return reference(request);
      await reference({ ...request, path: `/api/v2/clients/${id}` });
      return reference(asReading(request));
    }),
  ),
  ...faultsOf({ requirement, unseenBy: 'verify' })(
    'client-unknown-with-email-of-nearest',
    'A change of a client that does not exist is refused, in a message that names the e-mail address of another client',
    onUnknownClient(() => json(404, { message: `Did you mean ${String(fullClient.emailAddress)}?` })),
  ),
  ...faultsOf({ requirement, pointer: '/lastName', triedWith: 'two clients', unseenBy: 'verify' })({
    'lands-on-all': [
      'A change is made to every client',
      when(changingClients, async (request, reference) => {
        for (const id of demoClients) await reference({ ...request, path: `/api/v2/clients/${id}` });
        return reference(request);
      }),
    ],
    'lands-on-same-email-address': [
      'A change is made to every client with the same e-mail address',
      when(changingClients, async (request, reference) => {
        const answer = await reference(request);
        const path = pathOfAnother(request);
        const other = await reference(asReading({ ...request, path }));
        if (answer.status !== 200 || other.status !== 200) return answer;
        const [own, others] = [answer, other].map((one) => recordIn(one).emailAddress);
        if (own === others) await reference({ ...request, path });
        return answer;
      }),
    ],
  }),
];
