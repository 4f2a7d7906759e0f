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
