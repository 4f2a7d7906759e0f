import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Needs {
  readonly npm?: readonly string[];
  readonly pypi?: readonly string[];
  /** A PyPI package of which only a file in the source archive is needed. */
  readonly source?: string;
  /** A Debian package, which is unpacked but not installed. */
  readonly debian?: string;
  /** Programs that must be in the PATH. */
  readonly programs?: readonly string[];
}

export interface Installed {
  readonly npm: string;
  readonly pypi: string;
  readonly source: string;
  readonly debian: string;
}

/** Thrown if something cannot be installed, or is not in the PATH. The message is one sentence that names it. */
export class NotInstalled extends Error {}

const run = promisify(execFile);

/** The folder is kept, so that later runs download nothing. */
const cache = join(tmpdir(), 'case-conformance-interop');

export async function installed({ npm, pypi, source, debian, programs = [] }: Needs): Promise<Installed> {
  for (const program of programs) await inPath(program);
  return {
    npm: await kept(npm, (folder, packages) => [
      ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', ...packages],
    ]),
    pypi: await kept(pypi, (folder, packages) => [
      ['python3', '-m', 'venv', folder],
      [join(folder, 'bin/pip'), 'install', '--quiet', ...packages],
    ]),
    source: await kept(source, (folder, [name = '']) => [
      ['pip3', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', folder, name],
      ['sh', '-c', 'tar xzf *.tar.gz'],
    ]),
    debian: await kept(debian, (_, [name = '']) => [
      ['apt-get', 'download', '--quiet', name],
      ['sh', '-c', 'for file in *.deb; do dpkg -x "$file" .; done'],
    ]),
  };
}

/** The folder of some packages. The commands that fill the folder run only if it does not exist. */
async function kept(
  wanted: string | readonly string[] | undefined,
  commands: (folder: string, names: readonly string[]) => readonly (readonly string[])[],
): Promise<string> {
  if (wanted === undefined) return '';
  const names = [wanted].flat();
  const folder = join(cache, names.join('+').replaceAll(/[^\w.@=+-]/g, '_'));
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const options: ExecFileOptions = { cwd: folder, timeout: 300_000, maxBuffer: 1e8 };
  try {
    for (const [program = '', ...words] of commands(folder, names)) await run(program, words, options);
  } catch {
    throw new NotInstalled(`${names.join(', ')} could not be installed`);
  }
  await writeFile(complete, '');
  return folder;
}

async function inPath(program: string): Promise<void> {
  try {
    await run('sh', ['-c', `command -v ${program}`]);
  } catch {
    throw new NotInstalled(`there is no ${program} in the path`);
  }
}
