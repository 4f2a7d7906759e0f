import type { Bench } from './bench.ts';
import { checkedServices } from './checked-services.ts';
import { descriptionReaders } from './description-readers.ts';
import { recordings } from './recordings.ts';
import { reportReaders } from './report-readers.ts';
import { runtimes } from './runtimes.ts';
import type { Needs } from './tools.ts';

/** A tool of other people, and what must come out when the suite meets it. */
export interface Row {
  readonly name: string;
  readonly tool: string;
  readonly needs: Needs;
  /** What is tried, as a sentence of the docs. */
  readonly tried: string;
  /** For a service that deviates: each code of its deviations, with why it is true. Checked by hand against the documents. */
  readonly deviations?: Readonly<Record<string, string>>;
  /** Throws if anything else comes out than what must. */
  readonly attempt: (bench: Bench) => Promise<Outcome>;
}

export interface Outcome {
  readonly figure: string;
  readonly run?: { readonly requests: number; readonly deviations: number };
}

export interface Result extends Outcome {
  readonly row: Row;
  readonly state: 'passed' | 'failed' | 'not tried';
}

export const rows: readonly Row[] = [
  ...checkedServices,
  ...descriptionReaders,
  ...reportReaders,
  ...runtimes,
  ...recordings,
];
