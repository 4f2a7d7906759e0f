// Refuses an older Node. Each public entry file imports this file first. The other imports must link on an older
// Node, too, since everything is linked before anything runs.

import { Failure } from './failure.ts';
import { nodeComplaint } from './node-version.ts';

const complaint = nodeComplaint(process.versions.node);
if (complaint !== undefined) throw new Failure('NODE_TOO_OLD', complaint);
