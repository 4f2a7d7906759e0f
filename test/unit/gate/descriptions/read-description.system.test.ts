import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readDescription } from '../../../../src/gate/descriptions/read-description.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { during } from '../../../support/during.ts';
import { answers, serve } from '../../../support/hostile.ts';
import { temporaryFile } from '../../../support/temporary.ts';
import { named, row, tableOf, text, yamlOf } from '../../../support/yaml-rows.ts';

const small = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: {},
  components: { schemas: {} },
};

function readText(text: string) {
  return readDescription('-', { input: Readable.from([text]) });
}

describe('a description is read', () => {
  test('of a file', async () => {
    const file = await temporaryFile('a.yaml', 'openapi: 3.1.0\npaths: {}\n');
    const { name, document, description } = await readDescription(file);
    expect(name).toBe(file);
    expect(document).toEqual({ openapi: '3.1.0', paths: {} });
    expect(description).toMatchObject({ paths: {}, components: { schemas: {} } });
  });

  test('of a URL', async () => {
    const { url } = await during(answers(200, JSON.stringify(small)));
    expect((await readDescription(url)).description).toEqual(small);
  });

  test('of the standard input', async () => {
    const { name, text } = await readText(JSON.stringify(small));
    expect({ name, text }).toEqual({ name: 'The standard input', text: JSON.stringify(small) });
  });

  test('of the suite', async () => {
    const { name, text, description } = await readDescription('@2.0');
    expect({ name, text }).toEqual({ name: '@2.0', text: bundled.text });
    expect(description).toEqual(bundled.description);
  });

  test('with aliases and merge keys of YAML', async () => {
    const text = [
      ...['openapi: 3.1.0', 'components:', '  schemas:', '    A: &a { type: string }', '    B: *a'],
      '    C: { <<: *a, minLength: 1 }',
    ].join('\n');
    expect((await readText(text)).description.components.schemas).toEqual({
      A: { type: 'string' },
      B: { type: 'string' },
      C: { type: 'string', minLength: 1 },
    });
  });

  test('with a reference in an example, which is none', async () => {
    const text = JSON.stringify({
      ...small,
      components: { schemas: { A: { default: { $ref: 'b.yaml' } } } },
    });
    expect((await readText(text)).document).toEqual(JSON.parse(text));
  });
});

describe('what is wrong is said', () => {
  test.each([
    [
      'a file that is not there',
      '/nowhere/a.yaml',
      'DESCRIPTION_NOT_READABLE',
      /^\/nowhere\/a.yaml cannot be read. The file does not exist./,
    ],
    ['a folder', '/', 'DESCRIPTION_NOT_READABLE', /It is a folder/],
    ['another version', '@1.0', 'NAME_UNKNOWN', /'@1.0'\. Name @2\.0/],
    ['no standard input', '-', 'DESCRIPTION_NOT_READABLE', /^The standard input cannot be read/],
  ])('of %s', async (_name, source, code, message) => {
    await expect(readDescription(source)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  test('of a URL that has none', async () => {
    const { url } = await during(answers(404, ''));
    await expect(readDescription(url)).rejects.toMatchObject({
      code: 'DESCRIPTION_NOT_READABLE',
      message: `${url}/ cannot be read. It is answered 404.`,
    });
  });

  test('of a URL whose body does not match its Content-Encoding', async () => {
    const { url } = await during(
      serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('openapi: 3.1.0')),
    );
    await expect(readDescription(url)).rejects.toMatchObject({
      message: `${url}/ cannot be read. Its body does not match its Content-Encoding.`,
    });
  });

  test.each([
    ['YAML that is broken', 'openapi: 3.1.0\npaths: [', /no YAML in line 2, column \d+: /],
    ['JSON that is broken', '{\n  "openapi": "3.1.0",\n  "paths": ]', /in line 3, column \d+: /],
    ['a key written twice', 'openapi: 3.1.0\nopenapi: 3.1.0', /in line 2, column 1: duplicated mapping key/],
    ['an alias that leads nowhere', 'openapi: *a', /in line 1, column \d+: unidentified alias "a"/],
    ['what is too deep', '['.repeat(5_000), /too deeply/],
    ['deep JSON', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, /more than 200 levels/],
    ['an alias within itself', 'a: &a [*a]', /more than 200 levels/],
    [
      'aliases that make a short text huge',
      [
        'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
        ...Array.from(
          { length: 8 },
          (_, n) => `a${n + 1}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(', ')}]`,
        ),
      ].join('\n'),
      /more than 2,000,000 values/,
    ],
  ])('of %s', async (_name, text, message) => {
    await expect(readText(text)).rejects.toMatchObject({
      code: 'DESCRIPTION_NOT_PARSED',
      message: expect.stringMatching(message),
    });
  });

  const wrong = new URL('./wrong-descriptions.yaml', import.meta.url);

  test.each(named(yamlOf(wrong, tableOf(row(text, text)))))('of %s', async (_name, given, words) => {
    await expect(readText(given)).rejects.toMatchObject({
      code: 'DESCRIPTION_WRONG',
      message: expect.stringContaining(words),
    });
  });
});

describe('of OpenAPI 3.2', () => {
  const having = (path: object, others: object = {}): string =>
    JSON.stringify({ ...small, openapi: '3.2.0', paths: { '/a': path }, ...others });
  const body = (media: object): object => ({
    get: { requestBody: { content: { 'application/json': media } } },
  });

  test('what is as in 3.1 is read, and the method query', async () => {
    const { description } = await readText(having({ query: { responses: {} } }));
    expect(description.paths).toHaveProperty('/a.query');
  });

  test.each<[string, string]>([
    ['additionalOperations', having({ additionalOperations: { LINK: {} } })],
    ['itemSchema', having(body({ itemSchema: {} }))],
    ['prefixEncoding', having(body({ prefixEncoding: [] }))],
    ['mediaTypes', having({}, { components: { mediaTypes: {} } })],
    ['$self', having({}, { $self: '/a' })],
    ["the place 'querystring'", having({ parameters: [{ in: 'querystring', name: 'q' }] })],
    [
      'defaultMapping',
      having(body({ schema: { discriminator: { propertyName: 'a', defaultMapping: 'B' } } })),
    ],
  ])('%s is refused by its name', async (name, text) => {
    await expect(readText(text)).rejects.toMatchObject({
      code: 'DESCRIPTION_WRONG',
      message: expect.stringContaining(`${name} of OpenAPI 3.2 is not supported.`),
    });
    // In 3.1, this keyword has no meaning.
    await expect(readText(text.replace('"3.2.0"', '"3.1.0"'))).resolves.toBeDefined();
  });
});
