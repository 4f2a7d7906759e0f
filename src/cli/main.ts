#!/usr/bin/env node

import { nodeComplaint } from '../gate/node-version.ts';

const { argv, stdout, stderr, env, versions } = process;

const words = argv.slice(2);
const [command = '', action] = words;

/** Commands that run to completion even if nobody reads their output: their exit status or their changes matter. */
const concluding = ['check', 'verify', 'merge', 'compare', 'diff', 'restore', 'doctor', 'import'];

/** Whether output that is not read now is lost: the token of a new key is shown only once. */
const isShownOnce = command === 'keys' && action === 'create';

// A reader that stops early, such as `head`, is not an error.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' && concluding.includes(command)) return;
  if (code === 'EPIPE' && !isShownOnce) process.exit(0);
  stderr.write(`The output cannot be written (${code}). Write it elsewhere. [OUTPUT_NOT_WRITABLE]\n`);
  process.exit(2);
});
// If nobody reads the errors, the exit status still reports the failure.
stderr.on('error', () => undefined);

// Node 22 warns that its SQLite is experimental; later versions do not. Users did not choose it.
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
} else if (words.length === 1 && words[0] === '--version') {
  // Loading the commands takes longer than starting Node.
  const { suiteVersion } = await import('../report/suite.ts');
  stdout.write(`${suiteVersion}\n`);
} else {
  // Imported late, since an older Node could not even load it.
  const { endWithParent } = await import('./signals.ts');
  endWithParent(env);
  const { main } = await import('./program.ts');
  process.exitCode = await main(words, {
    // Opened late: few commands read it, and it slows the start.
    get input() {
      return process.stdin;
    },
    output: stdout,
    errors: stderr,
    environment: env,
  });
}
