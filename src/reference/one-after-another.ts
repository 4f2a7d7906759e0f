/** Runs work on the same thing one after another, and work on different things concurrently. */
export function oneAfterAnother() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(thing: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(thing);
    const own = before === undefined ? work() : before.then(work, work);
    last.set(thing, own);
    try {
      return await own;
    } finally {
      if (last.get(thing) === own) last.delete(thing);
    }
  };
}
