import type { Check, Judgement } from '../harness/check.ts';
import type { Observation } from '../harness/session.ts';
import type { Specification } from '../specification/specification.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/**
 * A check of recorded exchanges. It judges each exchange alone, by rules that hold for every caller, and yields
 * nothing if the exchange does not show what it looks at.
 */
export interface TrafficCheck extends Pick<Check, 'id' | 'title' | 'operation' | 'requirements'> {
  readonly judge: (
    specification: Specification,
    exchange: RecordedExchange,
    observe: (observation: Observation) => void,
  ) => Iterable<Judgement> | Promise<Iterable<Judgement>>;
}
