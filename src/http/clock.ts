/** Tells the time, and waits. */
export interface Clock {
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /**
   * Runs the action after this many milliseconds.
   * @returns cancels it
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
