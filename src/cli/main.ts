#!/usr/bin/env node
import { main } from './program.ts';

const { argv, stdin, stdout, stderr, env } = process;

// A reader that has seen enough, such as `head`, is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 4));

process.exitCode = await main(argv.slice(2), {
  input: stdin,
  output: stdout,
  errors: stderr,
  environment: env,
});
