#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const { argv, stdin, stdout, stderr, env, versions } = process;

const [, , command = '', action] = argv;

/** Commands that come to their end whether or not somebody reads their words: for their exit status, or for what they change. */
const concluding = ['check', 'verify', 'merge', 'compare', 'diff', 'restore', 'doctor', 'import'];

/** Whether nobody ever has what is not read now: the token of a new key is shown only once. */
const isShownOnce = command === 'keys' && action === 'create';

// A reader that has seen enough, such as `head`, is no error.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' && concluding.includes(command)) return;
  if (code === 'EPIPE' && !isShownOnce) process.exit(0);
  stderr.write(`The output cannot be written (${code}). Write it elsewhere. [OUTPUT_NOT_WRITABLE]\n`);
  process.exit(2);
});
// Where nobody reads what went wrong, the exit status still says it.
stderr.on('error', () => undefined);

// Node 22 warns of its SQLite, which later ones have without a word. Whoever reads our words has not chosen it.
const warn = process.listeners('warning');
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name === 'ExperimentalWarning' && warning.message.startsWith('SQLite ')) return;
  for (const one of warn) one(warning);
});

const [major = 0, minor = 0] = versions.node.split('.').map(Number);
const isSupported = major === 22 ? minor >= 19 : major === 24 || major >= 26;
if (!isSupported) {
  stderr.write(
    `case-conformance needs Node 22.19, 24, or 26 and later, but this is ${versions.node}. Install one of them. [NODE_TOO_OLD]\n`,
  );
  process.exitCode = 2;
} else {
  // Only now, since an older Node could not even load what it imports.
  const { endWithParent } = await import('./orphaned.ts');
  endWithParent(env);
  // What a run reads is at once garbage. V8 would make more and more room for it, to look for garbage less often: that takes
  // hundreds of megabytes where answers are large, and saves little time.
  if (command === 'check') {
    for (const flag of ['--semi-space-growth-factor=1', '--expose-gc']) setFlagsFromString(flag);
    globalThis.gc = runInNewContext('gc');
  }
  const { main } = await import('./program.ts');
  process.exitCode = await main(argv.slice(2), {
    input: stdin,
    output: stdout,
    errors: stderr,
    environment: env,
  });
}
