import type { Transport } from '../http/transport.ts';
import type { Specification } from '../specification/specification.ts';
import { Undecidable } from '../trace/gap.ts';
import { type Exchanges, endedEarly, openExchanges, type Tokens } from './exchanges.ts';
import { type Lightening, openLightening } from './lightening.ts';
import { openPersonalValues, type PersonalValues } from './personal-values.ts';

/** What sends the calls of one run, and keeps what it holds of the answers small. */
export interface OpenedRun {
  readonly exchanges: Exchanges;
  readonly lightening: Lightening;
  /** What the answers showed of persons. */
  readonly personal: PersonalValues;
}

/** @param signal - after it, nothing more is sent */
export function openRun(
  specification: Specification,
  transport: Transport,
  tokens: Tokens,
  signal?: AbortSignal,
): OpenedRun {
  const lightening = openLightening(specification);
  const personal = openPersonalValues(specification);
  const noting: Lightening = {
    ...lightening,
    lighten: (exchange) => {
      personal.add(exchange);
      return lightening.lighten(exchange);
    },
  };
  return { lightening, personal, exchanges: openExchanges(transport, tokens, signal, noting) };
}

/** The same, which sends nothing more after this signal either. */
export function endingAt({ exchanges, ...further }: OpenedRun, signal: AbortSignal | undefined): OpenedRun {
  const unlessEnded = (): void => {
    const early = endedEarly(signal);
    if (early !== undefined) throw new Undecidable('ended-early', early);
  };
  return {
    ...further,
    exchanges: {
      ...exchanges,
      send: async (call, credentials) => {
        unlessEnded();
        return exchanges.send(call, credentials);
      },
      sendOnce: async (call, token) => {
        unlessEnded();
        return exchanges.sendOnce(call, token);
      },
    },
  };
}
