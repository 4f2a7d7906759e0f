import { answerJobs } from '../../proof/threads.ts';
import { subjects } from './subjects.ts';

// A worker thread that runs subjects by name.
answerJobs(async (name: string) => subjects.get(name)?.());
