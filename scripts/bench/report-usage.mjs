import { writeSync } from 'node:fs';

// Loaded before a program: at its end, writes what it used of the processors and of memory.
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(
    2,
    JSON.stringify({ processorMilliseconds: (userCPUTime + systemCPUTime) / 1_000, kilobytes: maxRSS }),
  );
});
