import type { Bench } from './bench.ts';
import { checkedServices } from './checked-services.ts';
import { descriptionReaders } from './description-readers.ts';
import { recordings } from './recordings.ts';
import { reportReaders } from './report-readers.ts';
import { runtimes } from './runtimes.ts';
import type { Needs } from './tools.ts';

export interface Row {
  readonly name: string;
  readonly tool: string;
  readonly needs: Needs;
  readonly tried: string;
  /**
   * The deviations of a service by code, each with the reason why it is true. Verified by hand against the documents.
   */
  readonly deviations?: Readonly<Record<string, string>>;
  /** Throws if the result is not the expected one. */
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
