import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

export interface Project {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  /**
   * Runs shell commands in the folder. When they end, their background processes are ended.
   * @returns the exit code
   */
  run(lines: string, environment?: Readonly<Record<string, string>>): Promise<number>;
  remove(): Promise<void>;
}

export async function openProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'scaling-'));
  const programs = join(folder, 'node_modules/.bin');
  await mkdir(programs, { recursive: true });
  await symlink(resolve('.'), join(folder, 'node_modules/case-conformance'));
  const npx = join(programs, 'npx');
  const program = `"${process.execPath}" "${resolve('src/cli/main.ts')}"`;
  await writeFile(npx, `#!/bin/sh\n[ "$1" != --no ] || shift\nshift\nexec ${program} "$@"\n`);
  await chmod(npx, 0o755);
  const path = [programs, dirname(process.execPath), process.env.PATH, '/usr/sbin'].join(delimiter);
  return {
    folder,
    write: (name, text) => writeFile(join(folder, name), text),
    run: async (lines, environment = {}) => {
      const whole = `trap 'kill $(jobs -p) 2>/dev/null || :; wait' EXIT\n${lines}`;
      const child = spawn('bash', ['-eu', '-c', whole], {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, ...environment, PATH: path },
      });
      const [status] = await once(child, 'exit');
      return status;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
