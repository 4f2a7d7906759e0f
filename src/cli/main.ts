#!/usr/bin/env node

import { nodeComplaint } from '../gate/node-version.ts';

const { argv, stdout, stderr, env, versions } = process;

const words = argv.slice(2);
const [command = '', action] = words;

/**
 * Commands that go on after their reader has stopped, as in `check | head`: their exit status or their
 * changes matter.
 */
const concluding = ['check', 'verify', 'merge', 'compare', 'diff', 'restore', 'doctor', 'import'];

/** If nobody reads this command's output, the token of the new key is lost. */
const isShownOnce = command === 'keys' && action === 'create';

// For other commands, a reader that stops early, such as `head`, is not an error.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' && concluding.includes(command)) return;
  if (code === 'EPIPE' && !isShownOnce) process.exit(0);
  stderr.write(`The output cannot be written (${code}). Write it elsewhere. [OUTPUT_NOT_WRITABLE]\n`);
  process.exit(2);
});
// If nobody reads the error output, the exit status still reports the failure.
stderr.on('error', () => undefined);

// Node 22 warns that SQLite is experimental, which users of this package need not know.
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
  // `--version` is answered here: loading the commands takes longer than starting Node.
  const { suiteVersion } = await import('../report/suite.ts');
  stdout.write(`${suiteVersion}\n`);
} else {
  // Imported late: an older Node could not load it, and would not reach its error message.
  const { endWithParent } = await import('./signals.ts');
  endWithParent(env);
  const { main } = await import('./program.ts');
  process.exitCode = await main(words, {
    // Read lazily: few commands need the standard input, and opening it slows the start.
    get input() {
      return process.stdin;
    },
    output: stdout,
    errors: stderr,
    environment: env,
  });
}
