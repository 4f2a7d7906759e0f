import type { Clock } from '../../src/http/clock.ts';

/** Opens a clock that stands still, except that each wait moves it on when it ends, the soonest first, and `step` at once. */
export function openSteppedClock(): Clock & { readonly step: (ms: number) => void } {
  let ms = 0;
  let waits: { readonly due: number; readonly action: () => void }[] = [];
  const next = (): void => {
    const due = Math.min(...waits.map((wait) => wait.due));
    const ended = waits.find((wait) => wait.due === due);
    if (ended === undefined) return;
    waits = waits.filter((wait) => wait !== ended);
    ms = Math.max(ms, due);
    ended.action();
  };
  return {
    now: () => ms,
    after: (wait, action) => {
      const started = { due: ms + wait, action };
      waits = [...waits, started];
      setImmediate(next);
      return () => {
        waits = waits.filter((one) => one !== started);
      };
    },
    step: (further) => {
      ms += further;
    },
  };
}
