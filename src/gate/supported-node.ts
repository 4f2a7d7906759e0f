// Throws on an unsupported Node. Each public entry file imports this file first. Node links all files before it runs
// any of them, so the other imports must link on an older Node, too.

import { Failure } from './failure.ts';
import { nodeComplaint } from './node-version.ts';

const complaint = nodeComplaint(process.versions.node);
if (complaint !== undefined) throw new Failure('NODE_TOO_OLD', complaint);
