import { Failure } from '../gate/failure.ts';

/** The packages that a command alone needs, each in the version that npm is to install. They are peers of this one. */
export const optionalPackages = {
  fastify: '5',
  kysely: '0.29',
  pg: '8',
  'swagger-ui-dist': '5',
  '@fastify/rate-limit': '11',
  '@prometheus-io/client': '0.16',
} as const;

export type OptionalPackage = keyof typeof optionalPackages;

/**
 * Loads what needs packages that are not installed with this one.
 * @param who - what needs them, as a sentence begins with it
 * @throws {Failure} `PACKAGE_MISSING` when they were left out
 */
export async function withPeers<Value>(
  load: () => Promise<Value>,
  who = 'The reference implementation',
  packages: readonly OptionalPackage[] = ['fastify', 'kysely'],
): Promise<Value> {
  try {
    return await load();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    const [noun, are] = packages.length === 1 ? ['package', 'is'] : ['packages', 'are'];
    const wanted = packages.map((name) => `${name}@${optionalPackages[name]}`);
    throw new Failure(
      'PACKAGE_MISSING',
      `${who} needs the ${noun} ${packages.join(' and ')}, which ${are} not installed with it. Run npm install --save-dev ${wanted.join(' ')}.`,
      { cause },
    );
  }
}
