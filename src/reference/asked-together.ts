/**
 * Batches callers of one turn of the event loop into one call of `ask`, made after the input of that turn was read.
 * Each caller gets an answer that is newer than its call, so never a stale one.
 */
export function askedTogether<Answer>(ask: () => Answer): () => Promise<Awaited<Answer>> {
  let answer: Promise<Awaited<Answer>> | undefined;
  return () => {
    answer ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      answer = undefined;
      return ask();
    }) as Promise<Awaited<Answer>>;
    return answer;
  };
}
