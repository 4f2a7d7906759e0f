import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import type { Judge } from './judge.ts';
import { bytesOf, type Part } from './part.ts';
import { type PartResults, type PartWork, partWorks } from './part-works.ts';
import type { ValidatorThread } from './validator-thread.ts';

/** What judges the parts of inputs. */
interface ValidatorPool<Result> {
  /**
   * What was found in each part, in the order of the parts. So many are held that no judge waits for the next, and of
   * large ones no more than one.
   */
  judged(parts: AsyncIterable<Part>): AsyncIterable<Result>;
  end(): Promise<void>;
}

/** So many bytes are judged here before there are threads: starting them takes about as long as that. */
const bytesJudgedHere = 4 * 2 ** 20;

/** A part is larger where a line is very long. */
const largeBytes = 2 ** 20;

/** Two threads, which leave the reading and the writing to this one; none where there is but one core. */
const threadsAtMost = availableParallelism() > 1 ? 2 : 0;

/** Opens what judges records: here, and in threads of their own once there is much to judge. */
export function openValidatorPool<Work extends PartWork>(
  judge: Judge,
  work: Work,
): ValidatorPool<PartResults[Work]> {
  type Result = PartResults[Work];
  const threads: ValidatorThread<Result>[] = [];
  let bytes = 0;
  const judgeSomewhere = async (part: Part): Promise<Result> => {
    bytes += bytesOf(part);
    if (bytes <= bytesJudgedHere || threadsAtMost === 0) return partWorks[work](part, judge);
    const { startThread } = await import('./validator-thread.ts');
    while (threads.length < threadsAtMost) threads.push(startThread(judge, work));
    return threads.reduce((one, other) => (other.waiting < one.waiting ? other : one)).judge(part);
  };
  const begin = async function* (parts: AsyncIterable<Part>): AsyncGenerator<() => Promise<Result>> {
    for await (const part of parts) {
      const isLarge = bytesOf(part) > largeBytes;
      const judging = judgeSomewhere(part);
      // Whoever takes the answer is told of it too.
      judging.catch(() => undefined);
      yield () => judging;
      // Until then the next one is not read.
      if (isLarge) await judging;
    }
  };
  return {
    judged: (parts) =>
      Readable.from(begin(parts)).map((judging: () => Promise<Result>) => judging(), {
        concurrency: 2 * Math.max(1, threadsAtMost),
      }),
    end: async () => {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}
