import { openTransport } from '../http/transport.ts';
import type { OperationId } from '../specification/description.ts';
import type { components } from '../specification/interface.ts';
import {
  type Call,
  createOrganisation,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  listCases,
  updateClient,
} from './calls.ts';
import { requestOf } from './request.ts';
import {
  answers,
  type CaseDataResult,
  type ClientResult,
  type DescriptionResult,
  type OpenResult,
  resultOf,
} from './results.ts';

type Schemas = components['schemas'];

export interface ClientOptions {
  /** The organisation's own host, with a path if the interface is below a path. */
  readonly baseUrl: string;
  /** The bearer token. Without a token, requests carry no credentials. */
  readonly token?: string;
  /**
   * The time limit for one attempt in milliseconds, from sending to the last byte of the body. Default:
   * 10,000.
   */
  readonly timeoutMs?: number;
}

/** Makes a missing method of `CaseClient` a compile error. */
type EveryOperation = Readonly<Record<OperationId, (...given: never[]) => Promise<unknown>>>;

/**
 * A client of the six operations. A call resolves whatever the service answers. It rejects only for a mistake of the
 * caller: with a TypeError after `close`, and with a URIError for an identifier that is not well-formed Unicode.
 */
export interface CaseClient extends EveryOperation {
  /** Reads a case's data record. */
  getCaseData(id: string): Promise<CaseDataResult>;
  /** Changes the given fields of a client. A new address replaces the whole previous address. */
  updateClient(id: string, patch: Schemas['ClientPatch']): Promise<ClientResult>;
  /** Creates an organisation and its first user. */
  createOrganisation(payload: Schemas['OrganisationPayload']): Promise<OpenResult>;
  /** Reads the caller's organisation. A success shows that the token is valid. */
  getOrganisation(): Promise<OpenResult>;
  /** Lists the organisation's cases. */
  listCases(): Promise<OpenResult>;
  /** Reads the description of the interface that the service serves. */
  getInterfaceDescription(): Promise<DescriptionResult>;
  /** Ends all calls and connections at once. */
  close(): Promise<void>;
}

/** The maximum number of concurrent requests. Further calls are queued. */
const concurrency = 10;

/**
 * Opens a client of the service. Bodies are returned as the service sent them; callers can check them with `validate`.
 * @throws {TypeError} for invalid options. The message never quotes the token.
 */
export function openClient({ baseUrl, token, timeoutMs = 10_000 }: ClientOptions): CaseClient {
  if (/^\w+:\/\/[^/]+.*\/api(\/v2)?\/*$/.test(baseUrl)) {
    throw new TypeError(
      'The base URL must leave /api/v2 out, since every path of the interface starts with it.',
    );
  }
  if (token !== undefined && !/^[!-~]+$/.test(token)) {
    throw new TypeError('The token must be visible ASCII characters without spaces, and not empty.');
  }
  const transport = openTransport({ baseUrl, timeoutMs, requestsPerSecond: Infinity, concurrency });
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  const send = (call: Call) => transport.send(requestOf(call, authorization));
  return {
    getCaseData: async (id) => resultOf(await send(getCaseData(id)), answers.getCaseData),
    updateClient: async (id, patch) =>
      resultOf(await send(updateClient(id, JSON.stringify(patch))), answers.updateClient),
    createOrganisation: async (payload) =>
      resultOf(await send(createOrganisation(JSON.stringify(payload))), answers.createOrganisation),
    getOrganisation: async () => resultOf(await send(getOrganisation()), answers.getOrganisation),
    listCases: async () => resultOf(await send(listCases()), answers.listCases),
    getInterfaceDescription: async () =>
      resultOf(await send(getInterfaceDescription()), answers.getInterfaceDescription),
    close: () => transport.close(),
  };
}
