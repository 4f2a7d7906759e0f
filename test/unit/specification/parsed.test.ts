import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { fromYaml } from '../../../src/schema/yaml.ts';
import { parsed } from '../../../src/specification/parsed.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test.each(['openapi', 'requirements'] as const)('%s is what its YAML says, and is kept', async (name) => {
  const folder = await temporaryFolder();
  const address = pathToFileURL(`${folder}/`);
  const text = await readFile(new URL(`../../../src/specification/${name}.yaml`, import.meta.url), 'utf8');
  expect(parsed(name, address)).toEqual(fromYaml(text));
  const [file = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(JSON.parse(await readFile(join(folder, file), 'utf8'))).toEqual(fromYaml(text));
  await writeFile(join(folder, file), '"kept"');
  expect(parsed(name, address)).toBe('kept');
  await writeFile(join(folder, file), '{');
  expect(parsed(name, address)).toEqual(fromYaml(text));
});

test('Where nothing can be kept, it is parsed each time', () => {
  const nowhere = new URL('file:///dev/null/');
  expect(parsed('requirements', nowhere)).toEqual(parsed('requirements'));
});
