import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pact } from '@pact-foundation/pact';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interactionText, type PactFile, readPact } from '../scripts/contracts/pact-file.ts';
import type { OperationId } from '../src/specification/description.ts';
import type { Interaction } from './interaction.ts';
import { committedPact, pactFileName, parties } from './parties.ts';
import { perform } from './perform.ts';

/**
 * Declares the contracts of an operation, each as a test with its title. Each operation has its own folder for Pact's
 * output, since Pact loses interactions if several processes write into one folder. Afterwards, the output is compared
 * with the operation's part of the committed pact. So the tests notice an outdated pact, in any order of files, and no
 * contract runs twice. Another test ensures that the pact has no other parts.
 */
export function contractsOf(operation: OperationId, interactions: readonly Interaction[]): void {
  // `npm run contracts` sets this variable, and collects the output in the folder.
  const { PACTS_FOLDER: folder } = process.env;
  let dir: string;
  let pact: Pact;
  let kept = 0;

  beforeAll(() => {
    dir = mkdtempSync(join(folder ?? tmpdir(), `${operation}-`));
    pact = new Pact({ ...parties, dir, logLevel: 'error' });
  });

  describe(operation, () => {
    for (const interaction of interactions) {
      test(interaction.title, async () => {
        await perform(pact, operation, interaction);
        kept += 1;
      });
    }
  });

  afterAll(() => {
    try {
      // The pacts are compared only if all contracts were run and passed.
      if (kept < interactions.length) return;
      const written = textsOf(operation, readPact(join(dir, pactFileName)));
      expect(written, 'what Pact wrote').toHaveLength(interactions.length);
      if (folder !== undefined) return;
      const committed = textsOf(operation, readPact(committedPact));
      expect(committed, 'contracts/pacts is out of date: npm run contracts renews it').toEqual(written);
    } finally {
      if (folder === undefined) rmSync(dir, { recursive: true });
    }
  });
}

function textsOf(operation: OperationId, { interactions }: PactFile): string[] {
  return interactions
    .filter(({ description }) => description.startsWith(`${operation}: `))
    .map(interactionText)
    .sort();
}
