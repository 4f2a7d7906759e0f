import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { diff } from '../../../../src/gate/diff.ts';
import { toYaml } from '../../../../src/schema/yaml.ts';
import { during } from '../../../support/during.ts';
import { serve } from '../../../support/hostile.ts';
import { temporaryFile, temporaryFolder } from '../../../support/temporary.ts';
import type { Json } from '../../regression/descriptions/corpus/pair.ts';

type Files = Readonly<Record<string, unknown>>;

async function folderOf(files: Files): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), toYaml(content));
  }
  return folder;
}

const opening = { openapi: '3.0.3', info: { title: 't', version: '1' } };
const json = (schema: Json): Json => ({ 'application/json': { schema } });
const answering = (schema: Json): Json => ({
  get: { responses: { 200: { description: 'a', content: json(schema) } } },
});
const animal = (kind: string, more: Json = {}): Json => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: [kind] }, name: { type: 'string', nullable: true }, ...more },
});
const pets = (cat: string, dog: string): Json => ({
  oneOf: [{ $ref: cat }, { $ref: dog }],
  discriminator: { propertyName: 'kind', mapping: { cat, dog } },
});
const owner = { type: 'object', properties: { pets: { type: 'array' } } };

const whole = {
  ...opening,
  paths: {
    '/pets': answering(pets('#/components/schemas/Cat', '#/components/schemas/Dog')),
    '/owner': answering({ $ref: '#/components/schemas/Owner' }),
  },
  components: {
    schemas: {
      Cat: animal('cat', { friend: { $ref: '#/components/schemas/Dog' } }),
      Dog: animal('dog', { friend: { $ref: '#/components/schemas/Cat' } }),
      Owner: owner,
    },
  },
};

const split: Files = {
  'openapi.yaml': {
    ...opening,
    paths: {
      '/pets': { $ref: 'paths/pets.yaml' },
      '/owner': answering({ $ref: 'common.yaml#/schemas/Owner' }),
    },
    components: { schemas: { Cat: { $ref: './schemas/Cat.yaml' } } },
  },
  'paths/pets.yaml': answering(pets('../schemas/Cat.yaml', '../schemas/Dog.yaml')),
  'schemas/Cat.yaml': animal('cat', { friend: { $ref: 'Dog.yaml' } }),
  'schemas/Dog.yaml': animal('dog', { friend: { $ref: '../openapi.yaml#/components/schemas/Cat' } }),
  'common.yaml': { schemas: { Owner: { $ref: '#/schemas/Person' }, Person: owner } },
};

describe('a description of several files', () => {
  test('is that of one file', async () => {
    const one = await temporaryFile('openapi.yaml', toYaml(whole));
    const several = join(await folderOf(split), 'openapi.yaml');
    for (const [before, after] of [
      [one, several],
      [several, one],
    ])
      expect((await diff(before ?? '', after ?? '')).differences).toEqual([]);
  });

  describe('whose branches are named by their discriminator', () => {
    const home = process.cwd();
    afterEach(() => process.chdir(home));
    const kind = (size: string): Json => ({
      ...{ type: 'object', required: ['kind'] },
      properties: { kind: { type: 'string' }, [size]: { type: 'string' } },
    });
    const union = (...refs: readonly string[]): Json => ({
      oneOf: refs.map(($ref) => ({ $ref })),
      discriminator: { propertyName: 'kind' },
    });
    const two = (schema: Json, schemas: Json): Json => ({
      ...opening,
      paths: { '/a': answering(schema), '/b': answering({ $ref: 's/p.yaml' }) },
      components: { schemas },
    });

    test('is the same under each name of its first file, to which others refer back', async () => {
      const back = ['Cat', 'Dog'].map((name) => `../root.yaml#/components/schemas/${name}`);
      process.chdir(
        await folderOf({
          'root.yaml': two({ type: 'object' }, { Cat: kind('meows'), Dog: kind('barks') }),
          's/p.yaml': union(...back),
        }),
      );
      for (const other of ['./root.yaml', 's/../root.yaml', join(process.cwd(), 'root.yaml')])
        expect((await diff('root.yaml', other)).differences).toEqual([]);
    });

    const names = ['#/components/schemas/Cat', '#/components/schemas/Dog'];
    const one = {
      ...opening,
      paths: { '/a': answering(union(...names)), '/b': answering(union(...names)) },
      components: { schemas: { Cat: kind('meows'), Dog: kind('barks') } },
    };

    test('has the name of a component that is the file', async () => {
      const files = {
        'root.yaml': two(union('#/components/schemas/Cat', 'Dog.yaml'), {
          Cat: { $ref: 'cats.yaml' },
          Dog: { $ref: 'Dog.yaml' },
        }),
        ...{ 'cats.yaml': kind('meows'), 'Dog.yaml': kind('barks') },
        's/p.yaml': union('../cats.yaml', '../Dog.yaml'),
      };
      const whole = await temporaryFile('openapi.yaml', toYaml(one));
      const { differences } = await diff(whole, join(await folderOf(files), 'root.yaml'));
      expect(differences).toEqual([]);
    });
  });

  test('names what has the name of another by its folder, and so its value of a discriminator', async () => {
    const cats = { Cat: animal('a'), b_Cat: animal('b'), c_Cat: animal('c') };
    const ofCats = (...refs: readonly string[]): Json => ({
      ...opening,
      paths: {
        '/a': answering({ oneOf: refs.map(($ref) => ({ $ref })), discriminator: { propertyName: 'name' } }),
      },
    });
    const named = Object.keys(cats).map((name) => `#/components/schemas/${name}`);
    const one = { ...ofCats(...named), components: { schemas: cats } };
    const folder = await folderOf({
      'root.yaml': ofCats('a/Cat.yaml', 'b/Cat.yaml', 'c/Cat.yaml'),
      ...{ 'a/Cat.yaml': cats.Cat, 'b/Cat.yaml': cats.b_Cat, 'c/Cat.yaml': cats.c_Cat },
    });
    const { differences } = await diff(
      await temporaryFile('one.yaml', toYaml(one)),
      join(folder, 'root.yaml'),
    );
    expect(differences).toEqual([]);
  });

  test('may map a tag to the name of a schema, which is no file', async () => {
    const named = {
      ...whole,
      paths: {
        '/pets': answering({
          ...pets('#/components/schemas/a.Cat', '#/components/schemas/a.Dog'),
          discriminator: { propertyName: 'kind', mapping: { cat: 'a.Cat', dog: 'a.Dog' } },
        }),
      },
      components: { schemas: { 'a.Cat': animal('cat'), 'a.Dog': animal('dog') } },
    };
    const one = await temporaryFile('openapi.yaml', toYaml(named));
    const other = join(
      await folderOf({
        ...split,
        'b.yaml': {
          ...named,
          components: { schemas: { ...named.components.schemas, Cat: { $ref: 'schemas/Cat.yaml' } } },
        },
      }),
      'b.yaml',
    );
    expect((await diff(one, other)).differences).toEqual([]);
  });

  test('has each difference in the file where it is written', async () => {
    const before = join(await folderOf(split), 'openapi.yaml');
    const changed = await folderOf({ ...split, 'schemas/Dog.yaml': animal('hound') });
    const { differences } = await diff(before, join(changed, 'openapi.yaml'));
    const files = differences.map(({ at }) => at.after?.file);
    expect(files).toContain(join(changed, 'schemas/Dog.yaml'));
    const place = differences.find(({ at }) => at.after?.file?.endsWith('Dog.yaml') === true)?.at.after;
    expect(place?.line).toBeGreaterThan(1);
  });

  test.each<[string, unknown, string]>([
    ['to a file that is not there', 'nothing.yaml', 'nothing.yaml cannot be read. The file does not exist.'],
    ['to what a file does not have', 'common.yaml#/schemas/No', 'common.yaml has nothing at /schemas/No'],
    ['to a URL', 'https://a.example/b.yaml', 'leads to another document. Bundle'],
    ['to an anchor of a file', 'common.yaml#Owner', 'leads to another document. Bundle'],
  ])('with a reference %s is refused', async (_, $ref, words) => {
    const folder = await folderOf({ ...split, 'openapi.yaml': { ...opening, paths: { '/a': { $ref } } } });
    await expect(diff('@2.0', join(folder, 'openapi.yaml'))).rejects.toThrow(words);
  });

  describe('of a Git revision', () => {
    const home = process.cwd();
    afterEach(() => process.chdir(home));

    test.each(['HEAD:api/openapi.yaml', 'HEAD:./api/openapi.yaml'])(
      'is read from there: %s',
      async (source) => {
        const files = Object.entries(split).map(([name, content]) => [`api/${name}`, content] as const);
        process.chdir(await folderOf(Object.fromEntries(files)));
        const git = (...words: string[]) =>
          execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...words]);
        git('init', '--quiet');
        git('add', '.');
        git('commit', '--quiet', '--message', 'a');
        await writeFile('api/schemas/Dog.yaml', toYaml(animal('hound')));
        const { differences } = await diff(source, './api/openapi.yaml');
        expect(differences.length).toBeGreaterThan(0);
        expect(differences.every(({ at }) => at.before?.file?.startsWith('HEAD:') === true)).toBe(true);
      },
    );
  });

  test('of a URL is read from its host alone', async () => {
    const content: Record<string, unknown> = {
      '/api/openapi.yaml': { ...opening, paths: { '/a': answering({ $ref: '../a.yaml' }) } },
      '/a.yaml': owner,
    };
    const { url: host } = await during(
      serve((request, response) => {
        const found = content[request.url ?? ''];
        response.writeHead(found === undefined ? 404 : 200).end(toYaml(found ?? {}));
      }),
    );
    const one = await temporaryFile('a.yaml', toYaml({ ...opening, paths: { '/a': answering(owner) } }));
    expect((await diff(one, `${host}/api/openapi.yaml`)).differences).toEqual([]);
    for (const $ref of ['http://127.0.0.2:1/a.yaml', 'file:///etc/hostname']) {
      content['/api/openapi.yaml'] = { ...opening, paths: { '/a': answering({ $ref }) } };
      await expect(diff(one, `${host}/api/openapi.yaml`)).rejects.toThrow('leads to another document');
    }
  });
});
