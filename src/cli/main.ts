#!/usr/bin/env node
import { main } from './program.ts';

const { argv, stdin, stdout, stderr, env } = process;

// A reader that has seen enough, such as `head`, is no error.
stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  stderr.write(`The output cannot be written (${code}). Write it elsewhere. [OUTPUT_NOT_WRITABLE]\n`);
  process.exit(2);
});
// Where nobody reads what went wrong, the exit status still says it.
stderr.on('error', () => undefined);

process.exitCode = await main(argv.slice(2), {
  input: stdin,
  output: stdout,
  errors: stderr,
  environment: env,
});
