import type { Clock } from '../src/http/clock.ts';

/** The real duration of each wait in milliseconds. A request must have ended before its retry. */
const minWaitMs = 5;

/** Opens a clock that skips most of each wait, so that tests of delays are fast. */
export function openSkippingClock(): Clock {
  let skippedMs = 0;
  const now = (): number => performance.now() + skippedMs;
  return {
    now,
    after: (ms, action) => {
      const end = now() + ms;
      const timer = setTimeout(
        () => {
          skippedMs += Math.max(0, end - now());
          action();
        },
        Math.min(ms, minWaitMs),
      );
      return () => clearTimeout(timer);
    },
  };
}
