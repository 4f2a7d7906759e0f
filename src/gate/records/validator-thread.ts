import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundled } from '../../specification/bundled.ts';
import type { Description } from '../../specification/description.ts';
import type { Judge } from './judge.ts';
import type { Part } from './part.ts';
import type { PartResults, PartWork } from './part-works.ts';

/** A thread that judges parts, one after the other. */
export interface ValidatorThread<Result> {
  /** How many parts it was handed and has not judged. */
  readonly waiting: number;
  /** Hands a part over, which is gone here. Rejects when the thread breaks, or has ended. */
  judge(part: Part): Promise<Result>;
  end(): Promise<unknown>;
}

/** What a thread judges by. A specification holds functions, which no thread can be handed. */
export interface ThreadOrder {
  /** Undefined for the bundled one. */
  readonly description: Description | undefined;
  readonly schemaName: string;
  readonly work: PartWork;
}

/** Starts a thread that judges parts. */
export function startThread<Work extends PartWork>(
  { specification, schemaName }: Judge,
  work: Work,
): ValidatorThread<PartResults[Work]> {
  type Result = PartResults[Work];
  const description = specification === bundled ? undefined : specification.description;
  // It ends as this file does: .ts in the sources, .js in the package.
  const entry = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(entry, {
    workerData: { description, schemaName, work } satisfies ThreadOrder,
    // What this process was called with is of its own start, and not all of it is allowed here.
    execArgv: [],
    // A record is garbage once it is judged, and V8 would let a hundred megabytes of it gather.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const waiting: PromiseWithResolvers<Result>[] = [];
  let ended: Error | undefined;
  const fail = (error: Error): void => {
    // After an error comes the exit, which says less.
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on('message', (judged: Result) => waiting.shift()?.resolve(judged));
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`A thread that judges records ended with ${code}.`)));
  return {
    get waiting() {
      return waiting.length;
    },
    judge: async (part) => {
      if (ended !== undefined) throw ended;
      const answer = Promise.withResolvers<Result>();
      worker.postMessage(part, part.kind === 'line-too-long' ? [] : [part.bytes.buffer]);
      waiting.push(answer);
      return answer.promise;
    },
    end: () => worker.terminate(),
  };
}
