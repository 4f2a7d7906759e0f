export interface Clock {
  readonly now: () => number;
  /**
   * Calls `action` after this many milliseconds.
   * @returns a function that cancels the timer
   */
  readonly after: (ms: number, action: () => void) => () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
