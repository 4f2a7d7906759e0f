import type { Json } from '../../reference/json.ts';
import { empty, json, page, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import { faultsOf, unseenByVerify } from '../fault.ts';
import { all, by, forAbsentCase, forCaseElsewhere, forNoCase, on, sendsBasic } from '../requests.ts';

/** Services whose refusals have a wrong body. */
export const refusalBodyFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('error-message', '/message', [
    ['message-missing', 'The body of a 401 has no message', toInvalid({})],
    ['message-called-error', 'A 401 holds error in place of message', toInvalid({ error: 'No.' })],
    ['message-capitalised', 'A 401 holds Message, capitalised', toInvalid({ Message: 'No.' })],
    ['message-nested', 'The message of a 401 stands deeper', toInvalid({ error: { message: 'No.' } })],
    ['message-plural', 'A 401 holds messages in place of message', toInvalid({ messages: ['No.'] })],
    ['message-problem', 'A 401 holds title and detail', toInvalid({ title: 'No.', detail: 'No.' })],
    ['message-number', 'The message of a 401 is a number', toInvalid({ message: 401 })],
    ['message-boolean', 'The message of a 401 is a boolean', toInvalid({ message: false })],
    ['message-null', 'The message of a 401 is null', toInvalid({ message: null })],
    ['message-list', 'The message of a 401 is a list', toInvalid({ message: ['No.'] })],
    ['message-object', 'The message of a 401 is an object', toInvalid({ message: { text: 'No.' } })],
    [
      'message-missing-for-basic',
      'Only the refusal of another scheme has no message',
      when(all(on('getCaseData'), sendsBasic), insteadOf(401, json(401, { status: 401 }))),
      // An interaction has only one defect in its credentials.
      unseenByVerify,
    ],
    [
      'message-missing-for-outsider',
      'Only the refusal of a user of another organisation has no message',
      when(all(on('getCaseData'), by('outsider')), insteadOf(403, json(403, {}))),
    ],
    [
      'message-missing-for-absent-case',
      'Only the refusal of a case that does not exist has no message',
      when(all(forAbsentCase, by('member')), insteadOf(404, json(404, { code: 'CASE_NOT_FOUND' }))),
    ],
    [
      'message-missing-for-foreign-case',
      'Only the refusal of a case of another organisation has no message',
      when(all(forCaseElsewhere, by('member')), insteadOf(404, json(404, { message: 404 }))),
    ],
    [
      'message-missing-for-no-identifier',
      'Only the refusal of a missing identifier has no message',
      when(all(forNoCase, by('member')), insteadOf(400, json(400, { errors: ['id is required'] }))),
    ],
  ]),
  ...faultsOf('error-message', '', [
    ['refusal-array', 'The body of a 401 is an array', toInvalid([{ message: 'No.' }])],
    ['refusal-string', 'The body of a 401 is a string', toInvalid('No.')],
    ['refusal-null', 'The body of a 401 is null', toInvalid(null)],
    ['refusal-empty', 'The body of a 401 is empty', answering(empty(401))],
    ['refusal-page', 'The body of a 401 is HTML', answering(page(401))],
    ['refusal-text', 'The body of a 401 is plain text', answering(written(401, 'No.', 'text/plain'))],
    [
      'refusal-quotes',
      'The body of a 401 is written with single quotes',
      answering(written(401, "{'message': 'No.'}", 'application/json')),
    ],
    ['not-found-page', 'The body of a 404 is HTML', when(on('getCaseData'), insteadOf(404, page(404)))],
    ['not-found-empty', 'The body of a 404 is empty', when(on('getCaseData'), insteadOf(404, empty(404)))],
    ['no-identifier-empty', 'The body of a 400 is empty', when(forNoCase, insteadOf(400, empty(400)))],
    ['outsider-page', 'The body of a 403 is HTML', when(on('getCaseData'), insteadOf(403, page(403)))],
  ]),
  ...faultsOf('bodies-are-json', '', [
    [
      'organisation-refusal-page',
      'getOrganisation refuses invalid credentials with HTML',
      when(on('getOrganisation'), insteadOf(401, page(401))),
    ],
    [
      'organisation-refusal-text',
      'getOrganisation refuses invalid credentials with plain text',
      when(on('getOrganisation'), insteadOf(401, written(401, 'Unauthorized', 'text/plain'))),
    ],
    [
      'list-refusal-page',
      'listCases refuses invalid credentials with HTML',
      when(on('listCases'), insteadOf(401, page(401))),
    ],
    [
      'list-refusal-cut',
      'listCases refuses invalid credentials with a body that breaks off',
      when(on('listCases'), insteadOf(401, written(401, '{"message": "No', 'application/json'))),
    ],
  ]),
]);

function toInvalid(value: Json): Behaviour {
  return answering(json(401, value));
}

function answering(answer: ServiceAnswer): Behaviour {
  return when(on('getCaseData'), insteadOf(401, answer));
}
