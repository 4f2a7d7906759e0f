import { describe, expect, test } from 'vitest';
import { refused } from './gate.ts';
import { refusal } from './support.ts';

describe('--shard', () => {
  test.each(['0/3', '4/3', '1', 'a/b', '1/0', '-1/2'])('is refused as %s', async (text) => {
    expect(await refused(`--shard=${text}`)).toEqual(
      refusal(
        `--shard must be written I/N with I from 1 to N, such as 1/3, but is '${text}'. [CALL_NOT_UNDERSTOOD]`,
      ),
    );
  });

  test('is refused where it would have no check', async () => {
    expect(await refused('--only', 'listCases.exists', '--shard', '2/2')).toEqual(
      refusal('The shard 2/2 has no check. Divide the run into fewer shards. [NOTHING_SELECTED]'),
    );
  });
});
