import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');

const folders = [...page.matchAll(/^\| `(?:src\/)?(\w+)` \|/gm)].map(([, folder]) => folder ?? '');

/** Folders that may import only some of the folders below them. */
const apart: Readonly<Record<string, readonly string[]>> = {
  // The reference must not share mistakes with the checks.
  reference: [],
  // Deviations are written by hand. From the specification, they use pointers, the names of operations, and the served
  // description.
  faults: ['reference', 'schema', 'specification'],
};

const beside: Readonly<Record<string, readonly string[]>> = {
  folds: ['checks', 'verification'],
  conformance: ['checks', 'verification'],
  acceptance: ['checks', 'verification'],
  regression: ['checks', 'verification'],
  report: ['checks', 'verification'],
  gate: ['reference', 'faults', 'proof'],
  vitest: ['reference', 'faults', 'proof'],
};

const entries = ['index.ts', 'arbitraries.ts', 'fixtures.ts', 'pacts.ts', 'vitest.ts'];

function mayImport(folder: string): readonly string[] {
  const below = folders.includes(folder) ? folders.slice(0, folders.indexOf(folder)) : folders;
  const hidden = entries.includes(folder) ? ['reference', 'faults', 'proof', 'cli'] : (beside[folder] ?? []);
  return apart[folder] ?? below.filter((one) => !hidden.includes(one));
}

const ofTheBundled = ['specification', 'generation', 'gate', 'faults', 'proof', 'cli', 'vitest', 'index.ts'];

const optional: Readonly<Record<string, readonly string[]>> = {
  '@fastify/rate-limit': ['reference'],
  '@pact-foundation/pact-core': ['gate'],
  '@prometheus-io/client': ['reference'],
  pg: ['reference'],
  vitest: ['vitest', 'vitest.ts'],
  'swagger-ui-dist': ['reference'],
};

interface Source {
  readonly file: string;
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
  readonly own: readonly string[];
}

const root = new URL('../../', import.meta.url);
const files = ['src', 'faults', 'proof'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file}`,
  ),
);
const sources: readonly Source[] = files
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const file = withoutSrc(path);
    const text = readFileSync(new URL(path, root), 'utf8');
    const imports = importsOf(text);
    const own = imports
      .filter((name) => name.startsWith('.'))
      .map((name) => withoutSrc(posix.join(posix.dirname(path), name)));
    return { file, folder: file.split('/', 1)[0] ?? '', text, imports, own };
  });

function withoutSrc(path: string): string {
  return path.replace(/^src\//, '');
}

function importsOf(text: string): string[] {
  const statements =
    /^(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
  return [...text.matchAll(statements)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '');
}

test('the imports are found', () => {
  expect(sources.length).toBeGreaterThan(70);
  const [validate] = sources.filter(({ file }) => file === 'cli/commands/validate.ts');
  expect(validate?.imports).toContain('../arguments.ts');
  expect(validate?.imports).toContain('../../gate/records/input.ts');
  expect(validate?.imports).toContain('node:events');
  expect(importsOf("import { \n  A, \n } from './a.ts';\nimport './b.ts';\nexport * from './c.ts';")).toEqual(
    ['./a.ts', './b.ts', './c.ts'],
  );
});

describe('imports', () => {
  test('run one way', () => {
    const strays = sources.flatMap((source) => {
      const { file, folder } = source;
      return source.own
        .filter((imported) => {
          const other = imported.split('/', 1)[0] ?? '';
          return other !== folder && !mayImport(folder).includes(other);
        })
        .map((imported) => `${file} -> ${imported}`);
    });
    expect(strays).toEqual([]);
  });

  test('of the bundled specification stand where no other can be meant', () => {
    const users = sources.filter((source) => source.own.includes('specification/bundled.ts'));
    const strays = users.filter(({ folder }) => !ofTheBundled.includes(folder)).map(({ file }) => file);
    // A published name is not personal, whichever description a run uses.
    expect(strays).toEqual(['rules/known-names.ts']);
  });

  test('of files are no part of what is pure', () => {
    const pure = sources.filter(({ folder }) =>
      ['schema', 'validation', 'rules', 'acceptance'].includes(folder),
    );
    expect(pure.filter(({ imports }) => imports.some((name) => /^node:(fs|net|http)/.test(name)))).toEqual(
      [],
    );
  });

  test('go in no circle', () => {
    const graph = new Map(sources.map((source) => [source.file, source.own]));
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  test('of packages are of dependencies, and of optional ones only where they are known to be missing', () => {
    const dependencies = Object.keys(packageFile.dependencies);
    const peers = Object.keys(packageFile.peerDependencies);
    expect(peers.sort()).toEqual(Object.keys(optional).sort());
    const strays = sources.flatMap(({ file, folder, imports }) =>
      imports
        .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
        .map((name) =>
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        )
        .filter((name) => !dependencies.includes(name) && !optional[name]?.includes(folder))
        .map((name) => `${file} -> ${name}`),
    );
    expect(strays).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  test('lists every folder of the source', () => {
    const there = new Set(sources.filter(({ file }) => file.includes('/')).map(({ folder }) => folder));
    expect(folders.toSorted()).toEqual([...there].sort());
  });

  test('names files and folders that are there', () => {
    const named = [...page.matchAll(/`([\w-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path ?? '');
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
  });
});

describe('the process', () => {
  /** A child process, which does not run in the process of its caller. */
  const child = 'gate/verification/pact-child.ts';
  const outside = sources.filter(({ file, folder }) => folder !== 'cli' && file !== child);

  test.each([
    [
      'arguments, environment and exit status',
      /\bprocess\s*\.\s*(argv|env|exit|exitCode|kill|cwd|chdir)\b|node:process|\{[^}]*\}\s*=\s*process\b/,
    ],
    ['standard streams', /\bconsole\s*\.|\bprocess\s*\.\s*(stdin|stdout|stderr|emitWarning)\b/],
  ])('%s are the command line’s alone', (_name, pattern) => {
    expect(outside.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('is no matter of V8: other engines run it, too', () => {
    const bound = /'node:v8'|\bglobalThis\.gc\b|setFlagsFromString/;
    expect(sources.filter(({ text }) => bound.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('is read in one file of the command line, its signals in another, its parent in another, its messages in one of its own, and the version of Node in one of the library', () => {
    const files = sources.filter(({ text }) =>
      // `process.nextTick` only waits, and does not read anything of the process.
      /[^.\w-]process\b(?!\.nextTick\b|\s+(should|with|of|and|is)\b)/.test(withoutComments(text)),
    );
    expect(files.map(({ file }) => file).sort()).toEqual([
      'cli/main.ts',
      'cli/signals.ts',
      'gate/supported-node.ts',
      child,
    ]);
  });

  test('is written to in one file, so no text is obeyed, but for what is data and what comes before all else', () => {
    const files = sources.filter(
      ({ folder, text }) => folder === 'cli' && /\.write\(/.test(withoutComments(text)),
    );
    expect(files.map(({ file }) => file).sort()).toEqual([
      'cli/commands/describe.ts',
      'cli/commands/export.ts',
      'cli/commands/generate.ts',
      'cli/commands/validate.ts',
      'cli/main.ts',
      'cli/terminal.ts',
    ]);
  });
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
