import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';

// Vitest runs this file before each file of the project `fast`.

function refuses(deed: string): () => never {
  return () => {
    throw new Error(`A test of the project fast ${deed}. Name its file *.system.test.ts.`);
  };
}

Server.prototype.listen = refuses('listens on a socket');
Socket.prototype.connect = refuses('connects to a socket');
Object.assign(ChildProcess.prototype, { spawn: refuses('starts a process') });
