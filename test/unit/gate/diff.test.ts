import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diff } from '../../../src/gate/diff.ts';
import { temporaryFolder } from '../cli/support.ts';

test('schemas that refer to each other too deeply are refused, by the place that they are of', async () => {
  const reference = (index: number) => ({ $ref: `#/components/schemas/R${index}` });
  const branches = Array.from({ length: 3_000 }, (_, index) => [
    `R${index}`,
    { oneOf: [reference(index + 1), { type: 'boolean' }] },
  ]);
  const folder = await temporaryFolder();
  const written = async (type: string): Promise<string> => {
    const file = join(folder, `${type}.json`);
    const content = { 'application/json': { schema: reference(0) } };
    const description = {
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: { 200: { description: 'a', content } } } } },
      components: { schemas: { ...Object.fromEntries(branches), R3000: { type } } },
    };
    await writeFile(file, JSON.stringify(description));
    return file;
  };
  await expect(diff(await written('string'), await written('number'))).rejects.toMatchObject({
    code: 'DESCRIPTION_WRONG',
    message:
      'The schemas of GET /a, response 200 are too large, or refer to each other too deeply, to be compared. Compare that part alone, or shorten the chain of references.',
  });
});
