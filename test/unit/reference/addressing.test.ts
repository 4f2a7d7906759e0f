import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { DemoToken } from '../../../src/reference/demo.ts';
import { foreign, own, startService, tokens } from './support.ts';

const line = 'GET /api/v2/org HTTP/1.1';
const whole = (host: string): string => line.replace(' /', ` http://${host}/`);
const demoHost = 'Host: demo.cases.example';
const otherHost = 'Host: other.cases.example';

describe('where each organisation has a host of its own', () => {
  test.each<[string, DemoToken['name'], string[], unknown]>([
    ['that of its sub-domain', 'member', [line, demoHost], own.id],
    ['that of another caller', 'outsider', [line, otherHost], foreign.id],
    ['in capitals, with a port and a dot', 'member', [line, 'Host: DEMO.Cases.Example.:8080'], own.id],
    ['that of the whole target', 'member', [whole('demo.cases.example'), 'Host: x'], own.id],
    ['with another in what a proxy adds', 'member', [line, demoHost, `X-Forwarded-${otherHost}`], own.id],
    ['that of another organisation', 'member', [line, otherHost], 403],
    ['that of none', 'member', [line, 'Host: nobody.cases.example'], 403],
    ['that ends like the domain', 'member', [line, 'Host: demo.mycases.example'], 403],
    ['of an organisation of the same name, deeper', 'member', [line, 'Host: demo.demo.cases.example'], 403],
    ['empty', 'member', [line, 'Host:'], 403],
    ['absent', 'member', ['GET /api/v2/org HTTP/1.0'], 403],
    ['two', 'member', [line, demoHost, otherHost], 403],
    ['another in the whole target', 'member', [whole('other.cases.example'), demoHost], 403],
    ['any, without a valid token', 'revoked', [line, demoHost], 401],
  ])('a host is answered: %s', async (_name, token, lines, expected) => {
    const { url } = await startService(':memory:', { domain: 'cases.example' });
    const { status, body } = await answerTo(url, [...lines, `Authorization: Bearer ${tokens[token]}`]);
    expect(status === 200 ? body.id : status).toBe(expected);
  });

  test('an organisation without a sub-domain has no host', async () => {
    const { reference, url } = await startService(':memory:', { domain: 'cases.example' });
    await reference.store.assignSubDomain('demo', undefined);
    for (const domain of ['', '.', 'null.', 'undefined.']) {
      const lines = [line, `Host: ${domain}cases.example`, `Authorization: Bearer ${tokens.member}`];
      expect(await answerTo(url, lines), domain).toMatchObject({ status: 403 });
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
