import type { components } from '../specification/interface.ts';

type Schemas = components['schemas'];

/**
 * What came of a call, told apart by `kind`.
 *
 * A body is typed as the documents describe it, and is not validated: what was sent may be something else.
 */
export type Result<Status extends number, Body, Refusal extends number> =
  | { readonly kind: 'success'; readonly status: Status; readonly body: Body }
  /** Refused as the documents state it; without `message` where the body has none. */
  | { readonly kind: 'refused'; readonly status: Refusal; readonly message: string | undefined }
  /** A status that the documents do not state for the operation, or a success whose body is not JSON. */
  | { readonly kind: 'unexpected'; readonly status: number; readonly text: string }
  /** There was no complete answer, or the service throttled for too long. */
  | { readonly kind: 'unanswered'; readonly message: string };

/** The case's record: its `caseType` tells which of the four shapes it has. */
export type CaseDataResult = Result<200, Schemas['CaseRecord'], 400 | 401 | 403 | 404>;

/** The client's record, changed. */
export type ClientResult = Result<200, Schemas['Client'], 401 | 403>;

/** Some JSON value, which the documents do not describe; undefined where nothing was sent. A success is any 2xx. */
export type OpenResult = Result<number, unknown, 401 | 403>;

/** The text of the description, which is JSON or YAML: a parser of YAML reads both. A success is any 2xx. */
export type DescriptionResult = Result<number, string, 401 | 403>;
