import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { DemoToken } from '../../../src/reference/demo.ts';
import { foreign, own, startService, tokens } from './support.ts';

const line = 'GET /api/v2/org HTTP/1.1';

describe('where each organisation has a host of its own', () => {
  test.each<[string, DemoToken['name'], string[], unknown]>([
    ['that of its sub-domain', 'member', [line, 'Host: demo.cases.example'], own.id],
    ['that of another caller', 'outsider', [line, 'Host: other.cases.example'], foreign.id],
    ['in capitals, with a port and a dot', 'member', [line, 'Host: DEMO.Cases.Example.:8080'], own.id],
    [
      'that of the whole target',
      'member',
      ['GET http://demo.cases.example/api/v2/org HTTP/1.1', 'Host: x'],
      own.id,
    ],
    [
      'with another in what a proxy adds',
      'member',
      [line, 'Host: demo.cases.example', 'X-Forwarded-Host: other.cases.example'],
      own.id,
    ],
    ['that of another organisation', 'member', [line, 'Host: other.cases.example'], 403],
    ['that of none', 'member', [line, 'Host: nobody.cases.example'], 403],
    ['that ends like the domain', 'member', [line, 'Host: demo.mycases.example'], 403],
    ['of an organisation of the same name, deeper', 'member', [line, 'Host: demo.demo.cases.example'], 403],
    ['empty', 'member', [line, 'Host:'], 403],
    ['absent', 'member', ['GET /api/v2/org HTTP/1.0'], 403],
    ['two', 'member', [line, 'Host: demo.cases.example', 'Host: other.cases.example'], 403],
    [
      'another in the whole target',
      'member',
      ['GET http://other.cases.example/api/v2/org HTTP/1.1', 'Host: demo.cases.example'],
      403,
    ],
    ['any, without a valid token', 'revoked', [line, 'Host: demo.cases.example'], 401],
  ])('a host is answered: %s', async (_name, token, lines, expected) => {
    const { url } = await startService(':memory:', { domain: 'cases.example' });
    const { status, body } = await answerTo(url, [...lines, `Authorization: Bearer ${tokens[token]}`]);
    expect(status === 200 ? body.id : status).toBe(expected);
  });

  test('an organisation without a sub-domain has no host', async () => {
    const { reference, url } = await startService(':memory:', { domain: 'cases.example' });
    await reference.store.assignSubDomain('demo', undefined);
    for (const host of [
      'cases.example',
      '.cases.example',
      'null.cases.example',
      'undefined.cases.example',
      'x',
    ]) {
      const { status } = await answerTo(url, [
        line,
        `Host: ${host}`,
        `Authorization: Bearer ${tokens.member}`,
      ]);
      expect({ host, status }).toEqual({ host, status: 403 });
    }
  });
});

test('where the service is that of one organisation, any host leads to it', async () => {
  const { url } = await startService();
  for (const host of ['demo.cases.example', 'other', '']) {
    const { body } = await answerTo(url, [line, `Host: ${host}`, `Authorization: Bearer ${tokens.member}`]);
    expect(body.id).toBe(own.id);
  }
});

async function answerTo(url: string, lines: readonly string[]) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as { id?: string } };
}
