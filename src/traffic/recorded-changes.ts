import type { Judgement } from '../harness/check.ts';
import { readJson } from '../http/json.ts';
import { isOfTheClient, type Rule, replacesAddress, takesFields } from '../rules/change-rules.ts';
import { clientReadingOf, type ObservedChange } from '../rules/client-change.ts';
import { type ClientRecord, recordIn } from '../rules/client-record.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { isUuid } from './recorded-call.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import type { TrafficCheck } from './traffic-check.ts';

/** Checks on a single recorded change. The client's state before the change is unknown. */
export const recordedChangeChecks: readonly TrafficCheck[] = [
  {
    id: 'updateClient.recorded-changes',
    title: 'What is sent of a client is what the answer shows',
    operation: 'updateClient',
    requirements: ['update-client-fields'],
    judge: byRule(takesFields),
  },
  {
    id: 'updateClient.recorded-addresses',
    title: 'An address that is sent is the whole address that the answer shows',
    operation: 'updateClient',
    requirements: ['update-client-address-replaced'],
    judge: byRule(replacesAddress),
  },
  {
    id: 'updateClient.of-the-client',
    title: 'The record is that of the client asked for',
    operation: 'updateClient',
    requirements: ['update-client-of-the-client'],
    judge: (specification, exchange) => {
      const { identifier: client = '' } = exchange;
      const answer = clientReadingOf(exchange, client);
      if (exchange.status !== 200 || !isUuid(client)) return [];
      return isOfTheClient(specification, { client, body: {}, before: {}, answer, after: answer });
    },
  },
];

function byRule(rule: Rule): TrafficCheck['judge'] {
  return (specification, exchange): Judgement[] => {
    const change = changeIn(specification, exchange);
    return change === undefined ? [] : rule(specification, change);
  };
}

/**
 * The body of a change; undefined if it is not recorded or not as described, since the result of such a body is open.
 */
export function patchIn(
  specification: Specification,
  { call }: Pick<RecordedExchange, 'call'>,
): ClientRecord | undefined {
  const sent = readJson(new TextEncoder().encode(call.body ?? ''));
  if (sent.kind !== 'json' || !isObject(sent.value)) return undefined;
  return specification.validate('ClientPatch', sent.value).length === 0 ? sent.value : undefined;
}

function changeIn(specification: Specification, exchange: RecordedExchange): ObservedChange | undefined {
  const { identifier: client = '', status } = exchange;
  const record = status === 200 ? recordIn(exchange) : undefined;
  const sent = patchIn(specification, exchange);
  if (record === undefined || sent === undefined) return undefined;
  const reading = { reply: exchange, record, isOfAnother: false };
  return { client, body: asShown(sent, record), before: {}, answer: reading, after: reading };
}

/**
 * The sent values, spelled as in the answer where only the spelling differs: people write postcodes, numbers and
 * e-mail addresses in different ways, and a service may normalise them. Runs send values that need no normalising.
 */
function asShown(sent: ClientRecord, record: unknown): ClientRecord {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const shown = memberOf(record, name);
      if (isObject(value) && isObject(shown)) return [name, asShown(value, shown)];
      const isSame =
        typeof value === 'string' && typeof shown === 'string' && essence(value) === essence(shown);
      return [name, isSame ? shown : value];
    }),
  );
}

/** The letters and digits of a text in lower case. */
function essence(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
