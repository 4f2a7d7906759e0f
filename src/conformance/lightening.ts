import { createHash } from 'node:crypto';
import { lightened, startOf, weightOf } from '../http/lighten.ts';
import { is2xx } from '../http/status.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { withOtherFacts } from '../trace/shown-exchange.ts';

/** Keeps what a run holds of the answers small, whatever their sizes. */
export interface Lightening {
  /** An answer as it is looked at: a large record without the weight of what is not described. */
  lighten(exchange: Exchange): Exchange;
  /**
   * The answer as the run holds it until it ends: the same for the same text, and of a long text that no check reads on, the
   * beginning.
   */
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

/** Where one answer has so many bytes, others may, and one check is under way at once. */
const heavy = 2 ** 20;

/** Characters of a successful answer that checks read as text. */
const readText = 2 ** 18;

/** So much text is enough to recognise an answer by. */
const keptText = 2 ** 16;

/** Operations of whose answers any place of the text may count. */
const ofTexts: ReadonlySet<OperationId> = new Set(['listCases', 'getInterfaceDescription']);

/** Operations that answer with a record, of which nothing counts but what is described. */
const ofRecords: ReadonlySet<OperationId> = new Set(['getCaseData', 'updateClient']);

/** Opens the lightening of one run. */
export function openLightening(specification: Specification): Lightening {
  const held = new Map<string, Pick<Exchange, 'text' | 'body'>>();
  let kept = 0;
  let isHeavy = false;
  return {
    lighten: (exchange) => {
      const { call, status, body, bodyBytes, text } = exchange;
      isHeavy ||= bodyBytes > heavy;
      // A refusal stays whole, since it may hand over what it refuses anywhere.
      if (bodyBytes <= light || !is2xx(status) || ofTexts.has(call.operation)) return exchange;
      const schema = specification.bodySchema(call.operation, status);
      const isRecord = ofRecords.has(call.operation) && body.kind === 'json' && schema !== undefined;
      return withOtherFacts(specification, exchange, {
        text: startOf(text, readText),
        ...(isRecord ? { body: { kind: 'json', value: lightened(body.value, schema) } } : {}),
      });
    },
    keep: (exchange) => {
      const { call, body, bodyBytes, text } = exchange;
      if (bodyBytes <= light) return exchange;
      const digest = createHash('sha256').update(text).digest('base64');
      const known = held.get(digest);
      if (known !== undefined) return withOtherFacts(specification, exchange, known);
      const own = { text: ofTexts.has(call.operation) ? text : startOf(text, keptText), body };
      held.set(digest, own);
      kept += own.text.length + (body.kind === 'json' ? weightOf(body.value) : 0);
      return withOtherFacts(specification, exchange, own);
    },
    checksAtOnce: (concurrency) => (isHeavy ? 1 : concurrency),
    obstacle: () => (kept > mostKept ? tooMuch : undefined),
  };
}

const tooMuch = `The answers of the target are so large that together they take more than ${mostKept / 2 ** 20} MB of memory, so that nothing more was sent. Test with fewer cases and clients, or with smaller ones.`;
