import type { Fold } from '../trace/trace.ts';

/** The case records that the member's token shows: of each case the last. */
export function foldShownCases(): Fold<readonly unknown[]> {
  const records = new Map<string, unknown>();
  return {
    add: ({ call, credentials, status, body }) => {
      if (call.operation !== 'getCaseData' || credentials !== 'member' || status !== 200) return;
      if (body.kind === 'json') records.set(call.path, body.value);
    },
    value: () => [...records.values()],
  };
}
