import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type SchemaObject, validate } from '@hyperjump/json-schema/openapi-3-1';
import { describe, expect, it } from 'vitest';
import { fromYaml, toYaml } from '../../../src/schema/yaml.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { downgraded } from '../../../src/specification/downgrade.ts';
import { temporaryFile } from '../../support/temporary.ts';

const execute = promisify(execFile);

const path = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

async function tool(name: string, ...options: string[]): Promise<string> {
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await execute(path(`node_modules/.bin/${name}`), options, {
    cwd: path('.'),
    env: environment,
  });
  return stdout;
}

describe('the description', () => {
  it('is what the types were generated from', async () => {
    const types = await tool('openapi-typescript', 'src/specification/openapi.yaml');
    expect(types.trim()).toBe((await readFile(path('src/specification/interface.ts'), 'utf8')).trim());
  });

  it.each([
    ['', () => bundled.text],
    [' as OpenAPI 3.0', () => toYaml(downgraded(bundled.served as Record<string, unknown>))],
  ])('passes the linter without a warning%s', async (_, written) => {
    const file = await temporaryFile('openapi.yaml', written());
    const found = JSON.parse(await tool('redocly', 'lint', '--format', 'json', file));
    expect(found.totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('is OpenAPI 3.1 to its meta-schema, its schemas included', async () => {
    const isOpenApi = await validate('https://spec.openapis.org/oas/3.1/schema-base');
    const document = () => fromYaml(bundled.text) as SchemaObject;
    expect(isOpenApi(document()).valid).toBe(true);
    expect(isOpenApi({ ...document(), paths: { 'no-slash': {} } }).valid).toBe(false);
    expect(isOpenApi({ ...document(), components: { schemas: { Text: { type: 'txt' } } } }).valid).toBe(
      false,
    );
  });
});
