import { describe, expect, test } from 'vitest';
import { checked, refused, smallService } from './gate.ts';
import { refusal } from './support.ts';

describe('--shard', () => {
  test('runs each check of the selection in one of the shards, with one seed', async () => {
    const service = await smallService();
    const ran = [];
    for (const shard of ['1/3', '2/3', '3/3']) {
      ran.push(await checked(service, 'listCases.', '--shard', shard));
    }
    expect(ran.map(({ report }) => report.shard)).toEqual(['1/3', '2/3', '3/3']);
    expect(new Set(ran.map(({ report }) => report.seed)).size).toBe(1);
    const ids = ran.map(({ report }) => report.results.map(({ id }) => id));
    const whole = await checked(service, 'listCases.');
    expect(ids.flat().toSorted()).toEqual(whole.report.results.map(({ id }) => id).toSorted());
    const sizes = ids.map(({ length }) => length);
    // They are divided by their requests.
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2);
    for (const { report, stdout } of ran) {
      expect(stdout).toContain(
        `Shard ${report.shard} of the run. Join the reports with case-conformance merge.\n`,
      );
    }
  });

  test('takes the seed that it is given', async () => {
    const service = await smallService();
    const { report } = await checked(service, 'listCases.', '--shard', '1/2', '--seed', '5');
    expect(report.seed).toBe(5);
  });

  test('is no part of the command that runs one check again', async () => {
    const service = await smallService();
    service.price = '1';
    const { status, stdout } = await checked(service, 'getCaseData.Sale.case-price', '--shard', '1/1');
    expect(status).toBe(1);
    expect(stdout).toMatch(/\nAgain: case-conformance check --config \S+ --again \S+\n/);
  });

  test.each(['0/3', '4/3', '1', 'a/b', '1/0', '-1/2'])('is refused as %s', async (text) => {
    expect(await refused(`--shard=${text}`)).toEqual(
      refusal(
        `--shard must be written I/N with I from 1 to N, such as 1/3, but is '${text}'. [CALL_NOT_UNDERSTOOD]`,
      ),
    );
  });

  test('is refused where it would have no check', async () => {
    expect(await refused('--only', 'listCases.exists', '--shard', '2/2')).toEqual(
      refusal('The shard 2/2 has no check. Divide the run into fewer shards. [NOTHING_SELECTED]'),
    );
  });
});
