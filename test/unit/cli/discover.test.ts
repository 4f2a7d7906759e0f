import { describe, expect, onTestFinished, test } from 'vitest';
import { json } from '../../../faults/answers.ts';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { unchanged } from '../../../faults/behaviours.ts';
import { startService } from '../../../faults/broken-service.ts';
import { caseNamed, demoCases, tokenNamed } from '../../../faults/demo.ts';
import { leakedInto, personalValues, tokens } from './fixtures.ts';
import { checkedWith } from './support.ts';

const foreign = caseNamed('foreign-sale');

async function discover(behaviour: Behaviour, configuration: object = {}, ...words: readonly string[]) {
  const { baseUrl, close } = await startService(behaviour);
  onTestFinished(close);
  const outsider = tokenNamed('outsider');
  const written = { baseUrl, tokens: { outsider }, requestsPerSecond: 1_000, ...configuration };
  const given = ['--discover', '--seed', '7', ...words];
  return checkedWith(written, given, { CASE_API_TOKEN: tokenNamed('member') });
}

const allOfThem =
  'Discovered from GET /api/v2/cases: 5 Sale, 3 Purchase, 2 Remortgage, 2 Transfer (identifiers: 12, tried: 12).';

describe('check --discover', () => {
  test('tests the cases that it discovers, and shows them alone', async () => {
    let requests = 0;
    const { status, stdout, stderr, report, text } = await discover((request, reference) => {
      requests += 1;
      return reference(request);
    });

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(allOfThem);
    const { cases, ...counts } = report.discovered ?? {};
    expect(counts).toEqual({ identifiers: 12, tried: 12, requests: 13 });
    expect(
      Object.values(cases ?? {})
        .flat()
        .sort(),
    ).toEqual(demoCases.toSorted());
    expect(cases?.Remortgage).toEqual([caseNamed('remortgage-bare'), caseNamed('remortgage')].sort());
    const listed = report.results.find(({ id }) => id === 'getCaseData.listed-cases');
    expect(listed?.verdict).toBe('pass');
    const paths = listed?.evidence.map((place) => report.exchanges[place]?.request.path);
    expect(paths?.filter((path) => path?.endsWith('/data'))).toHaveLength(12);
    expect(report.requests).toBe(requests);
    expect(leakedInto(`${stdout}${text}`, [foreign, ...tokens, ...personalValues])).toEqual([]);
  });

  test('reads as many as it says, from each type, and says so', async () => {
    const words = ['--only', 'listed-cases', '--discover', '4'];
    const { stdout, report } = await discover(unchanged, {}, ...words);
    expect(stdout.split('\n')[0]).toMatch(
      /\(identifiers: 12, tried: 4\)\. No more than 4 are read; --discover all reads every case\.$/,
    );
    expect(Object.values(report.discovered?.cases ?? {}).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  });

  test('follows the pages of the list, and shows of none how it was asked for', async () => {
    const paged: Behaviour = async (request, reference) => {
      const { pathname, searchParams } = new URL(request.path, 'http://localhost');
      if (pathname !== '/api/v2/cases') return reference(request);
      const page = Number(searchParams.get('page') ?? 1);
      const items = demoCases.slice((page - 1) * 5, page * 5);
      return json(200, { items, next: page < 3 ? `?page=${page + 1}&of=Ollerenshaw` : null });
    };
    const only = ['--only', 'listCases.pages', '--only', 'of-pages'];
    const { status, stdout, report, text } = await discover(paged, {}, ...only);
    const deviating = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(deviating).toEqual(['listCases.credentials-of-pages', 'listCases.outsider-of-pages']);
    expect(report.exchanges.map(({ request }) => request.path)).toContain('/api/v2/cases?…');
    expect(`${stdout}${text}`).not.toMatch(/page=2|Ollerenshaw/);
    expect(status).toBe(1);
    expect(stdout.split('\n')[0]).toContain('(identifiers: 12 on 3 pages, tried: 12).');
    expect(report.discovered?.pages).toBe(3);
    expect(report.observations).toMatchObject([{ id: 'list-cases-shape:listCases-pages', values: ['next'] }]);
  });

  test('discovers nothing where cases are listed', async () => {
    const cases = { Sale: [caseNamed('sale-bare')] };
    const { status, stdout, report } = await discover(unchanged, { cases }, '--only', 'listed-cases');
    expect(status).toBe(0);
    expect(stdout.split('\n')[0]).toBe('Nothing is discovered, since cases of the organisation are listed.');
    expect(report).not.toHaveProperty('discovered');
    const paths = report.exchanges.map(({ request }) => request.path);
    expect(paths.filter((path) => path.endsWith('/data'))).toEqual([`/api/v2/cases/${cases.Sale[0]}/data`]);
  });
});
