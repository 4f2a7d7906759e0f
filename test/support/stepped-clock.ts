import type { Clock } from '../../src/http/clock.ts';

/** Opens a clock that stands still, except that each wait moves it on when it ends, and `step` at once. */
export function openSteppedClock(): Clock & { readonly step: (ms: number) => void } {
  let ms = 0;
  return {
    now: () => ms,
    after: (wait, action) => {
      const due = ms + wait;
      const timer = setImmediate(() => {
        ms = Math.max(ms, due);
        action();
      });
      return () => clearImmediate(timer);
    },
    step: (further) => {
      ms += further;
    },
  };
}
