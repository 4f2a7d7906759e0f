import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../../reference/json.ts';
import { empty, json, page, refusal } from '../answers.ts';
import type { Behaviour, ServiceAnswer, Variant } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import {
  asReading,
  changingClients,
  readingClients,
  recordIn,
  refusing,
  sendsText,
} from '../client-behaviours.ts';
import { normalisingServices, ofField } from '../normalising-services.ts';
import { all, by, type Condition, forClient, hasNoJson, objectIn, on } from '../requests.ts';
import { type VariantRow, variantsWith } from '../rows.ts';

const variantsOf = variantsWith({ operations: ['updateClient'] });

/** Legal texts that services refuse: limits are not shown. */
const refusedTexts: readonly (readonly [
  id: string,
  status: number,
  title: string,
  form: RegExp,
  answer?: (status: number) => ServiceAnswer,
])[] = [
  ['long-413', 413, 'A text of more than 100 characters is answered 413', /^.{101}/s],
  ['markup-403', 403, 'Markup is answered 403, as by a firewall', /[<>]/, page],
  ['ascii-422', 422, 'A text with letters beyond ASCII is answered 422', /[^ -~]/],
  ['short-422', 422, 'A text of more than 40 characters is answered 422', /^.{41}/s],
  ['empty-400', 400, 'A text without characters is answered 400', /^$/],
  ['all-400', 400, 'Texts that contain anything but letters are answered 400', /[^A-Za-z0-9 .@+]|\s\s|.{60}/],
];

/** The values of one field that services accept, refusing all others. */
const takenValues: readonly (readonly [field: string, status: number, title: string, form: RegExp])[] = [
  ['title', 422, 'A title that is not on a list is answered 422', /^(Mrs|Dr)$/],
  ['telephoneNumber', 400, 'A telephone number that belongs to nobody is answered 400', /^\+447700900/],
];

/** How changes may be refused, and how wrong ones may be handled. */
export const clientChangeVariants: readonly Variant[] = Object.freeze([
  ...variantsOf(
    'limits',
    refusedTexts.map<VariantRow>(([id, status, title, form, answer = refusal]) => [
      `text-${id}`,
      title,
      refusing(all(changingClients, sendsText(form)), answer(status)),
    ]),
  ),
  ...variantsOf('address-fields-required', [
    'address-short-422',
    'An address without every line is answered 422',
    refusing(
      sendsAddress((address) => Object.keys(address).length < 6),
      refusal(422),
    ),
  ]),
  ...variantsOf('update-and-create-errors', [
    ['wrong-400-empty', 'An invalid change is answered 400 without a body', toWrong(empty(400))],
    ['wrong-204', 'An invalid change is answered 204, and not made', toWrong(empty(204))],
    [
      'wrong-202',
      'An invalid change is answered 202 without a record, and not made',
      toWrong(json(202, null)),
    ],
    [
      'wrong-ignored',
      'Invalid fields of a change are ignored, and the others changed',
      correcting((patch) => Object.fromEntries(Object.entries(patch).filter(isRight))),
    ],
    [
      'wrong-coerced',
      'A title and names are converted to texts, and other invalid values are ignored',
      correcting((patch) =>
        Object.fromEntries(
          Object.entries(patch)
            .map(([name, value]) => [name, /^title$|Name$/.test(name) ? textOf(value) : value] as const)
            .filter(isRight),
        ),
      ),
    ],
    [
      'wrong-null-empties',
      'A title, a name or an address that is null is made empty, and other invalid values are ignored',
      correcting((patch) =>
        Object.fromEntries(
          Object.entries(patch)
            .map(([name, value]) => [name, value ?? (name === 'address' ? {} : '')] as const)
            .filter(isRight),
        ),
      ),
    ],
    [
      'wrong-body-does-nothing',
      'A body that is not an object is an empty change',
      when(changingClients, (request, reference) =>
        reference(
          Object.keys(objectIn(request)).length === 0 && !hasNoJson(request) ? asReading(request) : request,
        ),
      ),
    ],
    ...takenValues.map<VariantRow>(([field, status, title, form]) => [
      `value-${field.toLowerCase()}-${status}`,
      title,
      refusing(
        all(changingClients, (request) => {
          const text = objectIn(request)[field];
          return typeof text === 'string' && !form.test(text);
        }),
        refusal(status),
      ),
    ]),
    [
      'value-new-409',
      'Every change of a value is answered 409',
      when(all(changingClients, by('member')), async (request, reference) => {
        const answer = await reference(asReading(request));
        if (answer.status !== 200) return answer;
        const sent = { ...recordIn(answer), ...objectIn(request) };
        return isDeepStrictEqual(sent, recordIn(answer)) ? reference(request) : refusal(409);
      }),
    ],
    ['client-unreadable', 'The first listed client is answered 404', refusing(forClient(1), refusal(404))],
    [
      'clients-unreadable',
      'Every client is answered 404',
      refusing(on('updateClient'), refusal(404)),
      { denies: 'provider states' },
    ],
    [
      'changes-of-second-423',
      'Changes of the second listed client are answered 423',
      refusing(all(changingClients, forClient(2)), refusal(423)),
    ],
    [
      'changes-403',
      'Clients can be read, but every change is answered 403',
      refusing(changingClients, refusal(403)),
    ],
    [
      'reading-403',
      'An empty change is answered 403, and others are made',
      refusing(readingClients, refusal(403)),
    ],
  ]),
]);

/** Services that store texts in their own form: an advisory is not a failure. */
export const clientTextVariants: readonly Variant[] = Object.freeze([
  ...normalisingServices.flatMap(([id, title, requirement, , behaviour]) =>
    variantsOf(requirement, [id, title, behaviour]),
  ),
  ...variantsOf('email-letter-case', [
    'texts-email-domain-lower-case',
    'The domain of an e-mail address is kept in lower case',
    ofField('emailAddress', (text) => text.replace(/@.*/, (domain) => domain.toLowerCase())),
  ]),
]);

function sendsAddress(isMeant: (address: JsonObject) => boolean): Condition {
  return all(changingClients, (request) => {
    const { address } = objectIn(request);
    return isJsonObject(address) && isMeant(address);
  });
}

/** Gives this answer to changes that the reference finds wrong. */
function toWrong(answer: ServiceAnswer): Behaviour {
  return when(all(changingClients, by('member')), insteadOf(400, answer));
}

/** Corrects changes that the reference finds wrong, and makes them. */
function correcting(correct: (patch: JsonObject) => JsonObject): Behaviour {
  return when(all(changingClients, by('member')), async (request, reference) => {
    const answer = await reference(request);
    if (answer.status !== 400 || hasNoJson(request)) return answer;
    return reference({ ...request, body: JSON.stringify(correct(objectIn(request))) });
  });
}

function isRight([name, value]: readonly [string, Json]): boolean {
  if (name === 'address')
    return isJsonObject(value) && Object.values(value).every((line) => typeof line === 'string');
  if (typeof value !== 'string') return false;
  if (name === 'emailAddress') return /^[^@ ]+@[^@ ]+$/.test(value);
  return name === 'telephoneNumber' ? /^\+[1-9]\d+$/.test(value) : true;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
