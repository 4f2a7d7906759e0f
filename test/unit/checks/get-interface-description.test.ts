import { describe, expect, it } from 'vitest';
import { getInterfaceDescriptionChecks } from '../../../src/checks/get-interface-description.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { processorClock } from '../../support/processor-clock.ts';
import { listOf, named, object, row, tableOf, text, yamlOf } from '../../support/yaml-rows.ts';
import {
  type Answerer,
  checkNamed,
  type Judged,
  judge,
  noTarget,
  said,
} from '../harness/hand-made-session.ts';

const checks = getInterfaceDescriptionChecks(bundled);

async function judged(what: 'served' | 'paths' | 'version', text: string, status = 200): Promise<Judged> {
  const check = checks.find(({ id }) => id === `getInterfaceDescription.${what}`);
  if (check === undefined) throw new Error(`There is no check of '${what}'.`);
  const took = processorClock();
  const result = await judge(check, () => [status, text]);
  expect(took()).toBeLessThan(5_000);
  return result;
}

function short({ judgements, undecidable }: Judged): string[] {
  const words = (judgement: Judgement): string => {
    if (judgement.kind === 'deviates') return `deviates at '${judgement.finding.pointer}'`;
    return judgement.kind === 'undecided' ? judgement.reason : 'held';
  };
  return [...judgements.map(words), ...(undecidable === undefined ? [] : [undecidable])];
}

const paths = (...names: string[]): object => Object.fromEntries(names.map((name) => [name, { get: {} }]));

const described = (members: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Cases', version: '2.0' },
    paths: paths('/api/v2/org'),
    ...members,
  });

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefghi'].map((letter, index) => {
    const earlier = `*${'abcdefgh'.charAt(index)}`;
    return `${letter}: &${letter} [${Array(9).fill(earlier).join(', ')}]`;
  }),
].join('\n');

const nothingServed: readonly (readonly [what: string, text: string])[] = [
  ['nothing', ''],
  ['an empty object', '{}'],
  [
    'aliases by the hundred thousand',
    Array.from({ length: 50_000 }, (_, line) => `- &a${line} x\n- *a${line}`).join('\n'),
  ],
  ['YAML of more than a megabyte', 'k: 1\n'.repeat(300_000)],
  ['spaces', ' \n'],
  ['HTML', '<!doctype html><html><body>openapi: 3.1.0</body></html>'],
  ['HTML after a line', '\n  <html></html>'],
  ['HTML that YAML could read', '\n<p class: x'],
  ['XML', '<?xml version="1.0"?><description/>'],
  ['a page of XML', '<html xmlns="http://www.w3.org/1999/xhtml"><p>http://wadl.dev.java.net</p></html>'],
  ['a message', '{"message":"Cannot GET /api/v2/doc"}'],
  ['an error of a framework', '{"status":404,"error":"Not Found","path":"/api/v2/doc"}'],
  ['an error with nothing in its envelope', '{"data":null,"errors":["No."]}'],
  ['a record', '{"caseId":"1","caseType":"Sale","href":"/api/v2/cases/1/data"}'],
  ['a format alone', '{"openapi":"3.1.0"}'],
  ['no paths', described({ paths: {} })],
  ['no paths, and nothing else', described({ paths: undefined, components: {} })],
  ['paths that are none', described({ paths: '/api/v2' })],
  ['extensions alone', described({ paths: { 'x-paths': {} } })],
  ['an empty array', '[]'],
  ['an array of descriptions', `[${described({})}]`],
  ['null', 'null'],
  ['a text', '"https://acme.example/openapi.json"'],
  ['a sentence', 'The description is not here.'],
  ['YAML of a list', '- openapi: 3.1.0'],
  ['broken YAML', 'info: {title: [}'],
  ['brackets that open', '['.repeat(200_000)],
  ['brackets that open and close', '['.repeat(400_000) + ']'.repeat(400_000)],
  ['braces that open', '{a: '.repeat(10_000)],
  ['dashes', '- '.repeat(20_000)],
  ['aliases of aliases', bomb],
];

describe('a description is served', () => {
  it.each<[what: string, text: string]>([
    ['JSON', described({ paths: paths('/api/v2/org') })],
    ['JSON after a byte order mark', `\uFEFF${described({})}`],
    ['YAML', bundled.text],
    ['Swagger', 'swagger: "2.0"\ninfo:\n  version: "2.0"\nbasePath: /api/v2\npaths:\n  /org: {}\n'],
    ['Swagger, with a number for its version', 'swagger: 2.0\npaths:\n  /api/v2/org: {}\n'],
    [
      'twenty thousand keys in YAML',
      ['/cases: {}', ...Array.from({ length: 20_000 }, (_, key) => `k${key}: 1`)].join('\n'),
    ],
    ['a JSON Schema', '{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Case"}'],
    ['an object of another kind that names a path', '{"message":"Hello.","routes":["GET /api/v2/org"]}'],
    ['one in an envelope, with a message', `{"message":"Yes.","data":${described({})}}`],
    ['an API Blueprint', 'FORMAT: 1A\nHOST: https://acme.example\n\n# GET /api/v2/org\n+ Response 200\n'],
    ['WADL', '<?xml version="1.0"?>\n<application xmlns="http://wadl.dev.java.net/2009/02"/>'],
    ['WSDL', '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"/>'],
  ])('as %s', async (_, text) => {
    expect(short(await judged('served', text))).toEqual(['held']);
  });

  it.each([
    ['an object that names nothing of the interface', '{"id":1,"name":"Acme"}'],
    ['a pointer to one', '{"openapi":"https://acme.example/openapi.json"}'],
    ['shapes without paths', described({ paths: {}, components: { schemas: {} } })],
    ['webhooks without paths', described({ paths: undefined, webhooks: { changed: {} } })],
  ])('perhaps, by %s', async (_, text) => {
    expect(short(await judged('served', text))).toEqual(['no-data']);
    expect(short(await judged('paths', text))).toEqual(['no-data']);
  });

  it('not by what its media type calls a problem', async () => {
    const type = { 'content-type': 'application/problem+json' };
    const check = checkNamed(checks, 'getInterfaceDescription.served');
    const found = (text: string) => judge(check, () => [200, text, type]);
    expect(short(await found('{"instance":"/api/v2/doc","limit":7}'))).toEqual(["deviates at ''"]);
    expect(short(await found(described({})))).toEqual(['held']);
  });

  it.each(nothingServed)('not by %s', async (_, text) => {
    expect(short(await judged('served', text))).toEqual(["deviates at ''"]);
    expect(short(await judged('paths', text))).toEqual(['no-data']);
    expect(short(await judged('version', text))).toEqual(['no-data']);
  });

  it.each([
    [404, ["deviates at ''"]],
    [500, ["deviates at ''"]],
    [302, ["deviates at ''"]],
    // The operation that proves tokens is answered 401 too, so the token may be wrong.
    [401, ['token-refused']],
  ])('not with status %i', async (status, judgements) => {
    expect(short(await judged('served', described({}), status))).toEqual(judgements);
    expect(short(await judged('version', described({}), status))).toEqual(['no-data']);
  });

  it('with words for what it wants', async () => {
    const words = (status: number) =>
      `GET /api/v2/doc is answered ${status} without a readable description. Serve one there.`;
    expect(said(await judged('version', '[]'))).toEqual([['no-data', words(200)]]);
    expect(said(await judged('paths', described({}), 404))).toEqual([['no-data', words(404)]]);
    const which = (text: string) => judged('served', text).then((found) => said(found));
    const must = 'The body';
    expect(await which('')).toEqual([['description-served', '', `${must} is empty`]]);
    expect(await which('{"message":"No."}')).toEqual([['description-served', '', `${must} is an error`]]);
  });

  describe('with 403', () => {
    const check = checkNamed(checks, 'getInterfaceDescription.served');
    const all = { ...noTarget, tokens: new Set(['member', 'restricted', 'outsider'] as const) };

    it('to the one token there is, which may lack the permission', async () => {
      const found = await judge(check, ({ path }) => [path.endsWith('/doc') ? 403 : 200, '']);
      expect(said(found)).toEqual([
        [
          'control-refused',
          'GET /api/v2/doc is answered 403: the permission for it may be what tokens.member lacks. Give it that permission, or set another token in the configuration.',
        ],
      ]);
    });

    it('to every token there is, so it is not served', async () => {
      const found = await judge(check, ({ path }) => [path.endsWith('/doc') ? 403 : 200, ''], all);
      expect(said(found)).toEqual([['description-served', '', 'The status is 403 instead of 2xx']]);
    });

    it('to every token, where none is known to be valid', async () => {
      expect(short(await judge(check, () => [403, ''], all))).toEqual(['token-refused']);
    });

    it('to the member alone: another one reads it', async () => {
      const answer: Answerer = (_, credentials) =>
        credentials === 'restricted' ? [200, described({})] : [403, ''];
      for (const one of checks) expect(short(await judge(one, answer, all))).toEqual(['held']);
    });
  });

  it.each<[string, Answerer, unknown[], string[]]>([
    [
      'or not, whatever the token is worth elsewhere',
      ({ path }) => [path.endsWith('/doc') ? 500 : 401, ''],
      [['description-served', '', 'The status is 500 instead of 2xx']],
      [],
    ],
    [
      'with a token, where nobody answers those without',
      (_, credentials) => {
        if (credentials === 'member') return [200, described({})];
        throw new Undecidable('unreachable', 'Silence.');
      },
      ['held'],
      [],
    ],
    [
      'without a failure of the server where there is no token',
      (_, credentials) => (credentials === 'member' ? [200, described({})] : [500, '']),
      [
        'held',
        [
          ...['description-served', ''],
          'Without credentials, the description is neither served nor refused: 500',
        ],
      ],
      ['500'],
    ],
    ['to whoever asks', () => [200, described({})], ['held'], ['answered']],
    [
      'to those with a token',
      (_, credentials) => [credentials === 'member' ? 200 : 403, described({})],
      ['held'],
      ['403'],
    ],
  ])('%s', async (_, answer, judgements, observed) => {
    const found = await judge(checkNamed(checks, 'getInterfaceDescription.served'), answer);
    expect(said(found)).toEqual(judgements);
    expect(found.observations.map(({ value }) => value)).toEqual(observed);
  });
});

describe('the paths of a description', () => {
  const rows = yamlOf(new URL('./described-paths.yaml', import.meta.url), tableOf(row(object, listOf(text))));

  it.each(named(rows))('%s', async (_, members, strays) => {
    const expected = strays.map((path) => `deviates at '/paths/${path.replaceAll('/', '~1')}'`);
    expect(short(await judged('paths', described(members)))).toEqual(
      strays.length === 0 ? ['held'] : expected,
    );
  });

  it('are not judged where there are none', async () => {
    expect(said(await judged('paths', '{"routes":["/api/v2/org"]}'))).toEqual([
      ['no-data', 'The served description names no paths, so nothing can be said of their prefix.'],
    ]);
  });

  it.each([
    ['a hundred thousand strays', paths(...Array.from({ length: 100_000 }, (_, index) => `/p${index}`)), 100],
    ['a stray of a million letters', paths(`/${'a'.repeat(1_000_000)}`), 1],
  ])('are few, and short, in a report of %s', async (_, strays, count) => {
    const { judgements } = await judged('paths', described({ paths: strays }));
    expect(judgements).toHaveLength(count);
    for (const judgement of judgements) {
      expect(judgement.kind === 'deviates' && judgement.finding.message.length).toBeLessThan(150);
    }
  });

  it.each([
    ['servers', Array(200_000).fill({ url: '/api/v2' })],
    ['slashes', [{ url: `/api/v2${'/'.repeat(2_000_000)}a` }]],
    ['braces', [{ url: '{'.repeat(2_000_000) }]],
    [
      'letters of a default',
      [{ url: '{a}'.repeat(600), variables: { a: { default: 'x'.repeat(1_000_000) } } }],
    ],
  ])('are judged in time below many %s', async (_, servers) => {
    const members = { servers, paths: paths(...Array.from({ length: 5_000 }, (__, index) => `/p${index}`)) };
    expect((await judged('paths', described(members))).judgements.length).toBeGreaterThan(0);
  });
});

describe('the version of a description', () => {
  const versioned = (version: unknown, ...named: string[]): string =>
    described({ info: { version }, paths: paths(...named) });

  const ofVersion2 = ['2.0', '2', '2.0.0', '2.0.3', '2.0.12', '2.0.3-rc.1', 'v2.0', 'V2', ' 2.0 ', 2, 2.0];
  const ofOthers = ['1.0', '2.1', '20', '2.00', '12.0', '3.0.2', '2025-04-01', 'latest', '', 2.1];
  const ofNone = [null, undefined, ['2.0'], { major: 2 }];

  it.each(ofVersion2)('%j is that of the interface, whatever the paths', async (version) => {
    expect(short(await judged('version', versioned(version, '/org')))).toEqual(['held']);
  });

  it.each(ofOthers)('%j is that of the document, where a path is of version 2', async (version) => {
    expect(short(await judged('version', versioned(version, '/api/v2/org')))).toEqual(['held']);
    expect(short(await judged('version', versioned(version, '/health', '/api/v2/org')))).toEqual(['held']);
    expect(short(await judged('version', versioned(version, '/org')))).toEqual([
      "deviates at '/info/version'",
    ]);
  });

  it.each(ofNone)('%j is none, so the paths tell it', async (version) => {
    expect(short(await judged('version', versioned(version, '/api/v2/org')))).toEqual(['held']);
    expect(said(await judged('version', versioned(version, '/org')))).toEqual([
      ['no-data', 'The served description has no info.version, so its version is not known.'],
    ]);
  });

  it('is not known where there are no paths', async () => {
    expect(said(await judged('version', '{"info":{"version":"3"},"routes":["/cases"]}'))).toEqual([
      ['no-data', 'The served description has no paths, so its version is not known.'],
    ]);
  });

  it('is read from YAML, where it may be a number', async () => {
    const yaml = (version: string) => `openapi: 3.0.0\ninfo:\n  version: ${version}\npaths:\n  /org: {}\n`;
    expect(short(await judged('version', yaml('2.0')))).toEqual(['held']);
    expect(short(await judged('version', yaml('2.1')))).toEqual(["deviates at '/info/version'"]);
  });

  it('is quoted, in short, where it is wrong', async () => {
    const which = async (version: string): Promise<unknown> =>
      said(await judged('version', versioned(version, '/v1/org')))[0];
    const end = 'and no path starts with /api/v2';
    const [at, most] = ['/info/version', '1'.repeat(60)];
    expect(await which('1.0')).toEqual(['interface-version', at, `${at} is 1.0 instead of 2.0, ${end}`]);
    expect(await which(most)).toEqual(['interface-version', at, `${at} is ${most} instead of 2.0, ${end}`]);
    expect(await which('1'.repeat(1_000_000))).toEqual([
      'interface-version',
      at,
      `${at} is (a text of 1000000 characters) instead of 2.0, ${end}`,
    ]);
  });
});
