// Refuses an older Node. Each file that users import imports this one first. What they import besides must link on an older
// Node, too, since all of it is linked before any of it runs.

import { Failure } from './failure.ts';
import { nodeComplaint } from './node-version.ts';

const complaint = nodeComplaint(process.versions.node);
if (complaint !== undefined) throw new Failure('NODE_TOO_OLD', complaint);
