import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import {
  type OptionalPackage,
  optionalPackages,
  withOptionalPackages,
} from '../../../src/cli/optional-packages.ts';

/** Optional packages that no command needs: the Vitest adapter and Pact's verifier, which the library loads. */
const others = ['@pact-foundation/pact-core', 'vitest'];

test('the optional packages are the peers of package.json, and npm is told of versions that these take', () => {
  const peers = Object.entries(packageFile.peerDependencies).filter(([name]) => !others.includes(name));
  expect(Object.keys(optionalPackages).toSorted()).toEqual(peers.map(([name]) => name).toSorted());
  for (const [name, range] of peers)
    expect(`${range}.`, name).toContain(`^${optionalPackages[name as OptionalPackage]}.`);
});

test('says what is missing, and how to install it', async () => {
  const load = () => import(`absent-${'package'}`);
  await expect(withOptionalPackages(load, '--rate-limit', ['@fastify/rate-limit'])).rejects.toMatchObject({
    code: 'PACKAGE_MISSING',
    message:
      '--rate-limit needs the package @fastify/rate-limit, which is not installed with it. Run npm install --save-dev @fastify/rate-limit@11.',
  });
});
