import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../reference/json.ts';
import { empty, json, refusal } from '../answers.ts';
import type { Behaviour, Variant } from '../behaviour.ts';
import { insteadOf, ownMemory, together, when } from '../behaviours.ts';
import {
  asReading,
  besides,
  changingClients,
  readingClients,
  recordIn,
  refusing,
  showing,
  whereUnknown,
  without,
} from '../client-behaviours.ts';
import { demoClients } from '../demo.ts';
import { all, by, type Condition, forClient, not, objectIn, on } from '../requests.ts';
import { type VariantRow, variantsWith } from '../rows.ts';

const variantsOf = variantsWith({ operations: ['updateClient'] });

/** Old values of clients that services no longer accept. */
const retired: readonly (readonly [fields: readonly string[], status: number, words: string])[] = [
  [['telephoneNumber'], 400, 'A telephone number'],
  [['emailAddress'], 422, 'An e-mail address'],
  [['address'], 400, 'An address'],
  [
    ['telephoneNumber', 'emailAddress', 'address'],
    400,
    'A telephone number, an e-mail address or an address',
  ],
];

/** The states of a client (interface 3), in a possible order. */
const states = ['NotInvited', 'Invited', 'SendFailed', 'Active', 'Closed'] as const;

/** Changes of clients that happen independently of a request: the states and their transitions are not shown. */
export const clientStateVariants: readonly Variant[] = Object.freeze([
  ...variantsOf('update-and-create-errors', [
    ...retired.map<VariantRow>(([fields, status, words]) => [
      `retired-${fields.map((field) => field.toLowerCase()).join('-')}-${status}`,
      `${words} from long ago is answered ${status} when it is sent back, but others are accepted`,
      retiring(fields, status),
    ]),
    [
      'closed-second-422',
      'The second listed client is Closed, and every change of it is answered 422',
      together(refusing(all(changingClients, forClient(2)), refusal(422)), closed(2)),
    ],
    [
      'closed-second-unreadable-400',
      'The second listed client is Closed, and every change of it is answered 400, even an empty one',
      refusing(forClient(2), refusal(400)),
    ],
    ...[403, 422].map<VariantRow>((status) => [
      `unknown-client-${status}`,
      `A change of a client that does not exist is answered ${status}`,
      when(on('updateClient'), insteadOf(404, refusal(status))),
    ]),
    ...(
      [
        ['made', '', { firstName: '' }],
        [
          'made-default',
          ', with a title and a name that all begin with',
          { title: 'Unknown', lastName: 'New client' },
        ],
      ] as const
    ).map<VariantRow>(([id, words, fields]) => [
      `unknown-client-${id}`,
      `A client that does not exist is created when it is changed${words}`,
      whereUnknown(({ path }) =>
        json(200, { id: path.split('/').at(-1) ?? '', ...fields, status: 'NotInvited' }),
      ),
    ]),
    [
      'unknown-client-made-without-identifier',
      'A client that does not exist is created when it is changed, and records show no identifiers',
      together(
        showing((record) => without(record, 'id')),
        whereUnknown(() => json(200, {})),
      ),
    ],
    [
      'unknown-client-404-links',
      'A change of a client that does not exist is answered 404, with links to existing ones',
      whereUnknown(() =>
        json(404, {
          message: 'Not found.',
          links: demoClients.map((id) => ({ id, href: `/api/v2/clients/${id}` })),
        }),
      ),
    ],
    [
      'closed-first-422',
      'The first listed client is Closed, and every change of it is answered 422 without a body',
      together(refusing(all(changingClients, forClient(1)), empty(422)), closed(1)),
    ],
    [
      'closed-names-400',
      'The second listed client is Closed, and a change of its names is answered 400',
      together(
        refusing(
          all(changingClients, forClient(2), (request) =>
            Object.keys(objectIn(request)).some((field) => field.endsWith('Name')),
          ),
          refusal(400),
        ),
        closed(2),
      ),
    ],
    ['locked-after-refusal-409', 'The next change after a refused one is answered 409', lockedAfterRefusal()],
  ]),
  ...variantsOf('client-status-transitions', [
    ['status-moves-always', 'The status differs in every answer', showingStatus((count) => count)],
    [
      'status-moves-when-read',
      'The status changes whenever the client is read',
      showingStatus((count) => count, readingClients),
    ],
    [
      'status-moves-once-early',
      'The status goes from Invited to Active at the second reading',
      showingStatus((count) => (count < 2 ? 'Invited' : 'Active'), readingClients),
    ],
    ...[1, 2].flatMap((place) =>
      [5, 80].map<VariantRow>((first) => [
        `status-moves-once-of-${place}-at-${first}`,
        `The client that is listed ${place === 1 ? 'first' : 'second'} is Invited, and Active from request ${first} about any client on`,
        acceptingAt(place, first),
      ]),
    ),
    [
      'status-reset',
      'Every change sets the status to NotInvited',
      besides((record) => ({ ...record, status: 'NotInvited' })),
    ],
    [
      'status-answered-closed',
      'Changes are answered with the status Closed, and an empty change with another one',
      when(
        changingClients,
        showing((record) => (record.status === undefined ? record : { ...record, status: 'Closed' })),
      ),
    ],
  ]),
]);

/** Refuses the member's change of one of these fields to the value that the client had at first. */
function retiring(fields: readonly string[], status: number): Behaviour {
  const bookOf = ownMemory(() => new Map<string, JsonObject>());
  return when(all(on('updateClient'), by('member')), async (request, reference) => {
    const book = bookOf(reference);
    const reading = await reference(asReading(request));
    if (reading.status !== 200) return reference(request);
    const first = book.get(request.path) ?? recordIn(reading);
    book.set(request.path, first);
    const patch = objectIn(request);
    const isOld = fields.some(
      (field) => patch[field] !== undefined && isDeepStrictEqual(patch[field], first[field]),
    );
    return isOld ? refusal(status) : reference(request);
  });
}

/**
 * A service that shows a status depending on the number of the answer, for clients that have one.
 * @param counted - the requests that are counted, from 1
 */
function showingStatus(
  statusAt: (count: number) => string | number,
  counted: Condition = () => true,
): Behaviour {
  const countsOf = ownMemory(() => new Map<string, number>());
  return when(on('updateClient'), (request, reference) => {
    const counts = countsOf(reference);
    const count = (counts.get(request.path) ?? 0) + (counted(request) ? 1 : 0);
    counts.set(request.path, count);
    const at = statusAt(count);
    const status = typeof at === 'string' ? at : String(states[Math.floor(at) % states.length]);
    return showing((record) => (record.status === undefined ? record : { ...record, status }))(
      request,
      reference,
    );
  });
}

/** A service whose client at this position is Invited, and Active from this request for any client on. */
export function acceptingAt(place: number, first: number): Behaviour {
  const seenBy = ownMemory(() => ({ requests: 0 }));
  return when(on('updateClient'), async (request, reference) => {
    const seen = seenBy(reference);
    seen.requests += 1;
    const status = seen.requests < first ? 'Invited' : 'Active';
    return when(
      forClient(place),
      showing((record) => ({ ...record, status })),
    )(request, reference);
  });
}

/** A service that shows the client at this position as Closed. */
function closed(place: number): Behaviour {
  return when(
    forClient(place),
    showingStatus(() => 'Closed'),
  );
}

/** A service that, after refusing a change of a client, accepts none until the client was read again. */
function lockedAfterRefusal(): Behaviour {
  const lockedBy = ownMemory(() => new Set<string>());
  return when(all(changingClients, by('member'), not(readingClients)), async (request, reference) => {
    const locked = lockedBy(reference);
    if (locked.delete(request.path)) return refusal(409);
    const answer = await reference(request);
    if (answer.status === 400) locked.add(request.path);
    return answer;
  });
}
