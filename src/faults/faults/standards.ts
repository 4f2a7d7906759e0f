import { json } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { changed, insteadOf, leavingOutHeader, mapBody, when, withHeaders } from '../behaviours.ts';
import { type FaultRows, faultsUnseenByVerify } from '../fault.ts';
import { forCaseElsewhere, on } from '../requests.ts';

/** Services that keep to the documents, and not to a public standard: the suite advises, and fails none of them. */
export const standardsFaults: readonly Fault[] = Object.freeze([
  ...of('json-media-type', [
    ['standard-no-media-type', 'Answers of JSON have no media type', leavingOutHeader('content-type')],
    ['standard-text-plain', 'The media type of JSON is text/plain', ofType('text/plain; charset=utf-8')],
    ['standard-text-html', 'The media type of JSON is text/html', ofType('text/html')],
    [
      'standard-media-type-of-records',
      'Only case records have the media type application/octet-stream',
      when(on('getCaseData'), ofType('application/octet-stream')),
    ],
  ]),
  ...of('json-utf8', [
    [
      'standard-byte-order-mark',
      'A byte order mark stands before JSON',
      everyText((body) => `\ufeff${body}`),
    ],
    ['standard-latin-1', 'JSON names the charset ISO-8859-1', ofType('application/json; charset=iso-8859-1')],
  ]),
  ...of('json-unique-names', [
    [
      'standard-name-twice',
      'A record has its caseId twice',
      when(
        on('getCaseData'),
        mapBody(200, (body) => body.replace(/^\{("caseId":"[^"]*"),/, '{$1,$1,')),
      ),
    ],
    [
      'standard-name-twice-escaped',
      'A refusal has its message twice, once with an escape',
      mapBody(401, (body) => body.replace(/\}$/, String.raw`,"m\u0065ssage":"No."}`)),
    ],
  ]),
  ...of('authentication-challenge', [
    ['standard-no-challenge', 'A 401 has no WWW-Authenticate', leavingOutHeader('www-authenticate')],
    [
      'standard-basic-challenge',
      'A 401 asks for Basic credentials',
      withHeaders({ 'www-authenticate': 'Basic realm="cases"' }),
    ],
  ]),
  ...of('existence-not-told', [
    'standard-foreign-case-told',
    'A case of another organisation is refused as one that is not of this organisation',
    when(forCaseElsewhere, insteadOf(404, json(404, { message: 'This case is of another organisation.' }))),
  ]),
  ...of('personal-data-not-cached', [
    ['standard-no-cache-control', 'Nothing says what caches may do', leavingOutHeader('cache-control')],
    [
      'standard-cached-for-all',
      'Every cache may store every answer',
      withHeaders({ 'cache-control': 'public, max-age=600' }),
    ],
    [
      'standard-clients-cached',
      'Caches may store clients alone',
      when(on('updateClient'), withHeaders({ 'cache-control': 'max-age=60' })),
    ],
  ]),
  ...of('errors-reveal-nothing', [
    [
      'standard-stack-node',
      'A refusal shows a stack trace of Node.js',
      refusalsWith('Error: No.\n    at check (/srv/cases/dist/auth.js:17:11)'),
    ],
    [
      'standard-stack-java',
      'A refusal shows a stack trace of Java',
      refusalsWith('AuthException\n\tat org.example.cases.Auth.check(Auth.java:41)'),
    ],
    [
      'standard-stack-python',
      'A refusal shows a stack trace of Python',
      refusalsWith('Traceback (most recent call last):\n  File "auth.py", line 3, in check'),
    ],
    [
      'standard-stack-dotnet',
      'A refusal shows a stack trace of .NET',
      refusalsWith('System.Exception: No.\n   at Cases.Auth.Check() in C:\\Cases\\Auth.cs:line 12'),
    ],
    ['standard-sql', 'A refusal shows SQL', refusalsWith("SELECT id FROM tokens WHERE hash = 'x'")],
    [
      'standard-sql-state',
      'A refusal shows the message of a database',
      refusalsWith('SQLSTATE[42P01]: undefined table'),
    ],
    [
      'standard-path',
      'A refusal shows the path of a file',
      refusalsWith('cannot open /var/lib/cases/tokens.db'),
    ],
  ]),
  ...of('token-not-returned', [
    'standard-token-in-header',
    'A header of the description holds the token that was sent',
    when(
      on('getInterfaceDescription'),
      changed((answer, { headers }) => ({
        ...answer,
        headers: { ...answer.headers, 'x-authorization': headers.authorization ?? '' },
      })),
    ),
  ]),
]);

function of(requirement: string, rows: FaultRows): readonly Fault[] {
  return faultsUnseenByVerify(requirement, '', rows);
}

function ofType(mediaType: string): Behaviour {
  return changed((answer) =>
    answer.body === '' ? answer : { ...answer, headers: { ...answer.headers, 'content-type': mediaType } },
  );
}

function everyText(change: (body: string) => string): Behaviour {
  return changed((answer) => (answer.body === '' ? answer : { ...answer, body: change(answer.body) }));
}

/** Refusals of credentials that show this beside their message. */
function refusalsWith(detail: string): Behaviour {
  return changed(
    (answer): ServiceAnswer =>
      answer.status === 401
        ? { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), detail }) }
        : answer,
  );
}
