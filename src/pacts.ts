// The package's pact files, to verify with Pact's own tools.

import './gate/supported-node.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownPacts } from './gate/verification/pacts.ts';

/** The absolute path of each pact file. */
export const pactFiles: readonly string[] = readdirSync(ownPacts).map((name) => join(ownPacts, name));
