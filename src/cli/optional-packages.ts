import { Failure } from '../gate/failure.ts';

/**
 * Packages that only some commands need, with the major version to install. They are optional peer
 * dependencies.
 */
export const optionalPackages = {
  pg: '8',
  'swagger-ui-dist': '5',
  '@fastify/rate-limit': '11',
  '@prometheus-io/client': '0.16',
} as const;

export type OptionalPackage = keyof typeof optionalPackages;

/**
 * Loads code that needs optional packages.
 * @param who - what needs them, as the beginning of a sentence
 * @throws {Failure} `PACKAGE_MISSING` if they are not installed
 */
export async function withOptionalPackages<Value>(
  load: () => Promise<Value>,
  who: string,
  packages: readonly OptionalPackage[],
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
