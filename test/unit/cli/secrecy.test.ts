import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';
import { during } from '../../support/during.ts';
import { serve } from '../../support/hostile.ts';
import { call, checkedWith, reportIn, temporaryFolder } from './support.ts';

const tokens = {
  member: 'member-7Hq2XvRt9LkWm4Zc',
  restricted: 'restricted-Pd8YfNs3GbJu6Ea',
  outsider: 'outsider-Ks5TwCx1MnVh7Qy',
};
const canary = 'Canary Person 5e1f';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A record whose values are all personal except its tags, with undeclared members in every open object. */
function brokenRecord(name: string, told: string): Json {
  const file = new URL(`../../../fixtures/records/valid/${name}.json`, import.meta.url);
  return broken(JSON.parse(readFileSync(file, 'utf8')), told);
}

function broken(value: Json, told: string, name = ''): Json {
  if (Array.isArray(value)) return [...value.map((one) => broken(one, told)), told, [told]];
  if (typeof value !== 'object' || value === null)
    return /^(caseId|caseType|type)$/.test(name) ? value : told;
  const members = Object.entries(value).map(([member, one]) => [member, broken(one, told, member)]);
  const undeclared = { [told]: told, unlisted: { [told]: [told], deep: { deeper: { [told]: told } } } };
  return { ...Object.fromEntries(members), ...(name === 'location' ? {} : undeclared) };
}

const records = ['sale-ta6-4th', 'sale-ta6-5th', 'purchase', 'remortgage', 'transfer'];
const identifiers = Object.fromEntries(records.map((name) => [name, caseIdOf(name)]));

function caseIdOf(name: string): string {
  return (brokenRecord(name, '') as { caseId: string }).caseId;
}

function told({ headers, url = '' }: IncomingMessage): string {
  const { authorization = '', cookie = '' } = headers;
  const elsewhere = [url.split('?')[1] ?? '', cookie, headers['x-api-key'] ?? ''];
  return [canary, authorization, ...elsewhere].join(' ');
}

const tellsEverything: RequestListener = (request, response) => {
  const words = told(request);
  const id = /^\/api\/v2\/cases\/([^/]+)\/data$/.exec(request.url ?? '')?.[1];
  const name = records.find((one) => identifiers[one] === id);
  const isMember = request.headers.authorization === `Bearer ${tokens.member}`;
  response.setHeader('location', `/${encodeURIComponent(words)}`);
  response.setHeader('content-type', `application/json; profile="${words}"`);
  response.setHeader('content-encoding', 'identity');
  response.setHeader('retry-after', words);
  response.setHeader('www-authenticate', words);
  response.setHeader('x-request-id', words);
  response.statusMessage = canary;
  const body = (): Json => {
    if (!isMember) return { message: { [words]: words }, error: words };
    if (name !== undefined) return brokenRecord(name, words);
    if (request.url === '/api/v2/doc') return { openapi: words, info: { title: words }, [words]: words };
    return { id: words, name: words, wrapped: { [words]: words } };
  };
  response.writeHead(isMember || name === undefined ? 200 : 418).end(JSON.stringify(body()));
};

async function checked(listener: RequestListener, writes: 'none' | 'all') {
  const server = await during(serve(listener));
  const [sale = '', otherSale = '', purchase = '', remortgage = '', transfer = ''] =
    Object.values(identifiers);
  const configuration = {
    baseUrl: server.url,
    tokens,
    restrictedOperations: ['updateClient', 'createOrganisation', 'getCaseData'],
    cases: {
      Sale: [sale, otherSale],
      Purchase: [purchase],
      Remortgage: [remortgage],
      Transfer: [transfer],
      foreign: ['6a27f0e3-8f3c-4804-9471-e62ebf512922'],
    },
    clients: ['99a439b3-87fb-4bda-bded-98a31048f0e0'],
    writes,
    requestsPerSecond: 1_000,
  };
  const run = await checkedWith(configuration, ['--debug']);
  return { ...run, seen: server.seen, everything: `${run.stdout}${run.stderr}${run.text}` };
}

test('a target that tells personal data and credentials back in every place finds neither in the report nor on the terminal, and is sent each token as it is, and forgeries of the member token alone', async () => {
  const { status, report, everything, seen } = await checked(tellsEverything, 'all');
  const sent = new Set(seen.map(({ headers }) => headers.authorization));
  for (const token of Object.values(tokens)) expect(sent).toContain(`Bearer ${token}`);
  expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD', 'PATCH', 'POST', 'PUT']));

  expect(status).toBe(1);
  expect(report.suiteFaults).toEqual([]);
  // Nearly every field has a finding.
  expect(report.results.flatMap(({ findings }) => findings).length).toBeGreaterThan(300);
  // A curl command contains the variable of a token.
  const told = everything.replaceAll(/Bearer (?=\$\{CASE_API_|<)|that is not Bearer /g, '');
  for (const secret of [...Object.values(tokens), 'Canary', 'Bearer ', 'Basic ']) {
    expect(occurrences(told, secret), secret).toEqual([]);
  }
});

describe('a token of the form that reports show', () => {
  const token = '3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d';
  const ways: readonly (readonly [string, (request: IncomingMessage) => string | undefined])[] = [
    [
      'in the query',
      ({ url = '' }) => new URLSearchParams(url.split('?')[1] ?? '').get('access_token') ?? undefined,
    ],
    ['in a cookie', ({ headers }) => /(?:^|; )token=([^;]+)/.exec(headers.cookie ?? '')?.[1]],
    ['in another header', ({ headers }) => headers['x-api-key']?.toString()],
    ['as the user of Basic', ({ headers }) => decoded(headers.authorization)?.replace(/:$/, '')],
    [
      'as the user of Basic, encoded',
      ({ headers }) => /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1],
    ],
    ['after another token', ({ headers }) => /, Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]],
  ];

  test('that is accepted in each of these ways, and told back instead of an identifier, is in no report', async () => {
    const accepted = new Set<string>();
    const server = await during(
      serve((request, response) => {
        const sent = ways.map(([name, of]) => [name, of(request)] as const).filter(([, value]) => value);
        const [way, shown] = sent.find(([name]) => !accepted.has(name)) ?? sent[0] ?? [];
        if (way !== undefined) accepted.add(way);
        const body = {
          caseId: shown ?? identifiers['sale-ta6-4th'],
          caseType: 'Sale',
          message: shown ?? '',
        };
        const acceptsMisplacedToken =
          shown !== undefined || request.headers.authorization === `Bearer ${token}`;
        response.setHeader('location', `/${encodeURIComponent(shown ?? '')}`);
        response.writeHead(acceptsMisplacedToken ? 200 : 401).end(JSON.stringify(body));
      }),
    );
    const configuration = {
      ...{ baseUrl: server.url, tokens: { member: token }, requestsPerSecond: 1_000 },
      cases: { Sale: [identifiers['sale-ta6-4th']] },
    };
    const words = ['--thorough', '--only', 'credentials', '--debug'];
    const { status, stdout, stderr, text } = await checkedWith(configuration, words);
    expect(status).toBe(1);
    expect([...accepted].sort()).toEqual(ways.map(([name]) => name).sort());
    const encoded = [token, `${token}:`].map((one) => Buffer.from(one).toString('base64').slice(0, -4));
    for (const writing of [token, ...encoded])
      expect(occurrences(`${stdout}${stderr}${text}`, writing)).toEqual([]);
    expect(text).toContain('"caseId":"(token)"');
  });

  function decoded(authorization = ''): string | undefined {
    const [, pair] = /^Basic (\S+)$/.exec(authorization) ?? [];
    return pair === undefined ? undefined : Buffer.from(pair, 'base64').toString();
  }
});

test('a call that names a token in an address is told again without it', async () => {
  const server = await during(serve((_request, response) => void response.writeHead(500).end('{}')));
  const folder = await temporaryFolder();
  const words = ['--base-url', `${server.url}/${tokens.member}`, '--only', 'organisation'];
  const called = await call(['check', ...words, '--report-dir', folder], { CASE_API_TOKEN: tokens.member });
  const { text } = await reportIn(folder);
  expect(called.stdout).toContain('Again: case-conformance ');
  expect(occurrences(`${called.stdout}${called.stderr}${text}`, tokens.member)).toEqual([]);
});

test('a call that names a URL is told again without its query', async () => {
  const server = await during(
    serve(({ url }, response) => {
      const isDescription = url?.startsWith('/openapi.yaml') === true;
      response.writeHead(isDescription ? 200 : 500).end(isDescription ? bundled.text : '{}');
    }),
  );
  const folder = await temporaryFolder();
  const words = ['--spec', `${server.url}/openapi.yaml?token=hunter2`, '--only', 'organisation'];
  const called = await call(['check', '--base-url', server.url, '--report-dir', folder, ...words], {
    CASE_API_TOKEN: tokens.member,
  });
  const { text } = await reportIn(folder);
  expect(called.stdout).toContain(
    `Again: case-conformance check --spec '${server.url}/openapi.yaml?…' --base-url`,
  );
  expect(called.stdout).toMatch(
    /\nExplain: case-conformance explain --spec 'http:[^' ]*\/openapi\.yaml\?…' CODE, such as [a-z0-9-]+\/status\n/,
  );
  expect(occurrences(`${called.stdout}${called.stderr}${text}`, 'hunter2')).toEqual([]);
});

function answering(body: (request: IncomingMessage) => Json): RequestListener {
  return (request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body(request)));
  };
}

const person = 'CanaryPerson07700900123';

test('a target that chooses the names of fields finds none in the report that the description does not know, and is sent GET alone where writes is none', async () => {
  const body = ({ url = '', headers }: IncomingMessage): Json => {
    if (headers.authorization !== `Bearer ${tokens.member}`)
      return { message: { [person]: person }, [person]: person };
    if (!url.endsWith('/data')) return { [person]: 1 };
    const closed = { location: { [person]: 1 } };
    return {
      caseId: url.split('/')[4] ?? '',
      caseType: 'Sale',
      ...closed,
      [person]: 1,
      TA6: { [person]: 1 },
    };
  };
  const { everything, report, seen } = await checked(answering(body), 'none');
  expect(occurrences(everything, person)).toEqual([]);
  expect(report.deviations.some(({ message }) => message.includes('location'))).toBe(true);
  expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(seen.length).toBeGreaterThan(30);
});

function occurrences(text: string, secret: string): string[] {
  return (
    text
      .split(secret)
      .slice(0, -1)
      .map((before) => `${before.slice(-60)}${secret}`)
      // The titles of checks of credentials contain the names of the schemes.
      .filter((place) => !/(the scheme|that is not) (Bearer|Basic) $/.test(place))
      .slice(0, 3)
  );
}
