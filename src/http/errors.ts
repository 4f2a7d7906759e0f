export type UnansweredCause =
  | 'name-not-found'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'closed'
  | 'headers-too-large'
  | 'body-too-large'
  | 'malformed'
  | 'stopped';

/** A failure of the target or the network. `code` is the error code of Node or undici, if there is one. */
export interface DeliveryFailure {
  readonly cause: UnansweredCause;
  readonly code?: string;
  readonly proxy?: string;
}

export class ProxyFailure extends Error {
  readonly proxy: string;
  /**
   * The status of the proxy's answer, or an error code. Not named `code`: undici would then retry forever.
   */
  readonly reason: string;

  constructor(proxy: string, reason: string) {
    super(`The proxy ${proxy} made no connection (${reason}).`);
    this.proxy = proxy;
    this.reason = reason;
  }
}

interface Limits {
  readonly timeoutMs: number;
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
}

/**
 * For each cause, its error codes. An error whose code varies or is shared, such as HTTPParserError, is
 * listed by its `name`.
 */
const codesOf: Readonly<Partial<Record<UnansweredCause, readonly string[]>>> = {
  'name-not-found': ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'],
  refused: ['ECONNREFUSED'],
  unreachable: ['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'],
  timeout: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
  closed: ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  'headers-too-large': ['UND_ERR_HEADERS_OVERFLOW'],
  'body-too-large': ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE'],
  // undici throws ERR_ASSERTION for answers that its parser should have refused, such as a status below 100.
  malformed: ['HTTPParserError', 'ERR_ASSERTION'],
  tls: ['EPROTO', 'HOSTNAME_MISMATCH', 'PATH_LENGTH_EXCEEDED', 'INVALID_CA', 'INVALID_PURPOSE'],
};
const causes: ReadonlyMap<string, UnansweredCause> = new Map(
  Object.entries(codesOf).flatMap(([cause, codes]) => codes.map((code) => [code, cause as UnansweredCause])),
);

const tlsCode = /^(ERR_(SSL|TLS)_|(CERT|CRL|UNABLE_TO|ERROR_IN_CERT|DEPTH_ZERO|SELF_SIGNED)_)/;

/** Resource errors of this machine, for which the target must not be blamed. */
const localResourceErrors: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

export type Phase = 'before-body' | 'body';

/**
 * Classifies an error of Node or undici. Returns undefined unless it certainly comes from the target or the
 * network: any other error is a bug of ours.
 */
export function failureOf(error: unknown, phase: Phase): DeliveryFailure | undefined {
  const failures = nestedErrors(error).map((one) => failureOfOne(one, phase));
  // A host with several addresses fails once for each. "refused" is the most informative cause.
  return failures.find((failure) => failure?.cause === 'refused') ?? failures.find(Boolean);
}

/** The sentence contains the target's origin and the limit, but nothing that was sent or received. */
export function failureSentence(failure: DeliveryFailure, origin: string, limits: Limits): string {
  return sentences[failure.cause](origin, failure, limits);
}

type Sentence = (origin: string, failure: DeliveryFailure, limits: Limits) => string;

const sentences: Readonly<Record<UnansweredCause, Sentence>> = {
  'name-not-found': (origin) => `The host name of ${origin} could not be resolved.`,
  refused: (origin) => `${origin} refused the connection.`,
  unreachable: (origin, failure) => `${origin} could not be reached over the network${coded(failure)}.`,
  tls: (origin, failure) =>
    `No secure connection to ${origin} could be made${coded(failure)}.${adviceOnTls(failure)}`,
  proxy: (origin, failure) => `The proxy ${failure.proxy} made no connection to ${origin}${coded(failure)}.`,
  timeout: (origin, _, { timeoutMs }) => `${origin} did not answer completely within ${timeoutMs} ms.`,
  closed: (origin) => `${origin} closed the connection before its answer was complete.`,
  'headers-too-large': (origin, _, { maxHeaderBytes }) =>
    `${origin} answered with more than ${maxHeaderBytes} bytes of headers.`,
  'body-too-large': (origin, _, { maxBodyBytes }) =>
    `${origin} answered with a body of more than ${maxBodyBytes} bytes.`,
  malformed: (origin) => `${origin} sent something that is not a valid HTTP/1.1 answer.`,
  stopped: (origin) => `The run was stopped before ${origin} answered.`,
};

function adviceOnTls({ code = '' }: DeliveryFailure): string {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code)) return ' It may speak http: try http://.';
  if (!/SELF_SIGNED|ISSUER_CERT|VERIFY_LEAF/.test(code)) return '';
  return ' If its certificate is of an authority of your own, name the file of that as caFile in the configuration, or in NODE_EXTRA_CA_CERTS.';
}

function nestedErrors(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? [...error.errors, error] : [error];
}

function failureOfOne(error: unknown, phase: Phase): DeliveryFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof ProxyFailure) return { cause: 'proxy', code: error.reason, proxy: error.proxy };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined && localResourceErrors.has(code)) return undefined;
  const cause = causeOf(error, code, phase);
  if (cause === undefined) return undefined;
  return code === undefined ? { cause } : { cause, code };
}

function causeOf(error: Error, code: string | undefined, phase: Phase): UnansweredCause | undefined {
  // undici reports this code for any parse error after a Content-Length, such as a second Content-Length.
  // Only within the body does it mean that the connection ended early.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && phase === 'before-body') return 'malformed';
  // undici uses this code for every socket error. Only the message shows that it was a protocol error.
  if (code === 'UND_ERR_SOCKET' && /^bad (upgrade|response)$/.test(error.message)) return 'malformed';
  const known = causes.get(code ?? '') ?? causes.get(error.name);
  if (known !== undefined || code === undefined) return known;
  if (tlsCode.test(code)) return 'tls';
  if (!('syscall' in error)) return undefined;
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo' ? 'unreachable' : 'closed';
}

function coded({ code }: DeliveryFailure): string {
  return code === undefined ? '' : ` (${code})`;
}
