// Throws on an unsupported Node. Each public entry file imports this file first. Even so, its other imports must link
// on an older Node, because all files are linked before any of them runs.

import { Failure } from './failure.ts';
import { nodeComplaint } from './node-version.ts';

const complaint = nodeComplaint(process.versions.node);
if (complaint !== undefined) throw new Failure('NODE_TOO_OLD', complaint);
