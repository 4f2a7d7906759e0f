// This file exports the package's pact files, for Pact's own tools.

import './gate/supported-node.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownPacts } from './gate/verification/pacts.ts';

export const pactFiles: readonly string[] = readdirSync(ownPacts).map((name) => join(ownPacts, name));
