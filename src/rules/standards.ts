import type { Deviation } from '../harness/deviation.ts';
import { repeatsName } from '../http/json.ts';
import { is2xx } from '../http/status.ts';
import { memoised } from '../schema/memoised.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';

interface Standard {
  readonly requirement: string;
  readonly wrongIn: (reply: Exchange, security: TransportSecurity) => Wrong | undefined;
}

export interface TransportSecurity {
  readonly isSecure: boolean;
}

type Wrong = Required<Pick<Deviation, 'message' | 'kind'>>;

const personal: ReadonlySet<OperationId> = new Set(['getCaseData', 'updateClient', 'listCases']);

const internals: readonly { readonly kind: string; readonly words: string; readonly found: RegExp }[] = [
  {
    kind: 'stack trace',
    words: 'a stack trace',
    found:
      /\bat [\w.$<>[\] ]+ ?\([^()\n]*:\d+(?::\d+)?\)|Traceback \(most recent call last\)|\bat [\w.$]+\([\w$]+\.(?:java|kt|scala):\d+\)|\bin [\w/\\.:]+\.(?:cs|php|rb):(?:line )?\d+/,
  },
  {
    kind: 'SQL',
    words: 'SQL or the message of a database',
    found:
      /\b(?:SELECT\s.{1,200}?\sFROM|INSERT INTO|UPDATE\s\S+\sSET|DELETE FROM)\s|SQLSTATE|\bORA-\d{5}\b|syntax error at or near|duplicate key value violates|SQLITE_[A-Z]+/i,
  },
  {
    kind: 'path',
    words: 'the path of a file of the service',
    found:
      /(?:^|[\s"'(])(?:\/(?:usr|home|var|opt|srv|app|root|etc)\/[\w.@-]+\/[\w./@-]+|[A-Z]:\\{1,2}\w[\w\\. -]+\.\w+)/,
  },
];

const standards: readonly Standard[] = [
  {
    requirement: 'json-media-type',
    wrongIn: ({ body, headers, call }) => {
      // The description may be served as YAML.
      if (body.kind === 'not-json' || call.operation === 'getInterfaceDescription') return undefined;
      const type = headers['content-type'];
      if (type === undefined) return { message: 'A JSON answer has no Content-Type', kind: 'absent' };
      if (/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return undefined;
      return { message: 'The Content-Type of a JSON answer is not a JSON type', kind: 'other' };
    },
  },
  {
    requirement: 'json-utf8',
    wrongIn: ({ body, headers, hasByteOrderMark }) => {
      if (body.kind === 'not-json') return undefined;
      if (hasByteOrderMark === true)
        return { message: 'A JSON answer begins with a byte order mark', kind: 'byte order mark' };
      const [, charset] = /;\s*charset="?([^\s;"]+)/i.exec(headers['content-type'] ?? '') ?? [];
      if (charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)) return undefined;
      return { message: 'A JSON answer names a charset other than UTF-8', kind: 'charset' };
    },
  },
  {
    requirement: 'json-unique-names',
    wrongIn: (reply) =>
      reply.body.kind === 'json' && hasNameTwice(reply)
        ? { message: 'An object in an answer has the same name twice', kind: 'twice' }
        : undefined,
  },
  {
    requirement: 'authentication-challenge',
    wrongIn: ({ status, headers }) => {
      if (status !== 401) return undefined;
      const challenge = headers['www-authenticate'];
      if (challenge === undefined)
        return { message: 'A refusal with 401 has no WWW-Authenticate', kind: 'absent' };
      return /(?:^|,)\s*bearer\b/i.test(challenge)
        ? undefined
        : { message: 'WWW-Authenticate of a refusal with 401 does not name Bearer', kind: 'other' };
    },
  },
  {
    requirement: 'allowed-methods',
    wrongIn: ({ status, headers }) =>
      status === 405 && headers.allow === undefined
        ? { message: 'A refusal with 405 has no Allow', kind: 'absent' }
        : undefined,
  },
  {
    requirement: 'personal-data-not-cached',
    wrongIn: ({ call, status, headers, text }) => {
      if (!is2xx(status) || text === '' || !personal.has(call.operation)) return undefined;
      const control = headers['cache-control'];
      if (control === undefined)
        return { message: 'An answer with personal data has no Cache-Control', kind: 'absent' };
      if (/\b(?:no-store|private|no-cache)\b/i.test(control)) return undefined;
      return { message: 'Cache-Control lets caches store an answer with personal data', kind: 'stored' };
    },
  },
  {
    requirement: 'errors-reveal-nothing',
    wrongIn: ({ status, text }) => {
      const revealed =
        status < 400 ? undefined : internals.find(({ found }) => found.test(beginningOf(text)));
      return revealed && { message: `A refusal shows ${revealed.words}`, kind: revealed.kind };
    },
  },
  {
    requirement: 'token-not-returned',
    wrongIn: ({ returnsToken }) =>
      returnsToken === true ? { message: 'An answer holds a token', kind: 'token' } : undefined,
  },
  {
    requirement: 'strict-transport-security',
    wrongIn: ({ headers }, { isSecure }) =>
      isSecure && headers['strict-transport-security'] === undefined
        ? { message: 'An answer over TLS has no Strict-Transport-Security', kind: 'absent' }
        : undefined,
  },
];

const hasNameTwice = memoised(
  ({ text }: Exchange) => repeatsName(text),
  ({ body }) => body,
);

export const rowsOfStandards: readonly string[] = standards.map(({ requirement }) => requirement);

export function advisoriesOf(reply: Exchange, security: TransportSecurity): Deviation[] {
  return standards.flatMap(({ requirement, wrongIn }) => {
    const wrong = wrongIn(reply, security);
    return wrong === undefined ? [] : [{ ...wrong, requirement, pointer: '', reply: reply.number }];
  });
}

function beginningOf(text: string): string {
  return text.slice(0, 20_000).replaceAll(/\\[nrt]/g, '\n');
}
