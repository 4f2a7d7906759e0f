/** Does what is to be done to one thing one after another, and what is to be done to different ones at the same time. */
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
