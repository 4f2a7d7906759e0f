/**
 * Asks once for all who want to know in one turn of the event loop, when whatever came in that turn has been read. Each is told the
 * answer to what was asked after they wanted to know, so that it is never too old for them.
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
