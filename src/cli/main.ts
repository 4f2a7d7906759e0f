#!/usr/bin/env node

import { nodeComplaint } from '../gate/node-version.ts';

const { argv, stdout, stderr, env, versions } = process;

const words = argv.slice(2);
const [command = '', action] = words;

/**
 * Commands that go on after the reader of their output has stopped, as in `check | head`, since their exit status or
 * their changes matter.
 */
const concluding = ['check', 'verify', 'merge', 'compare', 'diff', 'restore', 'doctor', 'import'];

/** The output is the only copy of the new key's token, so it must not be lost silently. */
const isShownOnce = command === 'keys' && action === 'create';

// A reader of the output that stops early, as `head` does, is no error, except for a command whose output is shown
// once.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' && concluding.includes(command)) return;
  if (code === 'EPIPE' && !isShownOnce) process.exit(0);
  stderr.write(`The output cannot be written (${code}). Write it elsewhere. [OUTPUT_NOT_WRITABLE]\n`);
  process.exit(2);
});
// Without a reader of the error output, the exit status still reports the failure.
stderr.on('error', () => undefined);

// Node 22 warns that SQLite is experimental, which does not concern users of this package.
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
  // Answered here, since loading the commands takes longer than starting Node.
  const { suiteVersion } = await import('../report/suite.ts');
  stdout.write(`${suiteVersion}\n`);
} else {
  // Imported late: an older Node cannot load these modules, and would not print the message above.
  const { endWithParent } = await import('./signals.ts');
  endWithParent(env);
  const { main } = await import('./program.ts');
  process.exitCode = await main(words, {
    // Opened late: few commands read the standard input, and opening it takes time.
    get input() {
      return process.stdin;
    },
    output: stdout,
    errors: stderr,
    environment: env,
  });
}
