import type { Exchange } from '../trace/exchange.ts';

/** The case records that a run is shown. */
interface ShownRecords {
  readonly add: (exchange: Exchange) => void;
  /** One record of each case: the last. */
  readonly all: () => readonly unknown[];
}

/** Keeps the case records that the member's token shows. */
export function createShownRecords(): ShownRecords {
  const records = new Map<string, unknown>();
  return {
    add: ({ call, credentials, status, body }) => {
      if (call.operation !== 'getCaseData' || credentials !== 'member' || status !== 200) return;
      if (body.kind === 'json') records.set(call.path, body.value);
    },
    all: () => [...records.values()],
  };
}
