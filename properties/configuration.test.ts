import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Called, call, temporaryFolder } from '../test/unit/cli/support.ts';
import { sampling } from './sampling.ts';
import { defects, type Right, rightConfigurations, type Wrong } from './wrong-configurations.ts';

// Whatever is wrong in a configuration, one or two clear sentences say what it is, and quote no token.

const file = join(await temporaryFolder(), 'conformance.config.json');

test('A configuration with nothing wrong is taken', async () => {
  await fc.assert(
    fc.asyncProperty(rightConfigurations, async (right) => {
      const { status, stderr } = await checked(JSON.stringify(right));
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    }),
    sampling(10),
  );
});

describe('a configuration is refused in a clear sentence or two for', () => {
  test.each(Object.entries(defects))('%s', async (_name, wrongOf) => {
    const both = rightConfigurations.chain((right) => fc.tuple(fc.constant(right), wrongOf(right)));
    await fc.assert(
      fc.asyncProperty(both, async ([right, wrong]) => {
        expectRefusal(await checked(wrong.content), right, wrong);
      }),
      sampling(30),
    );
  });
});

/** What a call that sends nothing says of a configuration. */
async function checked(content: string | Uint8Array): Promise<Called> {
  await writeFile(file, content);
  return call(['check', '--dry-run', '--only', 'getOrganisation', '--config', file]);
}

function expectRefusal({ status, stdout, stderr }: Called, { tokens }: Right, { named }: Wrong): void {
  expect(status).toBe(2);
  expect(stdout).toBe('');
  // Each mistake is a line, if there are several: a wrong value may hold more than one.
  expect(stderr).toMatch(/^[^\n]+(\n {2}[^\n]+)* \[[A-Z_]+\]\n$/);
  expect(stderr).toContain(named);
  for (const token of Object.values(tokens)) expect(stderr).not.toContain(token);
  for (const line of stderr.trimEnd().split('\n  ')) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    // Without the list of keys, and without what was quoted, which is not ours, and is short.
    const own = line.replace(file, 'FILE').replace(/(Its keys are) [^.]*/, '$1 KEYS');
    const words = own.replaceAll(/(['"]).{0,80}?\1(?=[ .,])/g, 'QUOTED');
    expect(words.length).toBeLessThan(300);
    expect(words.split(/[.?](?= )/).length - 1).toBeLessThanOrEqual(3);
    expect(words).not.toMatch(/undefined|\[object|\.ts:|\bat \S+ \(/);
  }
}
