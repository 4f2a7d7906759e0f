import type { OperationId } from '../../specification/description.ts';
import type { Fault } from '../behaviour.ts';
import { letIn, when } from '../behaviours.ts';
import { tokenNamed } from '../demo.ts';
import { type FaultRow, faultsOf, kebab, unseenByVerify } from '../fault.ts';
import { all, type Condition, guarded, on, sends, sendsToken, wantingToken } from '../requests.ts';

const token = tokenNamed('member');

/** Made-up credentials that services accept in practice. */
const taken: readonly (readonly [id: string, words: string, isAccepted: Condition])[] = [
  ['sql', 'what is true in SQL', sendsToken((sent) => / or .*=/i.test(sent))],
  ['wildcard', 'what a pattern is found by', sendsToken((sent) => /^[*%]$/.test(sent))],
  ['undefined', 'the word undefined', sendsToken((sent) => sent === 'undefined')],
  ['null', 'the word null', sendsToken((sent) => sent === 'null')],
  ['object', 'an object that was written as a text', sendsToken((sent) => sent === '[object Object]')],
  [
    'known-word',
    'words that every developer knows',
    sendsToken((sent) =>
      ['admin', 'root', 'secret', 'password', 'test', 'token', 'user', 'debug'].includes(sent),
    ),
  ],
  ['basic-user', 'a token as the user of the scheme Basic', sendsPair((user) => user === token)],
  [
    'basic-password',
    'a token as the password of the scheme Basic',
    sendsPair((_, password) => password === token),
  ],
  ['api-key-scheme', 'a token under the scheme ApiKey', sends((header) => header === `ApiKey ${token}`)],
  ['jwt-scheme', 'a token under the scheme JWT', sends((header) => header === `JWT ${token}`)],
  ['colon', 'a token after the scheme and a colon', sends((header) => header === `Bearer:${token}`)],
  ['equals', 'a token after the scheme and an equals sign', sends((header) => header === `Bearer=${token}`)],
  [
    'unsigned',
    'a web token that says that it is not signed',
    sendsWebToken((algorithm) => /^none$/i.test(algorithm)),
  ],
  [
    'signature-unread',
    'a web token, whatever its signature',
    sendsWebToken((algorithm, signature) => /^HS/.test(algorithm) && signature !== ''),
  ],
  ['signature-absent', 'a web token without a signature', sendsWebToken((_, signature) => signature === '')],
  ['two-dots', 'any text with two dots', sendsToken((sent) => /^[^.]+\.[^.]+\.[^.]*$/.test(sent))],
  [
    'half',
    'the first characters of a token',
    sendsToken((sent) => sent.length >= 8 && token.startsWith(sent)),
  ],
  [
    'further-word',
    'a token and a word after it',
    sendsToken((sent) => sent.split(' ')[0] === token && sent !== token),
  ],
  [
    'any-in-list',
    'a list in which a token stands',
    sendsToken(
      (sent) => sent.includes(',') && sent.split(', ').some((one) => one.replace('Bearer ', '') === token),
    ),
  ],
  [
    'last-in-list',
    'the last token of a list',
    sendsToken((sent) => sent.includes(',') && sent.endsWith(`Bearer ${token}`)),
  ],
  [
    'last-header',
    'the last of several headers',
    ({ authorizations = [] }) => authorizations.at(-1) === `Bearer ${token}`,
  ],
  ['first-unread', 'a token but for its first character', sendsToken((sent) => sameBut(sent, 0, 1))],
  [
    'last-unread',
    'a token but for its last character',
    sendsToken((sent) => sameBut(sent, token.length - 1, token.length)),
  ],
  ['lower-case', 'a token in lower case', sendsToken((sent) => sent === token.toLowerCase())],
];

/** Services that accept made-up tokens for every operation. */
const takenByAll: readonly FaultRow[] = taken.map(([id, words, isAccepted]) => [
  `accepts-${id}`,
  `Every operation accepts ${words}`,
  when(all(guarded, isAccepted), letIn),
]);

/**
 * Kinds that are also tried for one operation at a time, as it may check credentials itself, with the operations for
 * which `verify` shows the fault: it distributes all but the plainest credentials over the operations.
 */
const ofOne: Readonly<Record<string, readonly OperationId[]>> = {
  unsigned: wantingToken,
  'basic-user': ['getCaseData'],
  'further-word': ['getOrganisation'],
};

const takenByOne: readonly FaultRow[] = Object.entries(ofOne).flatMap(([kind, seenOf]) =>
  wantingToken.map<FaultRow>((operation) => [
    `${kebab(operation)}-accepts-${kind}`,
    `${operation} alone accepts ${wordsOf(kind)}`,
    when(all(on(operation), conditionOf(kind)), letIn),
    seenOf.includes(operation) ? {} : unseenByVerify,
  ]),
);

/** Services that accept forged credentials. */
export const forgedCredentialFaults: readonly Fault[] = Object.freeze(
  faultsOf('credentials-401', '', [...takenByAll, ...takenByOne]),
);

function wordsOf(kind: string): string {
  return taken.find(([id]) => id === kind)?.[1] ?? '';
}

function conditionOf(kind: string): Condition {
  return taken.find(([id]) => id === kind)?.[2] ?? (() => false);
}

function sameBut(sent: string, from: number, to: number): boolean {
  const without = (text: string): string => text.slice(0, from) + text.slice(to);
  return sent.length === token.length && sent !== token && without(sent) === without(token);
}

function sendsPair(isMeant: (user: string, password: string) => boolean): Condition {
  return sends((header) => {
    const [, pair = ''] = /^Basic (\S+)$/.exec(header ?? '') ?? [];
    const [user = '', password = ''] = Buffer.from(pair, 'base64').toString().split(':');
    return isMeant(user, password);
  });
}

/** Requests with a JSON Web Token, which is read and not verified. */
function sendsWebToken(isMeant: (algorithm: string, signature: string) => boolean): Condition {
  return sendsToken((sent) => {
    const [header = '', payload = '', signature] = sent.split('.');
    if (signature === undefined || payload === '') return false;
    try {
      const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
      return isMeant(String(alg), signature);
    } catch {
      return false;
    }
  });
}
