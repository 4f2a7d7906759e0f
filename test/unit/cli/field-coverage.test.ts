import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { coverable } from '../../../src/folds/field-coverage.ts';
import { fieldCoverageIn } from '../../../src/report/report.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { checked, refused, smallService } from './gate.ts';
import { call, temporaryFile, temporaryFolder } from './support.ts';

const price = 'getCaseData.Sale.case-price';
const possible = coverable(bundled).length;
const few = (seen: number, percent: number): string =>
  `${seen} of ${possible} shapes, editions, fields and values were seen, and not ${percent} % of them. List cases that show what fieldCoverage.valid counts 0 of in report.json.`;

describe('--min-field-coverage', () => {
  test('objects to cases that show too little', async () => {
    const checking = checked(await smallService(), price, '--min-field-coverage', '50');
    const { status, stdout, report } = await checking;
    expect(status).toBe(1);
    expect(report).toMatchObject({ conclusion: 'not-accepted', deviations: [] });
    expect(report.objections).toEqual([{ kind: 'low-field-coverage', message: few(3, 50) }]);
    expect(stdout).toContain(`Objections\n  ! ${few(3, 50)}\n`);
  });

  test('is asked of the shards together', async () => {
    const service = await smallService();
    const shards = await Promise.all(
      ['1/2', '2/2'].map((shard) => checked(service, 'getCaseData.Sale.case', '--shard', shard)),
    );
    const files = shards.map(({ folder }) => join(folder, 'report.json'));
    const folder = await temporaryFolder();
    const merging = await call(['merge', ...files, '--report-dir', folder, '--min-field-coverage', '1']);
    expect(merging.status).toBe(1);
    const merged = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(merged.objections).toEqual([{ kind: 'low-field-coverage', message: few(3, 1) }]);
    expect(merged.fieldCoverage.valid.Sale).toMatchObject({ '': 2, '/caseId': 2, '/price': 2 });
  });
});

describe('--field-coverage', () => {
  test('adds a run to the earlier ones', async () => {
    const file = join(await temporaryFolder(), 'field-coverage.json');
    const service = await smallService();
    const first = await checked(service, price, '--field-coverage', file);
    expect(first.stdout).toMatch(new RegExp(`\nThe field coverage file is written: ${file}\n$`));
    service.price = '1';
    const { report } = await checked(service, price, '--field-coverage', file);
    const both = {
      valid: { Sale: 1, 'Sale /caseId': 2, 'Sale /price': 1 },
      invalid: { Sale: 1, 'Sale /price': 1 },
    };
    expect(fieldCoverageIn(report)).toEqual(both);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ formatVersion: '1.0', ...both });
  });

  test('keeps nothing of a run that came to nothing', async () => {
    const file = join(await temporaryFolder(), 'field-coverage.json');
    const service = await smallService();
    service.answers = false;
    const { status, stdout } = await checked(service, price, '--field-coverage', file);
    expect(status).toBe(3);
    expect(stdout).toContain(
      `The field coverage file ${file} is left as it was, since nothing can be concluded from this run.\n`,
    );
    await expect(access(file)).rejects.toThrow('ENOENT');
  });

  test('refuses one with a number that is none, and leaves it', async () => {
    const text = '{"formatVersion":"1.0","valid":{"Sale":0},"invalid":{}}';
    const file = await temporaryFile('field-coverage.json', text);
    const { status, stdout, stderr } = await refused('--field-coverage', file);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      / is not a field coverage file: valid\.Sale must be a number of records, but is 0\. \[FILE_WRONG\]\n$/,
    );
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});
