import { writeSync } from 'node:fs';

// Preloaded with `--import`: at exit, writes the process's CPU time and peak memory to standard error.
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(
    2,
    JSON.stringify({ processorMilliseconds: (userCPUTime + systemCPUTime) / 1_000, kilobytes: maxRSS }),
  );
});
