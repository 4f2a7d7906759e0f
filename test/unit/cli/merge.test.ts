import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/report.ts';
import { checked, type SmallService, smallService } from './gate.ts';
import { type Checked, call, refusal, reportIn, temporaryFolder } from './support.ts';

const selection = 'listCases.';

async function shardsOf(service: SmallService, of: number, ...words: string[]): Promise<Checked[]> {
  const ran: Checked[] = [];
  for (let number = 1; number <= of; number += 1) {
    ran.push(await checked(service, selection, '--shard', `${number}/${of}`, ...words));
  }
  return ran;
}

function filesOf(ran: readonly Checked[]): string[] {
  return ran.map(({ folder }) => join(folder, 'report.json'));
}

async function merge(...files: string[]) {
  const folder = await temporaryFolder();
  const called = await call(['merge', ...files, '--report-dir', folder]);
  return { ...called, folder };
}

describe('merge', () => {
  test('ends with status 1 where a shard deviates, and says how to see it again', async () => {
    const service = await smallService();
    service.price = '1';
    const price = 'getCaseData.Sale.case-price';
    const { folder } = await checked(service, price, '--shard', '1/1');
    const file = join(folder, 'report.json');
    const { status, stdout, folder: whole } = await merge(file);
    expect(status).toBe(1);
    const needs = 'with the --config, --case, --token-env of the shards';
    const target = `case-conformance check --base-url ${service.url}`;
    expect(stdout).toContain(
      `\nAgain, ${needs}: ${target} --writes none --again ${join(whole, 'report.json')}\n`,
    );
    expect(stdout).toContain('\nNot conformant: ');
    const page = (await readFile(join(whole, 'report.html'), 'utf8')).replaceAll(/<(?:wbr|\/?span)>/g, '');
    for (const what of ['Repeat this run', 'Test again'])
      expect(page).toContain(`<dt>${what}, ${needs}</dt><dd><kbd>${target} --writes none --seed 0`);

    const report: Report = JSON.parse(await readFile(file, 'utf8'));
    const requestsByOperation = { ...report.requestsByOperation, updateClient: 1 };
    await writeFile(file, JSON.stringify({ ...report, requestsByOperation }));
    expect((await merge(file)).stdout).toContain(
      `\nAgain, with the --config, --case, --token-env, --writes of the shards: ${target} --again `,
    );
  });

  test('ends with status 4 where a shard broke', async () => {
    const service = await smallService();
    const [file = ''] = filesOf(await shardsOf(service, 1));
    const report: Report = JSON.parse(await readFile(file, 'utf8'));
    const suiteFaults = [{ check: 'listCases.\u001bx', message: 'TypeError' }];
    await writeFile(file, JSON.stringify({ ...report, suiteFaults }));
    const { status, stdout } = await merge(file);
    expect(status).toBe(4);
    expect(stdout).toContain(
      '\nThe suite itself broke, which says nothing about the target\n  ! listCases.\ufffdx: TypeError.\n',
    );
  });
});

describe('merge refuses', () => {
  test('reports of which one is missing, and leaves no earlier report', async () => {
    const service = await smallService();
    const [file = ''] = filesOf([await checked(service, selection, '--shard', '1/2')]);
    const { folder } = await checked(service, selection);
    expect(await call(['merge', file, '--report-dir', folder])).toEqual(
      refusal('The report of the shard 2/2 is missing. [REPORTS_DIFFER]'),
    );
    await expect(reportIn(folder)).rejects.toThrow('ENOENT');
  });

  test('to write over what it reads', async () => {
    const service = await smallService();
    const shards = await shardsOf(service, 2);
    const [one = '', two = ''] = filesOf(shards);
    const text = await readFile(one, 'utf8');
    const folder = shards[0]?.folder ?? '';
    const message = `The report would overwrite ${one}. Name another file, or another folder with --report-dir. [CALL_NOT_UNDERSTOOD]`;
    expect(await call(['merge', two, one, '--report-dir', folder])).toEqual(refusal(message));
    const link = join(await temporaryFolder(), 'link');
    await symlink(folder, link);
    expect(await call(['merge', two, one, '--report-dir', link])).toMatchObject({ status: 2 });
    expect(await readFile(one, 'utf8')).toBe(text);
  });
});
