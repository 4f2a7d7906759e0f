import { answerJobs } from '../../proof/threads.ts';
import { subjects } from './subjects.ts';

// Runs subjects, by their names.
answerJobs(async (name: string) => subjects.get(name)?.());
