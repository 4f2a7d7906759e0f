import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { committedPact, pactFileName } from '../contracts/parties.ts';
import { objectionsTo } from './contracts/objections.ts';
import { mergedPact, pactText, readPact } from './contracts/pact-file.ts';

// Runs the contract tests, and writes the pact that they produce. A test fails while the committed pact is outdated.
const folder = await mkdtemp(join(tmpdir(), 'pacts-'));
try {
  const vitest = await startVitest('test', [], {
    include: ['contracts/**/*.test.ts'],
    env: { PACTS_FOLDER: folder, PACT_DO_NOT_TRACK: 'true' },
    watch: false,
  });
  await vitest.close();
  // Pact writes nothing for a failed test, so the pact would be incomplete.
  if (!process.exitCode) await writeFile(committedPact, await mergedText());
} finally {
  await rm(folder, { recursive: true });
}

async function mergedText(): Promise<string> {
  const names = await readdir(folder);
  const pact = mergedPact(names.map((name) => readPact(join(folder, name, pactFileName))));
  const objections = objectionsTo(pact);
  if (objections.length > 0) throw new Error(objections.join('\n'));
  return pactText(pact);
}
