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
  ['all-400', 400, 'Texts of anything but letters are answered 400', /[^A-Za-z0-9 .@+]|\s\s|.{60}/],
];

/** The values of one field that services accept, refusing all others. */
const takenValues: readonly (readonly [field: string, status: number, title: string, form: RegExp])[] = [
  ['title', 422, 'A title is answered 422 that is none of a list', /^(Mrs|Dr)$/],
  ['telephoneNumber', 400, 'A telephone number is answered 400 that belongs to nobody', /^\+447700900/],
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
    'An address that has not every line is answered 422',
    refusing(
      sendsAddress((address) => Object.keys(address).length < 6),
      refusal(422),
    ),
  ]),
  ...variantsOf('update-and-create-errors', [
    ['wrong-400-empty', 'A change that is wrong is answered 400 without a body', toWrong(empty(400))],
    ['wrong-204', 'A change that is wrong is answered 204, and not done', toWrong(empty(204))],
    [
      'wrong-202',
      'A change that is wrong is answered 202 without a record, and not done',
      toWrong(json(202, null)),
    ],
    [
      'wrong-ignored',
      'What is wrong in a change is ignored, and the rest done',
      correcting((patch) => Object.fromEntries(Object.entries(patch).filter(isRight))),
    ],
    [
      'wrong-coerced',
      'Of a title and of names what is no text is made one, and what else is wrong is ignored',
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
      'A title, a name and an address that are null are made empty, and what else is wrong is ignored',
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
      'A body that is no object is a change of nothing',
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
      'Everything is answered 409 that would change something',
      when(all(changingClients, by('member')), async (request, reference) => {
        const answer = await reference(asReading(request));
        if (answer.status !== 200) return answer;
        const sent = { ...recordIn(answer), ...objectIn(request) };
        return isDeepStrictEqual(sent, recordIn(answer)) ? reference(request) : refusal(409);
      }),
    ],
    [
      'client-unreadable',
      'The client that is listed first is answered 404',
      refusing(forClient(1), refusal(404)),
    ],
    [
      'clients-unreadable',
      'Every client is answered 404',
      refusing(on('updateClient'), refusal(404)),
      { denies: 'provider states' },
    ],
    [
      'changes-of-second-423',
      'The client that is listed second is closed to changes, which are answered 423',
      refusing(all(changingClients, forClient(2)), refusal(423)),
    ],
    [
      'changes-403',
      'Clients can be read, and every change is answered 403',
      refusing(changingClients, refusal(403)),
    ],
    [
      'reading-403',
      'A change of nothing is answered 403, and others are done',
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
