import type { JsonObject } from '../../reference/json.ts';
import { empty, json } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import { changingClients, keeping, only, without } from '../client-behaviours.ts';
import { type FaultRows, faultsUnseenByVerify } from '../fault.ts';
import { all, by } from '../requests.ts';

/** Services that answer a wrong change as if it were right, or make it although they refuse it. */
export const clientWrongChangeFaults: readonly Fault[] = Object.freeze([
  ...wrongChanges('', [
    [
      'wrong-answered-word',
      'A change that is wrong is answered 200 with a word, and not done',
      toWrong(json(200, 'ok')),
    ],
    [
      'wrong-answered-empty',
      'A change that is wrong is answered 200 without a body, and not done',
      toWrong(empty(200)),
    ],
    [
      'wrong-answered-array',
      'A body that is no object is answered 200 with itself',
      when(changingClients, async (request, reference) => {
        const answer = await reference(request);
        return answer.status === 400 && /^[["]/.test(request.body)
          ? { ...answer, status: 200, body: request.body }
          : answer;
      }),
    ],
  ]),
  ...wrongChanges('/title', [
    [
      'wrong-refused-and-cleared',
      'A value that is wrong is refused, and the field taken away all the same',
      keepingWrong((record, patch) => without(record, ...Object.keys(patch))),
    ],
    [
      'wrong-refused-and-done',
      'A value that is wrong is refused, and kept all the same as a text',
      keepingWrong((record, { address, ...patch }) => ({
        ...record,
        ...Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, JSON.stringify(value)])),
      })),
    ],
    [
      'wrong-null-refused-and-cleared',
      'A title that is null is refused, and the title taken away all the same',
      keepingWrong((record, { title }) => (title === null ? without(record, 'title') : record)),
    ],
    [
      'wrong-body-refused-and-cleared',
      'A body that is no object is refused, and all that can be changed is taken away',
      keepingWrong((record, patch) =>
        Object.keys(patch).length === 0 ? only(record, 'id', 'status') : record,
      ),
    ],
  ]),
  ...wrongChanges('/firstName', [
    'wrong-refused-and-done-in-part',
    'Of a change that is refused, the fields that are right are changed',
    keepingText('firstName'),
  ]),
  ...wrongChanges('/emailAddress', [
    'wrong-email-refused-and-done',
    'An e-mail address that is none is refused, and kept all the same',
    keepingText('emailAddress'),
  ]),
  ...wrongChanges('/telephoneNumber', [
    'wrong-telephone-refused-and-done',
    'A telephone number that is none is refused, and kept all the same',
    keepingText('telephoneNumber'),
  ]),
  ...wrongChanges('/address', [
    'wrong-address-refused-and-cleared',
    'An address that is no object is refused, and the address taken away all the same',
    keepingWrong((record, patch) => ('address' in patch ? without(record, 'address') : record)),
  ]),
]);

/** No interaction sends wrong bodies: how they are refused is open (interface 7). */
function wrongChanges(pointer: string, rows: FaultRows): readonly Fault[] {
  return faultsUnseenByVerify('update-client-200', pointer, rows);
}

/** Refuses wrong changes, but changes the client anyway. */
function keepingWrong(refused: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return keeping({ refused });
}

/** Refuses wrong changes, but stores this field anyway if it is a text. */
function keepingText(field: string): Behaviour {
  return keepingWrong((record, patch) =>
    typeof patch[field] === 'string' ? { ...record, ...only(patch, field) } : record,
  );
}

/** Gives this answer to changes that the reference finds wrong. */
function toWrong(answer: ServiceAnswer): Behaviour {
  return when(all(changingClients, by('member')), insteadOf(400, answer));
}
