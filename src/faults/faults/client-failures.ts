import { isJsonObject, type Json } from '../../reference/json.ts';
import { empty, json, page, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer, ServiceRequest } from '../behaviour.ts';
import { insteadOf, ownMemory, when } from '../behaviours.ts';
import { changingClients, readingClients, refusing, textsIn } from '../client-behaviours.ts';
import { demoClients } from '../demo.ts';
import { type FaultRow, type FaultRows, faultsOf, faultsUnseenByVerify } from '../fault.ts';
import { all, by, type Condition, hasNoJson, hasNoObject, not, objectIn, on } from '../requests.ts';

/** Texts that occur as names and that services break on. */
const breaking: readonly (readonly [id: string, words: string, form: RegExp, status?: number])[] = [
  ['apostrophe', 'an apostrophe', /'/],
  ['apostrophe-502', 'an apostrophe', /'/, 502],
  ['quotes', 'a straight quote', /"/],
  ['backslash', 'a backslash', /\\/],
  ['emoji', 'an emoji', /\p{Extended_Pictographic}/u],
  ['emoji-501', 'an emoji', /\p{Extended_Pictographic}/u, 501],
  ['plane', 'a character beyond the basic plane', /[\u{10000}-\u{10ffff}]/u],
  ['long', 'more than 100 characters', /^.{101}/s],
  ['long-507', 'more than 100 characters', /^.{101}/s, 507],
  ['beyond-latin-1', 'a letter beyond Latin-1', /[^\0-\xff]/],
  ['cyrillic', 'a Cyrillic letter', /\p{Script=Cyrillic}/u],
  ['han', 'a Chinese character', /\p{Script=Han}/u],
  ['arabic', 'an Arabic letter', /\p{Script=Arabic}/u],
  ['markup', 'an angle bracket', /[<>]/],
  ['ampersand', 'an ampersand', /&/],
  ['percent', 'a percent sign', /%/],
  ['braces', 'braces', /\{\{/],
  ['spaces', 'two spaces in a row', / {2}/],
  ['zeros', 'leading zeros', /^00/],
];

/** Texts in other fields that services break on. */
const breakingElsewhere: readonly (readonly [field: string, id: string, words: string, form: RegExp])[] = [
  ['title', 'apostrophe', 'an apostrophe', /'/],
  ['title', 'emoji', 'an emoji', /\p{Extended_Pictographic}/u],
  ['address', 'apostrophe', 'an apostrophe', /'/],
  ['address', 'emoji', 'an emoji', /\p{Extended_Pictographic}/u],
  ['address', 'long', 'more than 100 characters', /^.{101}/s],
];

/** Wrong bodies that services break on. */
const wrongBodies: readonly (readonly [id: string, words: string, isMeant: Condition, status?: number])[] = [
  ['any', 'whatever is wrong with it,', () => true],
  ['any-502', 'whatever is wrong with it,', () => true, 502],
  ['title-number', 'whose title is a number', sending('title', (title) => typeof title === 'number')],
  ['title-null', 'whose title is null', sending('title', (title) => title === null)],
  ['name-null', 'whose first name is null', sending('firstName', (name) => name === null)],
  ['name-boolean', 'whose last name is a boolean', sending('lastName', (name) => name === true)],
  ['name-array', 'whose last name is an array', sending('lastName', Array.isArray)],
  ['company-object', 'whose company is an object', sending('companyName', isJsonObject)],
  ['email-none', 'whose e-mail address is none', sending('emailAddress', (text) => typeof text === 'string')],
  [
    'telephone-none',
    'whose telephone number is none',
    sending('telephoneNumber', (text) => typeof text === 'string'),
  ],
  ['address-text', 'whose address is a text', sending('address', (address) => typeof address === 'string')],
  ['address-null', 'whose address is null', sending('address', (address) => address === null)],
  ['line-number', 'whose address has a line that is a number', sending('address', isJsonObject)],
  ['no-object', 'that is no object', hasNoObject],
  ['no-json', 'that is no JSON', hasNoJson],
  ['null', 'that is null', ({ body }) => body === 'null'],
];

/** Answers that report success and show no client. */
const takenThough: readonly (readonly [id: string, words: string, answer: ServiceAnswer])[] = [
  ['200-message', '200 with a message', refusal(200)],
  ['200-nothing', '200 without a body', empty(200)],
  ['200-empty-object', '200 with an empty object', json(200, {})],
  ['204', '204', empty(204)],
];

/** Services that break on a change instead of making or refusing it. */
export const clientFailureFaults: readonly Fault[] = Object.freeze([
  ...failures('update-client-fields', [
    ...breaking.map<FaultRow>(([id, words, form, status = 500]) => [
      `failure-name-${id}`,
      `A last name with ${words} is answered ${status}`,
      refusing(
        all(changingClients, (request) =>
          textsIn(objectIn(request).lastName ?? null).some((one) => form.test(one)),
        ),
        refusal(status),
      ),
    ]),
    ...breakingElsewhere.map<FaultRow>(([field, id, words, form]) => [
      `failure-${field}-${id}`,
      `A change of the ${field} alone to a text with ${words} is answered 500`,
      refusing(
        all(changingClients, (request) => {
          const { [field]: value, ...others } = objectIn(request);
          return Object.keys(others).length === 0 && textsIn(value ?? null).some((one) => form.test(one));
        }),
        page(500),
      ),
    ]),
  ]),
  ...failures('update-client-200', [
    ...wrongBodies.map<FaultRow>(([id, words, isMeant, status = 500]) => [
      `failure-wrong-${id}`,
      `A change ${words} is answered ${status}`,
      whereWrong(isMeant, status),
    ]),
    ...[500, 502].map<FaultRow>((status) => [
      `failure-unknown-client-${status}`,
      `A change of a client that does not exist is answered ${status}`,
      refusing(
        all(on('updateClient'), ({ path }) => !demoClients.some((id) => path.endsWith(id))),
        refusal(status),
      ),
    ]),
    ...takenThough.map<FaultRow>(([id, words, answer]) => [
      `unknown-client-${id}`,
      `A change of a client that does not exist is answered ${words}`,
      when(all(on('updateClient'), by('member')), insteadOf(404, answer)),
    ]),
    [
      'after-refusal-reading-400',
      'A change of nothing is answered 400 where the one before it was refused',
      afterRefusals(readingClients, 400),
    ],
  ]),
  ...faultsOf('outsider-403', '', [
    'failure-outsider-nothing',
    'A change of nothing by a user of another organisation is answered 500',
    when(all(readingClients, by('outsider')), async () => refusal(500)),
  ]),
  ...failures('outsider-403', [
    'failure-outsider-change',
    'A change by a user of another organisation is answered 500',
    when(all(changingClients, by('outsider')), async () => refusal(500)),
  ]),
  ...failures('update-client-fields', [
    [
      'after-refusal-400',
      'The next change after one that was refused is answered 400, be it of nothing or not',
      afterRefusals(on('updateClient'), 400),
    ],
    ...[400, 422, 500].map<FaultRow>((status) => [
      `after-refusal-change-${status}`,
      `The next change of something after one that was refused is answered ${status}`,
      afterRefusals(changingClients, status),
    ]),
    ...[400, 422].map<FaultRow>((status) => [
      `after-refusal-locked-${status}`,
      `Once a change was refused, every other one is answered ${status}`,
      afterRefusals(changingClients, status, 'for good'),
    ]),
  ]),
]);

/** Interactions and probes of `verify` send neither such texts nor wrong bodies, and make one change each. */
function failures(requirement: string, rows: FaultRows): readonly Fault[] {
  return faultsUnseenByVerify(requirement, '', rows);
}

/** Gives a change this status if it matches and the reference finds it wrong. */
function whereWrong(isMeant: Condition, status: number): Behaviour {
  return when(all(changingClients, by('member'), isMeant), async (request, reference) => {
    const answer = await reference(request);
    return answer.status === 400 ? refusal(status) : answer;
  });
}

/** A service with state left over from a refused change: it refuses the next matching request for the client. */
function afterRefusals(isMeant: Condition, status: number, lasting: 'once' | 'for good' = 'once'): Behaviour {
  const refusedBy = ownMemory(() => new Set<string>());
  return when(all(on('updateClient'), by('member')), async (request, reference) => {
    const refused = refusedBy(reference);
    if (refused.has(request.path) && isMeant(request)) {
      if (lasting === 'once') refused.delete(request.path);
      return refusal(status);
    }
    const answer = await reference(request);
    if (answer.status === 400 && not(readingClients)(request)) refused.add(request.path);
    return answer;
  });
}

/** Changes that send a matching value of this field. */
function sending(field: string, isMeant: (value: Json | undefined) => boolean): Condition {
  return (request: ServiceRequest) => isMeant(objectIn(request)[field]);
}
