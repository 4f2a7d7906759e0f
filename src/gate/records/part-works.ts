import type { Judge } from './judge.ts';
import type { Part } from './part.ts';
import { type Summary, summarisePart } from './summary.ts';
import { type ValidatedPart, validatePart } from './validate-part.ts';

/** What can be made of each part of an input. */
export interface PartResults {
  readonly findings: ValidatedPart;
  readonly summary: Summary;
}

/** How a thread is told what to make of parts: it cannot be handed a function. */
export type PartWork = keyof PartResults;

/** What makes it. */
export const partWorks: {
  readonly [Work in PartWork]: (part: Part, judge: Judge) => PartResults[Work];
} = { findings: validatePart, summary: summarisePart };
