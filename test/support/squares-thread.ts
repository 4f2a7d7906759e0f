import { workerData } from 'node:worker_threads';
import { answerJobs } from '../../proof/threads.ts';

// A thread for tests: squares numbers below a limit, and exits for a negative number.
answerJobs(async (job: number) => {
  if (job < 0) process.exit();
  if (job >= workerData.most) throw new Error(`${job} is too large.`);
  return job * job;
});
