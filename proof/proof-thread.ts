import { workerData } from 'node:worker_threads';
import { checksOf } from '../src/checks/all.ts';
import { bundled } from '../src/specification/bundled.ts';
import { type ProofWork, subjectsWith, trialsOf } from './proof.ts';
import { answerJobs } from './threads.ts';

const { only, checkIds } = workerData as ProofWork;
const checks = checksOf(bundled).filter(({ id }) => checkIds.includes(id));
const trials = trialsOf(subjectsWith(...only), checks);

answerJobs(async (place: number) => trials[place]?.());
