import { expect, test } from 'vitest';
import { failureOf, failureSentence } from '../../../src/http/errors.ts';

// Only errors that no server on this machine can cause. The others are tested over sockets.

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error('raw text of a library'), { code }, more);
}

test.each([
  ['EAI_AGAIN', 'name-not-found'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
])('%s: %s', (code, cause) => {
  expect(failureOf(withCode(code), 'before-body')).toEqual({ cause, code });
});

test('of several addresses, one that refused decides', () => {
  const error = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
  expect(failureOf(error, 'before-body')?.cause).toBe('refused');
});

test('an unknown code of a system call is the network', () => {
  expect(failureOf(withCode('ENEW', { syscall: 'connect' }), 'before-body')?.cause).toBe('unreachable');
  expect(failureOf(withCode('ENEW', { syscall: 'read' }), 'body')?.cause).toBe('closed');
});

test.each([
  withCode('EMFILE', { syscall: 'connect' }),
  withCode('UND_ERR_INVALID_ARG'),
  new TypeError('x is not a function'),
  'text',
  undefined,
])('%o is not blamed on the target', (error) => {
  expect(failureOf(error, 'before-body')).toBeUndefined();
});

test('a sentence names the code of a certificate, and no text of a library', () => {
  const limits = { timeoutMs: 1, maxHeaderBytes: 2, maxBodyBytes: 3 };
  const failure = failureOf(withCode('CERT_HAS_EXPIRED'), 'before-body');
  expect(failure && failureSentence(failure, 'https://case.example:443', limits)).toBe(
    'No secure connection to https://case.example:443 could be made (CERT_HAS_EXPIRED).',
  );
});
