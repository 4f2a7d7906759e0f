import { describe, expect, it } from 'vitest';
import { getInterfaceDescriptionChecks } from '../../../src/checks/get-interface-description.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import { Undecidable } from '../../../src/harness/check.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { checkNamed, type Judged, judge, said } from '../harness/hand-made-session.ts';

const checks = getInterfaceDescriptionChecks(bundled);

/** What the check judges of a text that is served as the description, which must not take long. */
async function judged(what: 'served' | 'paths' | 'version', text: string, status = 200): Promise<Judged> {
  const check = checks.find(({ id }) => id === `getInterfaceDescription.${what}`);
  if (check === undefined) throw new Error(`There is no check of '${what}'.`);
  const start = performance.now();
  const result = await judge(check, () => [status, text]);
  expect(performance.now() - start).toBeLessThan(5_000);
  return result;
}

/** A judgement in short: the pointer of a deviation, the reason of what is undecided. */
function short({ judgements, undecidable }: Judged): string[] {
  const words = (judgement: Judgement): string => {
    if (judgement.kind === 'deviates') return `deviates at '${judgement.finding.pointer}'`;
    return judgement.kind === 'undecided' ? judgement.reason : 'held';
  };
  return [...judgements.map(words), ...(undecidable === undefined ? [] : [undecidable])];
}

const described = (members: object): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Cases', version: '2.0' }, ...members });

const paths = (...names: string[]): object => Object.fromEntries(names.map((name) => [name, { get: {} }]));

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
  ['aliases by the thousand in an object', `a: &a x\nb:\n${'  - *a\n'.repeat(5_000)}`],
  ['YAML of more than a megabyte', 'k: 1\n'.repeat(300_000)],
  ['spaces', ' \n'],
  ['HTML', '<!doctype html><html><body>openapi: 3.1.0</body></html>'],
  ['HTML after a line', '\n  <html></html>'],
  ['HTML that YAML could read', '\n<p class: x'],
  ['XML', '<?xml version="1.0"?><description/>'],
  ['an empty array', '[]'],
  ['an array of descriptions', `[${described({})}]`],
  ['null', 'null'],
  ['a text', '"https://acme.example/openapi.json"'],
  ['a sentence', 'The description is not here.'],
  ['YAML of a list', '- openapi: 3.1.0'],
  ['broken YAML', 'info: {title: [}'],
  ['brackets that open', '['.repeat(20_000)],
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
    ['Swagger', 'swagger: "2.0"\ninfo:\n  version: "2.0"\nbasePath: /api/v2\npaths: {}\n'],
    ['twenty thousand keys in YAML', Array.from({ length: 20_000 }, (_, key) => `k${key}: 1`).join('\n')],
  ])('as %s', async (_, text) => {
    expect(short(await judged('served', text))).toEqual(['held']);
  });

  it.each(nothingServed)('not by %s', async (_, text) => {
    expect(short(await judged('served', text))).toEqual(["deviates at ''"]);
    expect(short(await judged('paths', text))).toEqual(['no-data']);
    expect(short(await judged('version', text))).toEqual(['no-data']);
  });

  it('not by 200,000 brackets', async () => {
    expect(short(await judged('served', '['.repeat(200_000)))).toEqual(["deviates at ''"]);
  });

  it.each([
    [404, ["deviates at ''"]],
    [500, ["deviates at ''"]],
    [302, ["deviates at ''"]],
    // The operation that tells valid tokens answers the same: the token may be wrong.
    [401, ['control-refused']],
  ])('not with status %i', async (status, judgements) => {
    expect(short(await judged('served', described({}), status))).toEqual(judgements);
    expect(short(await judged('version', described({}), status))).toEqual(['no-data']);
  });

  it('with words for what it wants', async () => {
    const words = 'No description is served that could be read; see getInterfaceDescription.served.';
    expect(said(await judged('version', '[]'))).toEqual([['no-data', words]]);
    expect(said(await judged('paths', described({}), 404))).toEqual([['no-data', words]]);
    expect(said(await judged('served', described({}), 403))).toEqual([
      [
        'control-refused',
        'GET /api/v2/doc is answered 403: the permission for it may be what tokens.member lacks. Give it that permission.',
      ],
    ]);
  });

  it('or not, whatever the token is worth elsewhere', async () => {
    const check = checkNamed(checks, 'getInterfaceDescription.served');
    const found = await judge(check, ({ path }) => [path.endsWith('/doc') ? 500 : 401, '']);
    expect(said(found)).toEqual([
      ['description-served', '', 'The description must be served, but is answered 500'],
    ]);
  });

  it('with a token, where nobody answers those without', async () => {
    const check = checkNamed(checks, 'getInterfaceDescription.served');
    const found = await judge(check, (_, credentials) => {
      if (credentials === 'member') return [200, described({})];
      throw new Undecidable('unreachable', 'Silence.');
    });
    expect(said(found)).toEqual(['held']);
    expect(found.observations).toEqual([]);
  });

  it('to whoever asks, or to those with a token: both are right, and noted', async () => {
    const [check] = checks;
    if (check === undefined) throw new Error('There is no check.');
    const open = await judge(check, () => [200, '{"openapi":"3.1.0"}']);
    const closed = await judge(check, (_, credentials) => [
      credentials === 'member' ? 200 : 403,
      '{"openapi":"3.1.0"}',
    ]);
    for (const { judgements } of [open, closed]) expect(judgements).toEqual([{ kind: 'held' }]);
    expect([open, closed].map(({ observations }) => observations.map(({ value }) => value))).toEqual([
      ['answered'],
      ['403'],
    ]);
  });
});

describe('the paths of a description', () => {
  const withServers = (...urls: string[]): object => ({
    servers: urls.map((url) => ({ url })),
    paths: paths('/cases'),
  });

  it.each<[what: string, members: object, strays: readonly string[]]>([
    ['whole', { paths: paths('/api/v2/cases', '/api/v2/org', '/api/v2') }, []],
    ['of another version', { paths: paths('/api/v2/org', '/api/v3/org', '/org') }, ['/api/v3/org', '/org']],
    [
      'that no URL could hold',
      { paths: paths('/\\[bad', '/\t/[bad', '/api/v2/\\[') },
      ['(a path of 6 characters)', '(a path of 7 characters)'],
    ],
    ['like the prefix alone', { paths: paths('/api/v20/org') }, ['/api/v20/org']],
    ['below a server', withServers('https://acme.example/api/v2'), []],
    ['below a server with a slash at its end', withServers('https://acme.example/api/v2/'), []],
    ['below a server with a port', withServers('http://localhost:3000/api/v2'), []],
    ['below a server without a scheme', withServers('//acme.example/api/v2'), []],
    ['below a host without slashes', withServers('acme.example:8080/api/v2'), []],
    ['below a local host without slashes', withServers('localhost:8080/api/v2'), []],
    ['below a path', withServers('/api/v2'), []],
    ['below where the description is', withServers('.'), []],
    ['beside where the description is', withServers('../v2/'), []],
    ['below a variable', withServers('{baseUrl}/api/v2'), []],
    ['below a variable for the tenant', withServers('https://{tenant}.example/api/v2'), []],
    ['below a server of no prefix', withServers('https://acme.example'), ['/cases']],
    ['below a variable of no prefix', withServers('{baseUrl}'), ['/cases']],
    ['below an empty server', withServers(''), ['/cases']],
    ['below two servers, one astray', withServers('/api/v2', '/api/v1'), ['/cases']],
    ['below no server', { servers: [], paths: paths('/cases', '/api/v2/org') }, ['/cases']],
    [
      'below variables with defaults',
      {
        servers: [
          {
            url: '{scheme}://{host}/{base}',
            variables: {
              scheme: { default: 'https' },
              host: { default: 'acme.example' },
              base: { default: 'api/v2' },
            },
          },
        ],
        paths: paths('/cases'),
      },
      [],
    ],
    [
      'below a variable whose default has the prefix',
      {
        servers: [{ url: '{baseUrl}', variables: { baseUrl: { default: 'https://acme.example/api/v2' } } }],
        paths: paths('/cases'),
      },
      [],
    ],
    [
      'below a variable whose default is a host',
      {
        servers: [{ url: '{host}/api/v2', variables: { host: { default: 'acme.example:8443' } } }],
        paths: paths('/cases'),
      },
      [],
    ],
    ['below a base path', { swagger: '2.0', basePath: '/api/v2', paths: paths('/cases') }, []],
    [
      'below a base path without its slash',
      { swagger: '2.0', basePath: 'api/v2', paths: paths('/cases') },
      [],
    ],
    ['below another base path', { swagger: '2.0', basePath: '/v2', paths: paths('/cases') }, ['/cases']],
    [
      'below servers of their own',
      {
        servers: [{ url: '/' }],
        paths: { '/cases': { servers: [{ url: '/api/v2' }] }, '/org': {} },
      },
      ['/org'],
    ],
    ['behind two slashes', { paths: paths('//api/v2/org') }, []],
    ['within another path', { paths: paths('/other/api/v2/org') }, ['/other/api/v2/org']],
    [
      'below a part of the prefix',
      { ...withServers('https://acme.example/api/'), paths: paths('/v2/cases') },
      [],
    ],
    ['below a host of many names', withServers('a.b.acme.example/api/v2'), []],
    ['below a host without a port', withServers('acme.example/api/v2'), []],
    ['below a local host without a port', withServers('localhost/api/v2'), []],
    [
      'below servers of operations',
      {
        servers: [{ url: '/' }],
        paths: {
          '/cases': { get: { servers: [{ url: '/api/v2' }] } },
          '/org': { get: {}, patch: { servers: [{ url: '/api/v2' }] } },
        },
      },
      ['/org'],
    ],
    [
      'below a server of one operation astray',
      {
        servers: [{ url: '/api/v2' }],
        paths: { '/cases': { get: {}, post: { servers: [{ url: '/api/v1' }] } } },
      },
      ['/cases'],
    ],
    ['beside an extension', { paths: { ...paths('/api/v2/org'), 'x-internal': {} } }, []],
    [
      'of an odd kind',
      { servers: [null, 7, {}, { url: { toString: 1 } }, { url: [[]] }], paths: { '/api/v2/org': null } },
      [],
    ],
  ])('%s', async (_, members, strays) => {
    const expected = strays.map((path) => `deviates at '/paths/${path.replaceAll('/', '~1')}'`);
    expect(short(await judged('paths', described(members)))).toEqual(
      strays.length === 0 ? ['held'] : expected,
    );
  });

  it.each([
    ['no paths', described({})],
    ['empty paths', described({ paths: {} })],
    ['paths that are none', described({ paths: '/api/v2' })],
    ['extensions alone', described({ paths: { 'x-paths': {} } })],
  ])('are not judged where there are %s', async (_, text) => {
    expect(short(await judged('paths', text))).toEqual(['no-data']);
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
  it.each<[version: unknown, judgement: string]>([
    ['2.0', 'held'],
    ['2', 'held'],
    ['2.0.0', 'held'],
    ['2.0.3', 'held'],
    ['2.0.12', 'held'],
    ['2.0.3-rc.1', 'held'],
    ['v2.0', 'held'],
    ['V2', 'held'],
    [' 2.0 ', 'held'],
    [2, 'held'],
    [2.0, 'held'],
    ['1.0', "deviates at '/info/version'"],
    ['2.1', "deviates at '/info/version'"],
    ['20', "deviates at '/info/version'"],
    ['2.00', "deviates at '/info/version'"],
    ['12.0', "deviates at '/info/version'"],
    ['3.0.2', "deviates at '/info/version'"],
    ['', "deviates at '/info/version'"],
    [2.1, "deviates at '/info/version'"],
    [null, 'no-data'],
    [undefined, 'no-data'],
    [['2.0'], 'no-data'],
    [{ major: 2 }, 'no-data'],
  ])('%j', async (version, judgement) => {
    expect(short(await judged('version', described({ info: { version } })))).toEqual([judgement]);
  });

  it('is read from YAML, where it may be a number', async () => {
    expect(short(await judged('version', 'info:\n  version: 2.0\n'))).toEqual(['held']);
    expect(short(await judged('version', 'info:\n  version: 2.1\n'))).toEqual([
      "deviates at '/info/version'",
    ]);
    expect(short(await judged('version', 'info: none\n'))).toEqual(['no-data']);
  });

  it('is quoted, in short, where it is wrong', async () => {
    const messages = ['1.0', '1'.repeat(60)].map(async (version) =>
      said(await judged('version', described({ info: { version } }))),
    );
    expect(await Promise.all(messages)).toEqual([
      [['interface-version', '/info/version', '/info/version must be 2.0, but is 1.0']],
      [['interface-version', '/info/version', `/info/version must be 2.0, but is ${'1'.repeat(60)}`]],
    ]);
    const [first] = (await judged('version', described({ info: { version: '1'.repeat(1_000_000) } })))
      .judgements;
    expect(first).toMatchObject({
      kind: 'deviates',
      finding: { message: `/info/version must be 2.0, but is ${'1'.repeat(60)}…` },
    });
  });
});
