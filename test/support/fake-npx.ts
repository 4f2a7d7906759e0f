import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary.ts';

/** A folder with these files, which are empty, and what runs a program for which this script is `npx`. */
export async function withNpx(script: string, files: readonly string[]) {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'npx'), `#!/bin/sh\n${script}`, { mode: 0o755 });
  for (const file of files) await writeFile(join(folder, file), '');
  const run = (file: string, words: readonly string[], variables: Record<string, string>, cwd?: string) =>
    promisify(execFile)(file, words, {
      ...{ cwd, env: { PATH: `${bin}:${process.env.PATH}`, ...variables } },
    }).catch(({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }));
  return { folder, run };
}
