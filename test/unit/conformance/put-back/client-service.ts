import { openExchanges } from '../../../../src/conformance/exchanges.ts';
import type { Delivery } from '../../../../src/http/transport.ts';

/** The status and the body of an answer. Undefined: the connection is closed. */
export type ClientAnswer = readonly [status: number, body: unknown] | undefined;

/** A service of clients in this process. An empty change of a client is a reading. */
export function clientService(answerTo: (client: string, body: string) => ClientAnswer) {
  const [paths, bodies]: [string[], string[]] = [[], []];
  const send = async (request: { readonly path: string; readonly body?: string }): Promise<Delivery> => {
    const { path, body = '' } = request;
    paths.push(path);
    bodies.push(body);
    const answer = answerTo(path.split('/').at(-1) ?? '', body);
    if (answer === undefined)
      return { kind: 'unanswered', cause: 'closed', message: 'The target closed the connection.' };
    const [status, value] = answer;
    const written = new TextEncoder().encode(JSON.stringify(value));
    return { kind: 'answered', status, headers: {}, body: written, durationMs: 1 };
  };
  const tokens = { member: 'member-token', outsider: 'outsider-token' };
  const open = () => openExchanges({ send, close: async () => undefined }, tokens);
  return { paths, bodies, open };
}
