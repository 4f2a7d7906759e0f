import type { Environment } from '../gate/environment.ts';

/** How often to check whether the parent is still running. */
const everyMs = 250;

/**
 * Ends a process that npm or npx started when its parent ends: a SIGTERM to npm ends only the shell in between and
 * never arrives here. A process started otherwise may outlive its parent.
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
