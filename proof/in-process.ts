import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Behaviour, ServiceAnswer, ServiceRequest } from '../faults/behaviour.ts';
import { bytesOf } from '../faults/broken-service.ts';
import type { IsolatedReference } from '../faults/isolated-reference.ts';
import type { Connection, Connections } from '../src/http/connections.ts';

const noBytes = Buffer.alloc(0);

export function serviceInProcess(behaviour: Behaviour, { answer, close }: IsolatedReference) {
  const mistakes: unknown[] = [];
  const reference: IsolatedReference['answer'] = async (request) => {
    await turn();
    return answer(request);
  };
  async function serve(sent: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    await turn();
    try {
      const request = await requestOf(sent);
      return written(await behaviour(request, reference), request);
    } catch (error) {
      mistakes.push(error);
      throw Object.assign(new Error('The behaviour threw.'), { code: 'ECONNRESET' });
    }
  }
  const connection: Connection = { send: serve, closedUnanswered: () => false, release: () => {} };
  return {
    baseUrl: 'http://127.0.0.1',
    openConnections: (): Connections => ({ take: () => connection, close: async () => {} }),
    close: async () => {
      await close();
      if (mistakes.length > 0) throw mistakes[0];
    },
  };
}

async function requestOf(sent: Dispatcher.RequestOptions): Promise<ServiceRequest> {
  const { method, path, headers = {}, body } = sent;
  const isChunked = body instanceof Readable;
  const framing = isChunked ? { 'transfer-encoding': 'chunked' } : {};
  const given: Record<string, string | string[]> = { ...(headers as object), ...framing };
  const { authorization = [] } = given;
  const authorizations = [authorization].flat();
  const texts = Object.entries(given).map(([name, value]) => [
    name,
    // Node's HTTP server takes the first of several Authorization headers.
    name === 'authorization' ? authorizations[0] : [value].flat().join(', '),
  ]);
  const whole = isChunked ? await text(body) : String(body ?? '');
  return { method, path, headers: Object.fromEntries(texts), authorizations, body: whole };
}

function written(answer: ServiceAnswer, { method }: ServiceRequest): Dispatcher.ResponseData {
  if (answer.wire !== undefined)
    throw new Error('How an answer is written to its connection shows over a socket only.');
  const { status, headers } = answer;
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  return {
    statusCode: status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Readable.from(hasBody ? bytesOf(answer) : noBytes),
  } as Dispatcher.ResponseData;
}
