import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

/** Jobs under way in one thread. Most of the time some of them wait. */
const atOnce = 4;

/** A job or what came of it, with its place among all jobs. */
type Placed<Value> = readonly [place: number, value: Value];

/**
 * Runs jobs in as many threads as there are processors.
 * @param entry - the module of a thread; it calls `answerJobs`
 * @param data - what each thread has as its `workerData`
 * @param onDone - called with what came of each job, as it ends
 * @returns what came of the jobs, in their order
 * @throws what a job throws; then all threads end
 */
export async function inThreads<Job, Done>(
  entry: URL,
  jobs: readonly Job[],
  data?: unknown,
  onDone: (done: Done) => void = () => {},
): Promise<Done[]> {
  const all: Done[] = [];
  const left = jobs.entries();
  const threads = Array.from(
    { length: Math.min(availableParallelism(), jobs.length) },
    // Node 22 warns that its SQLite is experimental.
    () => new Worker(entry, { workerData: data, execArgv: ['--disable-warning=ExperimentalWarning'] }),
  );
  const runIn = (thread: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      let underWay = 0;
      const next = (): void => {
        const { value, done } = left.next();
        if (done !== true) {
          underWay += 1;
          thread.postMessage(value);
        } else if (underWay === 0) resolve();
      };
      thread.on('error', reject).on('exit', () => reject(new Error('A thread ended before its jobs.')));
      thread.on('message', ([place, value]: Placed<Done>) => {
        underWay -= 1;
        all[place] = value;
        onDone(value);
        next();
      });
      for (let count = 0; count < atOnce; count += 1) next();
    });
  try {
    await Promise.all(threads.map(runIn));
    return all;
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** Answers the jobs that this thread is sent. */
export function answerJobs<Job, Done>(run: (job: Job) => Promise<Done>): void {
  parentPort?.on('message', async ([place, job]: Placed<Job>) => {
    parentPort?.postMessage([place, await run(job)] satisfies Placed<Done>);
  });
}
