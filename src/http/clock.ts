/** Tells the time, and waits. */
export interface Clock {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** Does it so many milliseconds later, unless what it returns is called before. */
  readonly after: (ms: number, action: () => void) => () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

/** Opens a clock on which no wait takes time: it goes forward by as much as is waited. */
export function openSkippingClock(): Clock {
  let skippedMs = 0;
  const now = (): number => performance.now() + skippedMs;
  return {
    now,
    after: (ms, action) => {
      const end = now() + ms;
      const timer = setImmediate(() => {
        skippedMs += Math.max(0, end - now());
        action();
      });
      return () => clearImmediate(timer);
    },
  };
}
