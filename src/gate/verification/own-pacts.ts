import { fileURLToPath } from 'node:url';

/** The folder of the package's pacts. The relative path is valid in the sources and in the built package. */
export const ownPacts = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url));
