import type { Clock } from '../../src/http/clock.ts';

/** Opens a clock that stands still, except that each wait, and `step`, moves it on at once. */
export function openSteppedClock(): Clock & { readonly step: (ms: number) => void } {
  let ms = 0;
  return {
    now: () => ms,
    after: (wait, action) => {
      ms += wait;
      const timer = setImmediate(action);
      return () => clearImmediate(timer);
    },
    step: (further) => {
      ms += further;
    },
  };
}
