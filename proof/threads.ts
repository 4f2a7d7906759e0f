import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

/** The number of concurrent jobs in a thread. Several, since some of them usually wait. */
const jobsPerThread = 4;

type Placed<Value> = readonly [place: number, value: Value];

/**
 * Runs jobs in as many threads as there are processors.
 * @param entry - the module of a thread, which calls `answerJobs`
 * @param data - the `workerData` of each thread
 * @param onDone - called with each result when its job ends
 * @returns the results in the order of the jobs
 * @throws the error of a failed job, after ending all threads
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
    // Node 22 warns that SQLite is experimental.
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
      for (let count = 0; count < jobsPerThread; count += 1) next();
    });
  try {
    await Promise.all(threads.map(runIn));
    return all;
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

export function answerJobs<Job, Done>(run: (job: Job) => Promise<Done>): void {
  parentPort?.on('message', async ([place, job]: Placed<Job>) => {
    parentPort?.postMessage([place, await run(job)] satisfies Placed<Done>);
  });
}
