import { spawnSync } from 'node:child_process';
import { chmod, copyFile, readdir, rm } from 'node:fs/promises';

// What is published: the sources compiled, and the data that stands beside them.
await rm('dist', { recursive: true, force: true });
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const entry of await readdir('src', { recursive: true })) {
  if (/\.(yaml|json)$/.test(entry)) await copyFile(`src/${entry}`, `dist/${entry}`);
}
await chmod('dist/cli/main.js', 0o755);
