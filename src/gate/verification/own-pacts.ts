import { fileURLToPath } from 'node:url';

/** The folder of the package's pacts; the same path from the sources and from the built package. */
export const ownPacts = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url));
