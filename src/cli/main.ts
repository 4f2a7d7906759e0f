#!/usr/bin/env node

import { nodeComplaint } from '../gate/node-version.ts';

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

const complaint = nodeComplaint(versions.node);
if (complaint !== undefined) {
  stderr.write(`${complaint} [NODE_TOO_OLD]\n`);
  process.exitCode = 2;
} else {
  // Only now, since an older Node could not even load what it imports.
  const { endWithParent } = await import('./orphaned.ts');
  endWithParent(env);
  const { main } = await import('./program.ts');
  process.exitCode = await main(argv.slice(2), {
    input: stdin,
    output: stdout,
    errors: stderr,
    environment: env,
  });
}
