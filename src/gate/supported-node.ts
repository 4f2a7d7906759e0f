// Throws on an unsupported Node. Public entry files import this file first. Files that they import must still
// link on an older Node: linking happens before any of this runs.

import { Failure } from './failure.ts';
import { nodeComplaint } from './node-version.ts';

const complaint = nodeComplaint(process.versions.node);
if (complaint !== undefined) throw new Failure('NODE_TOO_OLD', complaint);
