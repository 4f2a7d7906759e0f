import type { JsonBody } from '../http/json.ts';
import { lightened, openSharedTexts, startOf, withSharedTexts } from '../http/lighten.ts';
import { is2xx } from '../http/status.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { withOtherFacts } from '../trace/shown-exchange.ts';

/** Keeps what a run holds of the answers small, whatever their sizes. */
export interface Lightening {
  /** An answer as it is looked at: a large record without the weight of what is not described. */
  lighten(exchange: Exchange): Exchange;
  /** An answer as it is held until the run ends: without most of its text, too. */
  keep(exchange: Exchange): Exchange;
  /** How many checks may be under way at once, of so many: each may hold an answer, which may be large. */
  checksAtOnce(concurrency: number): number;
  /** Why no more can be held; undefined while it can. */
  obstacle(): string | undefined;
}

/** An answer of fewer bytes is left as it is. */
const light = 2 ** 15;

/** So many bytes of large answers are held until a run ends. */
const mostKept = 96 * 2 ** 20;

/** Where one answer has so many bytes, others may, and so few checks are under way at once. */
const heavy = 2 ** 20;
const fewChecks = 2;

/** So much text is enough to recognise an answer by. */
const keptText = 2 ** 16;

/** Operations that answer with a record, of which nothing counts but what is described. */
const ofRecords: ReadonlySet<OperationId> = new Set(['getCaseData', 'updateClient']);

/** Operations of whose answers any place may count. */
const ofTexts: ReadonlySet<OperationId> = new Set(['listCases', 'getInterfaceDescription']);

/** Opens the lightening of one run. */
export function openLightening(specification: Specification): Lightening {
  const texts = openSharedTexts();
  const weighed = new WeakSet<JsonBody>();
  let kept = 0;
  let isHeavy = false;
  return {
    lighten: (exchange) => {
      const { call, status, body, bodyBytes } = exchange;
      isHeavy ||= bodyBytes > heavy;
      const schema = specification.bodySchema(call.operation, status);
      const isRecord = ofRecords.has(call.operation) && is2xx(status) && body.kind === 'json';
      if (bodyBytes <= light || !isRecord || schema === undefined) return exchange;
      const value = lightened(body.value, schema, texts.shared);
      return withOtherFacts(specification, exchange, { body: { kind: 'json', value } });
    },
    keep: (exchange) => {
      const { call, body, bodyBytes, text } = exchange;
      if (bodyBytes <= light) return exchange;
      const left = ofTexts.has(call.operation) ? texts.shared(text) : startOf(text, keptText);
      kept += ofTexts.has(call.operation) ? texts.weight(left) : left.length;
      if (body.kind !== 'json') return withOtherFacts(specification, exchange, { text: left });
      // What came before is held already.
      if (weighed.has(body)) return withOtherFacts(specification, exchange, { text: left });
      weighed.add(body);
      const { value, weight } = withSharedTexts(body.value, texts);
      kept += weight;
      return withOtherFacts(specification, exchange, { text: left, body: { kind: 'json', value } });
    },
    checksAtOnce: (concurrency) => (isHeavy ? Math.min(concurrency, fewChecks) : concurrency),
    obstacle: () => (kept > mostKept ? tooMuch : undefined),
  };
}

const tooMuch = `The answers of the target are so large that together they take more than ${mostKept / 2 ** 20} MB of memory, so that nothing more was sent. Test with fewer cases and clients, or with smaller ones.`;
