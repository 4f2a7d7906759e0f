import type { Socket } from 'node:net';

const head = Buffer.from('HTTP/1.1 100 ');
const end = '\r\n\r\n';

/**
 * Makes a connection skip each `100 Continue` before an answer. A client must ignore one that it did not ask for (RFC
 * 9110, section 15.2), but undici treats it as an error.
 * @returns a function to call before each request, since answers begin only there
 */
export function leaveOutContinue(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  let isBeginning = true;
  // Node's own `read(0)` only triggers more reading. It returns null, and the data stays for the real reader.
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
