import { isJsonObject, type JsonObject } from '../../src/reference/json.ts';
import { empty, json, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceRequest } from '../behaviour.ts';
import { always, asMember, insteadOf, mapObject, perService, unchanged, when } from '../behaviours.ts';
import {
  asReading,
  changingClients,
  changingOneField,
  echoing,
  only,
  without,
} from '../client-behaviours.ts';
import { caseNamed, recordNamed } from '../demo.ts';
import { changingRecords, withRecordValue } from '../records.ts';
import {
  after,
  again,
  amongConcurrent,
  everySecondTime,
  isOtherPath,
  isSamePath,
  onSecondConcurrent,
} from '../request-history.ts';
import {
  all,
  by,
  type Condition,
  forCase,
  header,
  invalid,
  not,
  objectIn,
  on,
  withoutHeader,
} from '../requests.ts';
import { faultsOf } from '../rows.ts';

const reading: Condition = by('member', 'getCaseData');
const organisation: Condition = by('member', 'getOrganisation');
const list: Condition = by('member', 'listCases');
const description: Condition = by('member', 'getInterfaceDescription');

const sale: Condition = all(reading, forCase('sale-ta6-4th'));
const purchase: Condition = all(reading, forCase('purchase'));

function anotherOrganisation(): Behaviour {
  return mapObject(200, (own) => ({
    ...own,
    id: '7c0f6a52-4b7b-4f8e-9d55-0a4b7f9f3c11',
    subDomain: 'another',
  }));
}

function ofTwoCallers(first: ServiceRequest, second: ServiceRequest): boolean {
  return by('member')(first) !== by('member')(second);
}

function ofTwoClients(first: ServiceRequest, second: ServiceRequest): boolean {
  const [one, other] = [first, second].map((request) => Object.keys(objectIn(request)).join());
  return isOtherPath(first, second) && one === other;
}

const betweenClients = { triedWith: 'two clients', unseenBy: 'verify' } as const;

export const repetitionFaults: readonly Fault[] = [
  // Faults: only a repeated request is answered wrongly. `verify` repeats few requests.
  ...faultsOf({ requirement: 'case-data-200' })({
    'again-204': ['A case that is read again is answered 204', again(reading, insteadOf(200, empty(204)))],
    'case-after-changes-500': [
      'Once a client was changed, a case is answered 500',
      after(changingClients, 'all', reading, insteadOf(200, refusal(500))),
    ],
    'transfer-after-changes-500': [
      'Once a client was changed, the next reading of a Transfer is answered 500',
      after(changingClients, 'next', all(reading, forCase('transfer')), insteadOf(200, refusal(500))),
    ],
  }),
  ...faultsOf({ requirement: 'purchase-yes-no', pointer: '/isNewBuild', unseenBy: 'verify' })(
    'again-is-new-build',
    'A question is answered by a boolean when it is read again',
    again(purchase, withRecordValue(purchase, '/isNewBuild', true)),
  ),
  ...faultsOf({ requirement: 'bodies-are-json', unseenBy: 'verify' })(
    'case-cut-if-compressed',
    'A case is cut if the caller takes compressed answers',
    when(reading, header('accept-encoding', 'gzip'), async (request, reference) => {
      const answer = await reference(request);
      return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
    }),
  ),
  ...faultsOf({ requirement: 'case-type', pointer: '/caseType', unseenBy: 'verify' })(
    'case-type-in-other-language',
    'The type of a case is in the language that the caller prefers (Accept-Language)',
    withRecordValue(
      all(reading, ({ headers }) => /^cy/.test(headers['accept-language'] ?? '')),
      '/caseType',
      'Gwerthiant',
    ),
  ),
  ...faultsOf({ requirement: 'case-data-200', pointer: '/price', unseenBy: 'verify' })(
    'after-changes-price',
    'The price is a text once a client was changed',
    after(changingClients, 'all', sale, withRecordValue(sale, '/price', '685000')),
  ),
  ...faultsOf({ requirement: 'case-data-200', pointer: '/caseType', unseenBy: 'verify' })(
    'after-changes-no-type',
    'The type of a case is missing once a client was changed',
    after(
      changingClients,
      'all',
      sale,
      changingRecords(sale, (record) => without(record, 'caseType')),
    ),
  ),
  ...faultsOf({ requirement: 'bodies-are-json', unseenBy: 'verify' })(
    'organisation-not-json',
    'The organisation is shown as XML to a caller who does not ask for JSON',
    when(organisation, header('accept', '*/*'), written(200, '<organisation/>', 'application/xml')),
  ),
  ...faultsOf({ requirement: 'case-data-of-the-case', pointer: '/price', unseenBy: 'verify' })({
    'flips-price': [
      'The price changes to and fro',
      everySecondTime(sale, withRecordValue(sale, '/price', 1)),
    ],
  }),
  ...faultsOf({ requirement: 'case-data-of-the-case', pointer: '/buyers', unseenBy: 'verify' })(
    'buyers-grow',
    'Every reading of a case adds its buyers once more',
    perService(() => {
      let times = 0;
      return (request, reference) => {
        if (sale(request)) times += 1;
        const repeated = ({ buyers }: JsonObject) => Array.from({ length: times }, () => buyers ?? []).flat();
        return changingRecords(sale, (record) => ({ ...record, buyers: repeated(record) }))(
          request,
          reference,
        );
      };
    }),
  ),
  ...faultsOf({ requirement: 'case-data-of-the-case', pointer: '/address', unseenBy: 'verify' })(
    'address-of-case-before',
    'A Purchase shows the address of the case that was read before it',
    perService(() => {
      let before: JsonObject = {};
      return when(reading, (request, reference) => {
        const shownBy = (own: JsonObject) =>
          purchase(request) ? { ...own, ...only(before, 'address') } : own;
        return mapObject(200, (own) => {
          before = shownBy(own);
          return before;
        })(request, reference);
      });
    }),
  ),
  ...faultsOf({ requirement: 'case-data-of-the-case', pointer: '/address/line_1', unseenBy: 'verify' })(
    'address-of-client',
    'Once the address of a client is changed, a Purchase shows it, too',
    perService(() => {
      let taken: JsonObject = {};
      return (request, reference) => {
        const { address } = by('member', 'updateClient')(request) ? objectIn(request) : {};
        if (isJsonObject(address) && typeof address.line_1 === 'string') taken = { address };
        return changingRecords(purchase, (record) => ({ ...record, ...taken }))(request, reference);
      };
    }),
  ),
  ...faultsOf({ requirement: 'case-data-of-the-case', unseenBy: 'verify' })(
    'flips-contents',
    'Every second time, a case shows the contents of another one under its own identifier',
    everySecondTime(
      sale,
      changingRecords(sale, (record) => ({
        ...recordNamed('sale-ta6-5th'),
        ...only(record, 'caseId', 'caseType'),
      })),
    ),
  ),
  ...faultsOf({ requirement: 'organisation-is-callers', unseenBy: 'verify' })({
    'organisation-after-changes': [
      'Once a client was changed, another organisation is shown',
      after(changingClients, 'all', organisation, anotherOrganisation()),
    ],
    'organisation-next-after-outsider': [
      'After a user of another organisation reads theirs, the next reader is shown another organisation',
      after(by('outsider', 'getOrganisation'), 'next', organisation, anotherOrganisation()),
    ],
  }),
  ...faultsOf({ requirement: 'list-cases-exists', unseenBy: 'verify' })({
    'list-again-404': [
      'The list of cases that is read again is answered 404',
      again(list, insteadOf(200, refusal(404))),
    ],
    'list-after-changes-500': [
      'Once a client was changed, the list of cases is answered 500',
      after(changingClients, 'all', list, insteadOf(200, refusal(500))),
    ],
  }),
  ...faultsOf({ requirement: 'description-served' })(
    'description-again-404',
    'The description that is read again is answered 404',
    again(description, insteadOf(200, refusal(404))),
  ),
  ...faultsOf({ requirement: 'credentials-401' })(
    'absent-accepted-again',
    'A case that was refused without an Authorization header can be read without one the next time',
    again(all(on('getCaseData'), withoutHeader), asMember),
  ),
  // Faults: only concurrent requests are answered wrongly. `verify` sends one request at a time.
  ...faultsOf({ requirement: 'case-data-of-the-case', pointer: '/caseId', unseenBy: 'verify' })(
    'at-once-exchanged',
    'Of two cases that are read concurrently, the second is answered with the record of the first',
    onSecondConcurrent(
      reading,
      isOtherPath,
      (first) => (request, reference) => reference({ ...request, path: first.path }),
    ),
  ),
  ...faultsOf({ requirement: 'credentials-401', unseenBy: 'verify' })(
    'at-once-let-in',
    'Invalid credentials are accepted while the case is being read with valid ones',
    amongConcurrent(on('getCaseData'), (request, earlier, later) =>
      [...earlier, ...later].some((other) => isSamePath(other, request) && !invalid(other))
        ? asMember
        : unchanged,
    ),
  ),
  ...faultsOf({ requirement: 'get-organisation', unseenBy: 'verify' })(
    'crowded-organisation-500',
    'The third of three concurrent requests for the organisation is answered 500',
    amongConcurrent(on('getOrganisation'), (_, earlier) =>
      earlier.length > 1 ? always(refusal(500)) : unchanged,
    ),
  ),
  ...faultsOf({ requirement: 'outsider-403', unseenBy: 'verify' })({
    'at-once-caller-of-first': [
      'A member and a user of another organisation who read concurrently are both treated as the first of them',
      onSecondConcurrent(
        all(on('getCaseData'), not(invalid)),
        ofTwoCallers,
        ({ headers }) =>
          (request, reference) =>
            reference({ ...request, headers }),
      ),
    ],
    'at-once-list-of-another': [
      'A member and a user of another organisation who list cases concurrently are both shown the cases of the other organisation',
      amongConcurrent(all(on('listCases'), not(invalid)), (request, earlier, later) =>
        [...earlier, ...later].some((other) => ofTwoCallers(other, request))
          ? always(json(200, [{ id: caseNamed('foreign-sale') }]))
          : unchanged,
      ),
    ],
  }),
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/firstName', unseenBy: 'verify' })(
    'at-once-first-lost',
    'Of two concurrent changes of a client, the first is answered 200, but not made',
    amongConcurrent(changingOneField, (request, _, later) =>
      later.some((other) => isSamePath(request, other)) ? echoing : unchanged,
    ),
  ),
  ...faultsOf({ requirement: 'update-client-200', unseenBy: 'verify' })(
    'at-once-change-401',
    'Of two concurrent changes of a client, the second is answered 401',
    onSecondConcurrent(changingOneField, isSamePath, () => always(refusal(401))),
  ),
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/firstName', ...betweenClients })(
    'at-once-lands-on-other',
    'Of two clients that are changed concurrently, the second also gets the changes of the first',
    onSecondConcurrent(changingOneField, ofTwoClients, (first) => async (request, reference) => {
      await reference(request);
      return reference({ ...request, body: first.body });
    }),
  ),
  ...faultsOf({ requirement: 'update-client-of-the-client', pointer: '/id', ...betweenClients })(
    'at-once-answers-exchanged',
    'Of two clients that are changed concurrently, the second is answered with the record of the first',
    onSecondConcurrent(changingOneField, ofTwoClients, (first) => async (request, reference) => {
      await reference(request);
      return reference(asReading(first));
    }),
  ),
];
