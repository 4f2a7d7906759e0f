import { answerRowsOf, patchIn } from '../checks/answer-rows.ts';
import { ofEachItem, type Row, type RowOf, rowOf } from '../harness/check.ts';
import { type ChangeRule, isOfTheClient, replacesAddress, storesSentFields } from '../rules/change-rules.ts';
import { clientReadingOf } from '../rules/client-change.ts';
import { type ClientRecord, recordIn } from '../rules/client-record.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';

export function recordedRowsOf(specification: Specification): readonly Row[] {
  return [...answerRowsOf(specification), ...changeRows];
}

/** An accepted change of a client. The client before the change is unknown. */
interface RecordedChange {
  readonly reply: Exchange;
  readonly client: string;
}

const accepted: RowOf<RecordedChange>['itemOf'] = (reply, { id }) =>
  reply.status === 200 ? { reply, client: id ?? '' } : undefined;

const changeRows: readonly Row[] = [
  rowOf<RecordedChange>({
    id: 'updateClient.recorded-changes',
    title: 'What is sent of a client is what the answer shows',
    requirements: ['update-client-fields'],
    itemOf: accepted,
    rule: byRule(storesSentFields),
  }),
  rowOf<RecordedChange>({
    id: 'updateClient.recorded-addresses',
    title: 'An address that is sent is the whole address that the answer shows',
    requirements: ['update-client-address-replaced'],
    itemOf: accepted,
    rule: byRule(replacesAddress),
  }),
  rowOf<RecordedChange>({
    id: 'updateClient.of-the-client',
    title: 'The record is that of the client asked for',
    requirements: ['update-client-of-the-client'],
    itemOf: (reply, origin) => (origin.id === undefined ? undefined : accepted(reply, origin)),
    rule: ofEachItem(({ reply, client }, { specification }) => {
      const answer = clientReadingOf(reply, client);
      return isOfTheClient(specification, { client, body: {}, before: {}, answer, after: answer });
    }),
  }),
];

function byRule(rule: ChangeRule): RowOf<RecordedChange>['rule'] {
  return ofEachItem(({ reply, client }, { specification }) => {
    const [record, sent] = [recordIn(reply), patchIn(specification, reply)];
    if (record === undefined || sent === undefined) return [];
    const reading = { client, reply, record, isOfAnother: false };
    const body = withAnsweredSpelling(sent, record);
    return rule(specification, { client, body, before: {}, answer: reading, after: reading });
  });
}

/**
 * Replaces each sent value by the answered one if they differ only in spelling. People write postcodes,
 * numbers and e-mail addresses in different ways, and a service may normalise them. (A live run sends values
 * that need no normalising.)
 */
function withAnsweredSpelling(sent: ClientRecord, record: unknown): ClientRecord {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const shown = memberOf(record, name);
      if (isObject(value) && isObject(shown)) return [name, withAnsweredSpelling(value, shown)];
      const isSame =
        typeof value === 'string' &&
        typeof shown === 'string' &&
        lettersAndDigits(value) === lettersAndDigits(shown);
      return [name, isSame ? shown : value];
    }),
  );
}

function lettersAndDigits(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
