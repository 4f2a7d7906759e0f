import type { Socket } from 'node:net';

const head = Buffer.from('HTTP/1.1 100 ');
const end = '\r\n\r\n';

/**
 * Has a connection leave out each `100 Continue` before an answer. A client must read over one that it did not ask for
 * (RFC 9110, section 15.2), which undici takes for the end of all sense.
 * @returns to be called before each request, since only there an answer begins
 */
export function leaveOutContinue(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let isBeginning = true;
  // Node itself reads nothing, as `read(0)`, to have more come: what has come stays for whoever reads it.
  const readOn = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (!isBeginning || chunk === null) return chunk;
    const length = chunk.subarray(0, head.length).equals(head) ? chunk.indexOf(end) + end.length : 0;
    if (length < end.length) {
      isBeginning = false;
      return chunk;
    }
    if (length < chunk.length) socket.unshift(chunk.subarray(length));
    return readOn(size);
  };
  socket.read = readOn;
  return () => {
    isBeginning = true;
  };
}
