import { describe, expect, test } from 'vitest';
import {
  handsOver,
  hasMessage,
  hasStatus,
  held,
  isJson,
  neitherAnswer,
  withStatus,
  wrongStatus,
} from '../../../src/harness/assertions.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import { exchangeOf } from '../../support/exchange.ts';

const deviation = (
  requirement: string,
  message: string,
  pointer = '',
  kind?: string,
  credentials?: string,
): Judgement => ({
  kind: 'deviates',
  finding: {
    pointer,
    message,
    requirement,
    ...(kind === undefined ? {} : { kind }),
    ...(credentials && { credentials }),
    reply: 7,
  },
});

describe('a status', () => {
  test('is the one that is wanted, or it deviates', () => {
    expect(hasStatus(exchangeOf(401, ''), 401, 'credentials-401')).toEqual(held);
    expect(hasStatus(exchangeOf(403, ''), 401, 'credentials-401')).toMatchObject(
      deviation('credentials-401', 'The status is 403 instead of 401', '', 'status 4xx', 'member'),
    );
  });

  test.each([
    [200, 'https://acme.example/a', '200'],
    [299, 'https://acme.example/a', '299'],
    [300, 'https://acme.example/a', '300 (a redirect to https://acme.example, which is not followed)'],
    [
      302,
      'https://acme.example/?token=secret',
      '302 (a redirect to https://acme.example, which is not followed)',
    ],
    [302, '/login', '302 (a redirect to /login, which is not followed)'],
    [
      302,
      'https://sso.example/login?next=a',
      '302 (a redirect to https://sso.example/login, which is not followed)',
    ],
    [302, '/login/zoe-trial', '302 (a redirect, which is not followed)'],
    [399, 'https://acme.example', '399 (a redirect to https://acme.example, which is not followed)'],
    [400, 'https://acme.example', '400'],
  ])('of %i with the location %s is said so', (status, location, words) => {
    expect(withStatus('It is {status}', exchangeOf(status, '', { headers: { location } }))).toBe(
      `It is ${words}`,
    );
  });

  test('of a redirect to nowhere is said so', () => {
    expect(withStatus('It is {status}', exchangeOf(302, ''))).toBe('It is 302');
  });

  test('that is neither an acceptance nor the refusal that is due is told', () => {
    expect(neitherAnswer(exchangeOf(404, ''))).toEqual([
      'GET /api/v2/org is answered 404, which is neither an acceptance nor a refusal with 403. Check the tokens and the target.',
      '/api/v2/org',
    ]);
  });
});

describe('a body', () => {
  test('is JSON, or there is none', () => {
    expect([isJson(exchangeOf(200, '{}')), isJson(exchangeOf(200, ''))]).toEqual([held, held]);
    const found = {
      message: 'The body is not JSON. The body is <p>',
      alike: 'are markup instead of JSON',
    };
    expect(isJson(exchangeOf(200, '<p>'))).toMatchObject({ finding: found });
    expect(isJson(exchangeOf(200, `<p>${'-'.repeat(60)}`))).toMatchObject({
      finding: { message: `The body is not JSON. It begins with <p>${'-'.repeat(57)}…` },
    });
    expect(isJson(exchangeOf(200, '{,'))).toMatchObject({ finding: { alike: 'are not JSON' } });
  });

  test.each([
    [
      '{"price":NaN,"caseId":"a"}',
      'it has NaN after 9 characters. The text there: {"price":NaN,"caseId":"x"}',
    ],
    [
      '{"Zoe":"Trial","price":,}',
      'it has , where a value must be. The text there: {"Xxx":"Xxxxx","price":,}',
    ],
    ['{"price":"[,","caseId":}', 'it has } where a value must be. The text there: {"price":"[,","caseId":}'],
    ['{"caseId":"a","price":1', 'it is cut off after 23 characters. The text there: {"caseId":"x","price":9'],
  ])('%s is quoted at its error, masked except for names of the description', (text, words) => {
    expect(isJson(exchangeOf(200, text))).toMatchObject({
      finding: { message: `The body is not JSON: ${words}` },
    });
  });

  test('that does not match its Content-Encoding is said with it', () => {
    const body = {
      kind: 'not-json',
      problem: 'undecodable',
      message: 'It does not match its Content-Encoding.',
    } as const;
    const reply = { ...exchangeOf(200, '{}', { headers: { 'content-encoding': 'gzip' } }), body };
    expect(isJson(reply)).toMatchObject({
      finding: { message: 'The body does not match its Content-Encoding, gzip. The body is {}' },
    });
  });

  test.each([
    ['<p>', 'The body is not JSON', '', 'json'],
    ['', 'The body is empty', '', 'json'],
    ['[]', 'The body is not an object with a message: it is an array', ''],
    ['null', 'The body is not an object with a message: it is null', ''],
    ['"No."', 'The body is not an object with a message: it is a string', ''],
    ['{}', '/message is missing', '/message', 'required'],
    ['{"message":404}', '/message is a number instead of a string', '/message'],
  ])('of a refusal is not %j', (text, message, pointer, kind = 'type') => {
    expect(hasMessage(exchangeOf(404, text))).toMatchObject(
      deviation('error-message', message, pointer, kind),
    );
  });
});

test.each([
  ['{"authenticated":false}', true],
  ['{"clients":[]}', false],
  ['{"message":"No."}', true],
  ['[]', false],
])('%s instead of an accepted object is an answer without data: %s', (text, isWithout) => {
  const accepted = exchangeOf(200, '{"clients":["Avery Sample"]}');
  const { finding } = wrongStatus(exchangeOf(200, text), 'credentials-401', 'It is {status}', {}, accepted);
  expect(finding.message).toBe(`It is 200${isWithout ? ', without any data' : ''}`);
});

describe('a refusal', () => {
  const record = '{"caseId":"1","caseType":"Sale"}';
  const both = '"clients":["Avery Sample","Robin Tester"]';
  const accepted = exchangeOf(200, ` {${both}}\n`);
  const described = '{"properties":{"caseId":{"type":"string"},"caseType":{"const":"Sale"}}}';
  const refused = '{"message":"This is not for you to see."}';
  const clients = (name: string): string => `{"clients":["Avery ${name}"]}`;

  test.each([
    ['hands over the record of a case', record, undefined, true],
    ['hands over a record that is wrapped', `{"message":"No.","data":[{"case":${record}}]}`, undefined, true],
    ['hands over a record five deep', `[[[[${record}]]]]`, undefined, true],
    ['is not looked at deeper', `[[[[[${record}]]]]]`, undefined, false],
    ['hands over no case with an identifier alone', '{"caseId":"1"}', undefined, false],
    ['hands over no case with a type alone', '{"caseType":"Sale"}', undefined, false],
    ['hands over a type with a reference', '{"caseType":"Sale","reference":"A1"}', undefined, true],
    ['hands over no case in empty members', '{"caseType":null,"caseId":null}', undefined, false],
    ['hands over no case in a description of one', described, undefined, false],
    ['hands over nothing in words', '"caseId caseType"', undefined, false],
    ['hands over nothing with null', 'null', undefined, false],
    ['hands over the accepted answer among its own members', `{"message":"No.",${both}}`, accepted, true],
    ['hands over no part of it', '{"clients":["Avery Sample"]}', accepted, false],
    ['hands over nothing that was refused itself', refused, exchangeOf(404, refused), false],
    ['hands over nothing that is short', clients('Sample'), exchangeOf(200, clients('Sample')), false],
    ['hands over what is long enough', clients(' Samples'), exchangeOf(200, clients(' Samples')), false],
    ['hands over what is longer', clients('The Samples'), exchangeOf(200, clients('The Samples')), true],
  ])('%s', (_name, text, control, isHandedOver) => {
    expect(handsOver(exchangeOf(403, text), control)).toBe(isHandedOver);
  });

  test('hands over an answer of thirty characters within its brackets, and none of twenty-nine', () => {
    const [long, short] = [30, 29].map((length) => `{${'x'.repeat(length)}}`);
    expect(handsOver(exchangeOf(403, long ?? ''), exchangeOf(200, long ?? ''))).toBe(true);
    expect(handsOver(exchangeOf(403, short ?? ''), exchangeOf(200, short ?? ''))).toBe(false);
  });
});
