import { foldPersonalValues, type PersonalValues } from '../folds/personal-values.ts';
import type { Transport } from '../http/transport.ts';
import type { Specification } from '../specification/specification.ts';
import { openReception, type Reception } from '../trace/reception.ts';
import type { Fold } from '../trace/trace.ts';
import { type Exchanges, openExchanges, type Tokens } from './exchanges.ts';

/** The parts that the discovery and the checks of one run share. */
export interface OpenedRun {
  readonly exchanges: Exchanges;
  readonly reception: Reception;
  readonly personal: Fold<PersonalValues>;
}

/** @param signal - after it, nothing more is sent */
export function openRun(
  specification: Specification,
  transport: Transport,
  tokens: Tokens,
  signal?: AbortSignal,
): OpenedRun {
  const reception = openReception(specification);
  const personal = foldPersonalValues(specification);
  const exchanges = openExchanges(transport, tokens, { signal, reception, onAnswer: personal.add });
  return { exchanges, reception, personal };
}
