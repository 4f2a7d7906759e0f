import { readJson } from '../http/json.ts';
import { is2xx } from '../http/status.ts';
import type { Delivery } from '../http/transport.ts';
import { memberOf } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { components } from '../specification/interface.ts';

type Schemas = components['schemas'];

/**
 * The result of a call, by `kind`. `body` has the documented type, but is not validated: the service may have
 * sent something else.
 */
export type Result<Status extends number, Body, Refusal extends number> =
  | { readonly kind: 'success'; readonly status: Status; readonly body: Body }
  /** A refusal that the documents name. `message` is undefined if the body has none. */
  | { readonly kind: 'refused'; readonly status: Refusal; readonly message: string | undefined }
  /** A status that the documents do not name for the operation, or a success whose body is not JSON. */
  | { readonly kind: 'unexpected'; readonly status: number; readonly text: string }
  /** No complete answer arrived, or the service throttled for too long. */
  | { readonly kind: 'unanswered'; readonly message: string };

/** A case record. Its `caseType` selects one of the four shapes. */
export type CaseDataResult = Result<200, Schemas['CaseRecord'], 400 | 401 | 403 | 404>;

/** The client's record after the change. */
export type ClientResult = Result<200, Schemas['Client'], 401 | 403>;

/** Any JSON value, since the documents do not describe the body. Undefined for an empty body. Any 2xx is a success. */
export type OpenResult = Result<number, unknown, 401 | 403>;

/** The description as text, in JSON or YAML. A YAML parser reads both. Any 2xx is a success. */
export type DescriptionResult = Result<number, string, 401 | 403>;

interface Answers<Status extends number, Body, Refusal extends number> {
  readonly isSuccess: (status: number) => status is Status;
  /** Reads the body of a success. Returns undefined if the body is not JSON. */
  readonly read: (bytes: Uint8Array) => ReadBody<Body> | undefined;
  readonly refusals: readonly Refusal[];
}

interface ReadBody<Body> {
  readonly body: Body;
}

/** Refusals that every operation may answer (interface 5, item 5). */
const credentialRefusals = [401, 403] as const;

/** The documented answers of each operation (interface 4). */
export const answers = {
  getCaseData: {
    isSuccess: isOk,
    read: json<Schemas['CaseRecord']>,
    refusals: [400, ...credentialRefusals, 404],
  },
  updateClient: { isSuccess: isOk, read: json<Schemas['Client']>, refusals: credentialRefusals },
  createOrganisation: { isSuccess: isAnySuccess, read: openJson, refusals: credentialRefusals },
  getOrganisation: { isSuccess: isAnySuccess, read: openJson, refusals: credentialRefusals },
  listCases: { isSuccess: isAnySuccess, read: openJson, refusals: credentialRefusals },
  getInterfaceDescription: { isSuccess: isAnySuccess, read: text, refusals: credentialRefusals },
} as const satisfies Record<OperationId, Answers<number, unknown, number>>;

export function resultOf<Status extends number, Body, Refusal extends number>(
  delivery: Delivery,
  { isSuccess, read, refusals }: Answers<Status, Body, Refusal>,
): Result<Status, Body, Refusal> {
  if (delivery.kind !== 'answered') return { kind: 'unanswered', message: delivery.message };
  const { status, body, isUndecodable } = delivery;
  if (isSuccess(status) && isUndecodable !== true) {
    const success = read(body);
    if (success !== undefined) return { kind: 'success', status, body: success.body };
  }
  const refusal = refusals.find((stated) => stated === status);
  if (refusal !== undefined) return { kind: 'refused', status: refusal, message: messageOf(body) };
  return { kind: 'unexpected', status, text: decoded(body) };
}

function isOk(status: number): status is 200 {
  return status === 200;
}

function isAnySuccess(status: number): status is number {
  return is2xx(status);
}

function json<Body>(bytes: Uint8Array): ReadBody<Body> | undefined {
  const read = readJson(bytes);
  return read.kind === 'json' ? { body: read.value as Body } : undefined;
}

/** Parses a body that the documents do not describe. It may also be empty. */
function openJson(bytes: Uint8Array): ReadBody<unknown> | undefined {
  return bytes.length === 0 ? { body: undefined } : json(bytes);
}

function text(bytes: Uint8Array): ReadBody<string> {
  return { body: decoded(bytes) };
}

function messageOf(bytes: Uint8Array): string | undefined {
  const message = memberOf(json(bytes)?.body, 'message');
  return typeof message === 'string' ? message : undefined;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
