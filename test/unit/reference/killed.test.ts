import { expect, test } from 'vitest';
import { killedAt } from '../../../scripts/soak-kill/kills.ts';
import { newDatabaseFile } from './support.ts';

// `npm run soak:kill` does the same at a hundred points, also with PostgreSQL.

test('a service that is ended by force during writes loses nothing that it acknowledged', async () => {
  const { sent, lost } = await killedAt(1, 20260, { database: await newDatabaseFile() });
  expect(lost).toEqual([]);
  expect(sent).toBeGreaterThan(2);
});
