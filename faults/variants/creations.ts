import { isJsonObject, type JsonObject } from '../../src/reference/json.ts';
import { empty, json, page, refusal } from '../answers.ts';
import type { Variant } from '../behaviour.ts';
import { answering, insteadOf, when } from '../behaviours.ts';
import { sendsText } from '../client-behaviours.ts';
import { afterCreation, creations, creator, showingCreated } from '../creation-behaviours.ts';
import { by, objectIn, on } from '../requests.ts';
import { variantsOf } from '../rows.ts';

const creating = answering(on('createOrganisation'), 201);

export const creationVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'create-organisation-answer', operations: ['createOrganisation'] })({
    'creation-200': ['A creation is answered 200 without a body', creating(empty(200))],
    'creation-201-page': ['A creation is answered 201 with HTML', creating(page(201))],
    'creation-201-wrapped': [
      'A creation is answered 201 with a wrapper',
      showingCreated((data) => ({ data })),
    ],
    'creation-201-user-apart': [
      'A creation is answered 201 with the organisation and its user as two members',
      showingCreated(({ user = null, ...organisation }) => ({ organisation, user })),
    ],
    'creation-201-trimmed': [
      'An organisation is created with its texts trimmed, in normalization form C, its e-mail addresses in lower case',
      showingCreated((created) => normalised(created)),
    ],
    'creation-201-owned': [
      'A creation is answered 201 with its creator and its parent',
      showingCreated((created) => ({ ...created, createdBy: creator, parent: { subDomain: 'demo' } })),
    ],
  }),
  ...variantsOf({ requirement: 'organisation-record-fields', operations: ['createOrganisation'] })(
    'creation-counted',
    "The caller's organisation shows how many were created, and when it was read",
    afterCreation((own, created) =>
      json(200, { ...own, created: [created], updatedAt: performance.now(), registeredName: 'Penrose' }),
    ),
  ),
  ...variantsOf({ requirement: 'organisation-payload-required', operations: ['createOrganisation'] })(
    'creation-refuses-empty',
    'A creation with a text without characters is answered 400',
    when(creations, sendsText(/^$/), refusal(400)),
  ),
  ...variantsOf({ requirement: 'update-and-create-errors', operations: ['createOrganisation'] })({
    'creation-long-413': [
      'A creation with a text of more than 255 characters is answered 413',
      when(creations, sendsText(/^.{256}/s), refusal(413)),
    ],
    'creation-wrong-201': [
      'An invalid creation is made from its valid fields',
      when(creations, insteadOf(400, json(201, {}))),
    ],
    'creation-twice-200': ['A sub-domain may be used twice', when(creations, insteadOf(409, json(200, {})))],
    'restricted-creation-validated-first': [
      'A payload without a user is answered 400, also for a token without the permission',
      when(by('restricted', 'createOrganisation'), (request) => !('user' in objectIn(request)), refusal(400)),
    ],
    'creation-400': ['Every creation is answered 400', when(creations, empty(400))],
    'creation-unregistered-422': [
      'A creation with a VAT number that nobody has is answered 422',
      when(creations, ({ body }) => body.includes('GB000000000'), refusal(422)),
    ],
  }),
];

function normalised(created: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(created).map(([name, value]) => {
      if (isJsonObject(value)) return [name, normalised(value)];
      if (typeof value !== 'string') return [name, value];
      return [name, /email/i.test(name) ? value.toLowerCase() : value.trim().normalize('NFC')];
    }),
  );
}
