import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../src/reference/json.ts';
import { empty, json, page, refusal } from '../answers.ts';
import type { Behaviour, ServiceAnswer, Variant } from '../behaviour.ts';
import { composed, insteadOf, nth, perService, when } from '../behaviours.ts';
import {
  afterRefusals,
  asReading,
  changingClients,
  changingField,
  onUnknownClient,
  readingClients,
  recordIn,
  refusing,
  sendsText,
  showing,
  storedBefore,
  storingMore,
} from '../client-behaviours.ts';
import { demoClients } from '../demo.ts';
import { mapField, normalisingField, normalisingServices } from '../normalising-services.ts';
import { by, forClient, hasNoJson, header, objectIn, on } from '../requests.ts';
import { variantsOf } from '../rows.ts';

/** Refuses valid texts that match. The documents do not state limits of texts. */
function refusingTexts(form: RegExp, answer: ServiceAnswer): Behaviour {
  return refusing(changingClients, sendsText(form), answer);
}

/** The statuses of a client (interface 3), in a possible order. */
const states = ['NotInvited', 'Invited', 'SendFailed', 'Active', 'Closed'] as const;

function retiring(fields: readonly string[]): Behaviour {
  const refusingFormer = perService(() => {
    const atFirst = new Map<string, JsonObject>();
    return async (request, reference) => {
      const reading = await reference(asReading(request));
      if (reading.status !== 200) return reference(request);
      const first = atFirst.get(request.path) ?? recordIn(reading);
      atFirst.set(request.path, first);
      const patch = objectIn(request);
      const isFormer = fields.some(
        (field) => patch[field] !== undefined && isDeepStrictEqual(patch[field], first[field]),
      );
      return isFormer ? refusal(400) : reference(request);
    };
  });
  return when(by('member', 'updateClient'), refusingFormer);
}

function showingNextStatus(): Behaviour {
  return perService(() => {
    let count = 0;
    return (request, reference) => {
      count += 1;
      return showingStatus(states[count % states.length] ?? 'Active')(request, reference);
    };
  });
}

function showingStatus(status: string): Behaviour {
  return showing((record) => (record.status === undefined ? record : { ...record, status }));
}

export function acceptingAt(place: number, first: number): Behaviour {
  const showingOne = (status: string): Behaviour =>
    when(
      forClient(place),
      showing((record) => ({ ...record, status })),
    );
  const invited = nth((times) => times < first, showingOne('Invited'));
  return composed(showingOne('Active'), when(on('updateClient'), invited));
}

export const clientChangeVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'limits', operations: ['updateClient'] })({
    'text-markup-403': ['Markup is answered 403, as by a firewall', refusingTexts(/[<>]/, page(403))],
    'text-names-422': [
      'A name that has anything but letters, or is long, is answered 422',
      refusingTexts(/^[A-Z]\D*[^\p{L}\d\s',.-]|.{50}/su, refusal(422)),
    ],
    'text-all-400': [
      'Texts that contain anything but letters are answered 400',
      refusingTexts(/[^A-Za-z0-9 .@+]|\s\s|.{60}/, refusal(400)),
    ],
  }),
  ...variantsOf({ requirement: 'address-fields-required', operations: ['updateClient'] })(
    'address-short-422',
    'An address without every line is answered 422',
    refusing(
      changingClients,
      (request) => {
        const { address } = objectIn(request);
        return isJsonObject(address) && Object.keys(address).length < 6;
      },
      refusal(422),
    ),
  ),
  ...variantsOf({ requirement: 'update-and-create-errors', operations: ['updateClient'] })({
    'change-in-chunks-411': [
      'A body that is sent in chunks is answered 411',
      refusing(changingClients, header('transfer-encoding', 'chunked'), refusal(411)),
    ],
    'wrong-204': [
      'An invalid change is answered 204, and not made',
      when(changingClients, by('member'), insteadOf(400, empty(204))),
    ],
    'wrong-title-coerced': [
      'A title that is not a text is converted to one',
      when(changingField('title'), (request, reference) => {
        const { title = '', ...patch } = objectIn(request);
        const text = typeof title === 'string' ? title : JSON.stringify(title);
        return reference({ ...request, body: JSON.stringify({ ...patch, title: text }) });
      }),
    ],
    'wrong-body-does-nothing': [
      'A body that is not an object is an empty change',
      when(changingClients, (request, reference) =>
        reference(
          Object.keys(objectIn(request)).length === 0 && !hasNoJson(request) ? asReading(request) : request,
        ),
      ),
    ],
    'value-new-409': [
      'Every change of a value is answered 409',
      when(changingClients, by('member'), async (request, reference) => {
        const answer = await reference(asReading(request));
        if (answer.status !== 200) return answer;
        const sent = { ...recordIn(answer), ...objectIn(request) };
        return isDeepStrictEqual(sent, recordIn(answer)) ? reference(request) : refusal(409);
      }),
    ],
    'clients-unreadable': [
      'Every client is answered 404',
      refusing(on('updateClient'), refusal(404)),
      { denies: 'provider states' },
    ],
    'changes-403': ['Every change but an empty one is answered 403', refusing(changingClients, refusal(403))],
    'reading-403': [
      'Only an empty change is answered 403',
      refusing(readingClients, refusal(403)),
      { denies: 'provider states' },
    ],
  }),
  // Texts are stored in a normal form, which leads to advice, not to a failure.
  ...normalisingServices.flatMap(({ id, title, requirement, behaviour }) =>
    variantsOf({ requirement, operations: ['updateClient'] })(id, title, behaviour),
  ),
  ...variantsOf({ requirement: 'email-letter-case', operations: ['updateClient'] })(
    'stored-before-email-lower-case',
    'An e-mail address is kept in lower case, but an older one is still shown with capitals',
    composed(
      storedBefore((record) =>
        mapField(record, 'emailAddress', (text) => text.replace(/^./, (letter) => letter.toUpperCase())),
      ),
      normalisingField('emailAddress', (text) => text.toLowerCase()),
    ),
    { denies: 'provider states' },
  ),
  // A client changes independently of requests, since the documents do not say when statuses change.
  ...variantsOf({ requirement: 'update-and-create-errors', operations: ['updateClient'] })({
    'retired-telephonenumber-emailaddress-address-400': [
      'A telephone number, an e-mail address or an address from long ago is refused when it is sent back',
      retiring(['telephoneNumber', 'emailAddress', 'address']),
    ],
    'unknown-client-422': [
      'A change of an unknown client is answered 422',
      onUnknownClient(() => refusal(422)),
    ],
    'unknown-field-400': [
      'A change with a field that cannot be changed is answered 400',
      refusing(
        changingClients,
        (request) => ['id', 'sampleField'].some((name) => name in objectIn(request)),
        refusal(400),
      ),
    ],
    'unknown-client-made-default': [
      'A client that does not exist is created when it is changed, with a default title and last name',
      onUnknownClient(({ path }) =>
        json(200, {
          id: path.split('/').at(-1) ?? '',
          ...{ title: 'Unknown', lastName: 'New client', status: 'NotInvited' },
        }),
      ),
    ],
    'unknown-client-404-links': [
      'A change of a client that does not exist is answered 404, with links to existing ones',
      onUnknownClient(() =>
        json(404, {
          message: 'Not found.',
          links: demoClients.map((id) => ({ id, href: `/api/v2/clients/${id}` })),
        }),
      ),
    ],
    'closed-first-422': [
      'The first listed client is Closed, and every change of it is answered 422 without a body',
      composed(
        refusing(changingClients, forClient(1), empty(422)),
        when(forClient(1), showingStatus('Closed')),
      ),
    ],
    'locked-after-refusal-409': [
      'The next change after a refused one is answered 409',
      afterRefusals(changingClients, 409),
    ],
  }),
  ...variantsOf({ requirement: 'client-texts', operations: ['updateClient'] })(
    'avatar-url-signed',
    'avatarUrl has another signature in every answer',
    perService(() => {
      let count = 0;
      return showing((record) => {
        count += 1;
        return { ...record, avatarUrl: `https://acme.example/avatar.png?signature=${count}` };
      });
    }),
  ),
  ...variantsOf({ requirement: 'client-status-transitions', operations: ['updateClient'] })({
    'status-moves-always': ['The status differs in every answer', showingNextStatus()],
    'status-moves-once-of-1-at-5': [
      'The client that is listed first is Invited, and Active from request 5 about any client on',
      acceptingAt(1, 5),
    ],
    'status-moves-once-of-2-at-80': [
      'The client that is listed second is Invited, and Active from request 80 about any client on',
      acceptingAt(2, 80),
    ],
    'status-reset': [
      'Changes reset the status',
      storingMore((record) => ({ ...record, status: 'NotInvited' })),
    ],
  }),
];
