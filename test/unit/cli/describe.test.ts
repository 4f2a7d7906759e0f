import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromYaml } from '../../../src/schema/yaml.ts';
import { call } from './support.ts';

test('describe prints the same description as YAML, to the letter, and as JSON', async () => {
  const bundled = await readFile(new URL('../../../src/specification/openapi.yaml', import.meta.url), 'utf8');
  const yaml = await call(['describe']);
  const json = await call(['describe', '--format', 'json']);

  expect(yaml).toEqual({ status: 0, stdout: bundled, stderr: '' });
  expect({ ...json, stdout: '' }).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(JSON.parse(json.stdout)).toEqual(fromYaml(bundled));
  expect((await call(['describe', '--format', 'yaml'])).stdout).toBe(bundled);
});

test('describe --openapi writes another version, between which diff finds no difference', async () => {
  const older = await call(['describe', '--openapi', '3.0']);
  expect(fromYaml(older.stdout)).toMatchObject({ openapi: '3.0.3' });
  expect(await call(['diff', '@2.0', '-'], {}, older.stdout)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('No differences that matter.'),
  });
  const newer = await call(['describe', '--openapi', '3.1', '--spec', '-'], {}, older.stdout);
  expect(fromYaml(newer.stdout)).toMatchObject({ openapi: '3.1.0' });

  const unsayable = '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"webhooks":{},"paths":{}}';
  expect(await call(['describe', '--openapi', '3.0', '--spec', '-'], {}, unsayable)).toEqual({
    status: 2,
    stdout: '',
    stderr: 'OpenAPI 3.0 cannot say what is at /webhooks. Leave --openapi out. [DESCRIPTION_WRONG]\n',
  });
});
