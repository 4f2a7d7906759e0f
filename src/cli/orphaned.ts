import type { Environment } from '../gate/environment.ts';

/** How often it is looked whether the parent is there. */
const everyMs = 250;

/**
 * Has a process that npm or npx started be told to end once they are: a SIGTERM that they get ends the shell between, and never
 * arrives. Where somebody else started it, it may well outlive that.
 */
export function endWithParent({ npm_command: startedBy }: Environment): void {
  if (startedBy === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs).unref();
}
