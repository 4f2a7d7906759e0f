import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { getOrganisation } from '../../../src/api/calls.ts';
import { exchangeIn } from '../../../src/traffic/recorded-exchange.ts';

const json = '{"price":1}';
const page = '<html><body>No.</body></html>';

const call = { call: getOrganisation(), baseUrl: 'https://acme.example', id: undefined };

async function body(content: object | undefined, headers: Record<string, string> = {}): Promise<string> {
  const pairs = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const found = await exchangeIn(1, { response: { status: 200, headers: pairs, content } }, call);
  return typeof found === 'string' ? found : (found.noBody ?? found.exchange.text);
}

describe('The body of a recorded answer', () => {
  test.each<[string, object | undefined, string, Record<string, string>?]>([
    ['is what was written', { text: json, size: 11 }, json],
    ['is JSON whatever its size is said to be', { text: json, size: 400 }, json],
    ['may be written in base64', { text: btoa(json), encoding: 'base64' }, json],
    ['may be no JSON', { text: page, size: page.length }, page],
    ['may be bigger than on the wire', { text: page, size: 20 }, page],
    ['is missing', { size: 11 }, 'no body'],
    ['is missing, too', undefined, 'no body'],
    ['is empty as far as the recorder kept it', { text: '', size: 0 }, 'no body'],
    ['is empty as the service says', { text: '', size: 0 }, '', { 'Content-Length': '0' }],
    ['is cut', { text: page.slice(0, 10), size: page.length }, 'cut body'],
    ['is cut, and nothing says so', { text: '{"price":', size: 9 }, 'cut body'],
    ['is cut between members', { text: '{"price":1', size: 10 }, 'cut body'],
    ['is cut within a text', { text: '{"price":"1', size: 11 }, 'cut body'],
    ['is shortened by a remark', { text: '{"price" [cut]', size: 5 }, 'cut body'],
    ['is no JSON, and of no known length', { text: page }, 'cut body'],
    ['is no JSON, and the recorder remarks on it', { text: page, size: 29, comment: 'cut' }, 'cut body'],
    ['is wrong JSON as a whole', { text: '{"price":1,}', size: 12 }, '{"price":1,}'],
    ['was decoded wrongly', { text: '{"name":"Zo\ufffd"}', size: 14 }, 'unreadable body'],
    ['has half a character', { text: '{"name":"\ud800"}', size: 14 }, 'unreadable body'],
    ['is too deep', { text: `${'['.repeat(1_001)}${']'.repeat(1_001)}`, size: 2_002 }, 'unreadable body'],
    ['is binary', { text: '\u001f\b\u0000\u0000', size: 4 }, 'unreadable body'],
    ['is encoded in a way of its own', { text: json, encoding: 'hex' }, 'unreadable body'],
  ])('%s', async (_what, content, expected, headers) => {
    expect(await body(content, headers)).toBe(expected);
  });

  test('may be as it came over the wire', async () => {
    const text = gzipSync(json).toString('base64');
    expect(await body({ text, encoding: 'base64' }, { 'content-encoding': 'gzip' })).toBe(json);
    expect(await body({ text, encoding: 'base64' }, { 'content-encoding': 'zstd' })).toBe('unreadable body');
    expect(await body({ text, encoding: 'base64' })).toBe('unreadable body');
    const decoded = { text: btoa(json), encoding: 'base64' };
    expect(await body(decoded, { 'content-encoding': 'gzip' })).toBe(json);
  });
});

test('A long text of a recorded answer is read whole, as that of the recorded request', async () => {
  const text = JSON.stringify({ companyName: 'x'.repeat(1_100_000) });
  const found = await exchangeIn(1, { response: { status: 200, content: { text } } }, call);
  expect(found).toMatchObject({
    exchange: { text, body: { kind: 'json', value: JSON.parse(text) }, bodyBytes: text.length },
  });
});

test.each<[string, object, string]>([
  ['without a response', {}, 'no answer'],
  ['that was aborted', { response: { status: 0 } }, 'no answer'],
  ['that broke off', { response: { status: 200, _error: 'net::ERR_ABORTED' } }, 'no answer'],
  ['that was revalidated', { response: { status: 304 } }, 'from a cache'],
  ['of a cache', { _fromCache: 'disk', response: { status: 200 } }, 'from a cache'],
  ['of a worker', { response: { status: 200, _fetchedViaServiceWorker: true } }, 'from a cache'],
  ['that leads elsewhere', { response: { status: 302 } }, 'redirected'],
])('An entry shows no answer of the service: one %s', async (_what, entry, why) => {
  expect(await exchangeIn(1, entry, call)).toBe(why);
});
