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
 * Declares the contracts of an operation, each a test with its title. What Pact writes of them goes into a folder of
 * this file's own: Pact loses interactions where several processes write into one.
 *
 * Once all of them hold, what was written is held against the operation's share of the pact that is committed. So it
 * is noticed by the contracts themselves when that is out of date, in whatever order the files run, and none runs a
 * second time for it. That the pact has no other shares is a test of its own.
 */
export function contractsOf(operation: OperationId, interactions: readonly Interaction[]): void {
  // Where `npm run contracts` collects what is written.
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
      // Where a test failed, that is what is to be said; where some were left out, there is nothing to compare.
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
