import { answerJobs } from '../../proof/threads.ts';
import { subjects } from './subjects.ts';

answerJobs(async (name: string) => subjects.get(name)?.());
