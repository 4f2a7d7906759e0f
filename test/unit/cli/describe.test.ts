import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { call } from './support.ts';

test('describe prints the same description as YAML, to the letter, and as JSON', async () => {
  const bundled = await readFile(new URL('../../../src/specification/openapi.yaml', import.meta.url), 'utf8');
  const yaml = await call(['describe']);
  const json = await call(['describe', '--format', 'json']);

  expect(yaml).toEqual({ status: 0, stdout: bundled, stderr: '' });
  expect({ ...json, stdout: '' }).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(JSON.parse(json.stdout)).toEqual(parse(bundled));
  expect((await call(['describe', '--format', 'yaml'])).stdout).toBe(bundled);
});
