import type { components } from '../specification/interface.ts';

type Schemas = components['schemas'];

/**
 * The result of a call, distinguished by `kind`. A body has the type that the documents describe, but is not validated:
 * the service may send something else.
 */
export type Result<Status extends number, Body, Refusal extends number> =
  | { readonly kind: 'success'; readonly status: Status; readonly body: Body }
  /** A documented refusal; `message` is undefined if the body has none. */
  | { readonly kind: 'refused'; readonly status: Refusal; readonly message: string | undefined }
  /** A status that is not documented for the operation, or a success whose body is not JSON. */
  | { readonly kind: 'unexpected'; readonly status: number; readonly text: string }
  /** There was no complete answer, or the service throttled for too long. */
  | { readonly kind: 'unanswered'; readonly message: string };

/** The case's record: its `caseType` selects one of the four shapes. */
export type CaseDataResult = Result<200, Schemas['CaseRecord'], 400 | 401 | 403 | 404>;

/** The client's record after the change. */
export type ClientResult = Result<200, Schemas['Client'], 401 | 403>;

/** Any JSON value, since the documents do not describe it; undefined for an empty body. A success is any 2xx. */
export type OpenResult = Result<number, unknown, 401 | 403>;

/** The text of the description in JSON or YAML: a YAML parser reads both. A success is any 2xx. */
export type DescriptionResult = Result<number, string, 401 | 403>;
