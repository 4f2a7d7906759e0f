import type { Dispatcher } from 'undici';
import { type ComingBody, comingBody } from './body.ts';
import type { SpareMemory } from './spare-memory.ts';
import type { Answer } from './wire.ts';

/** An answer as it came, its body as it was coded. */
export interface Received extends Pick<Answer, 'status' | 'headers' | 'body'> {}

/** What an answer comes to, as undici hands it on. */
export interface Receiver {
  readonly handler: Dispatcher.DispatchHandler;
  /** Rejects with the error of undici or of the connection where there is no whole answer. */
  readonly received: Promise<Received>;
}

interface ReceiverOptions {
  /** No more is made room for. */
  readonly maxBodyBytes: number;
  readonly spare: SpareMemory;
  /** Told once the headers have come. */
  readonly onHead: () => void;
  /** Awaited before more than a little is read. */
  readonly onLarge: () => Promise<void>;
}

/** So many bytes are read of any number of bodies at once. */
const smallBody = 2 ** 18;

/** Opens what receives one answer, without the stream that undici would make of each. */
export function openReceiver({ maxBodyBytes, spare, onHead, onLarge }: ReceiverOptions): Receiver {
  const { promise: received, resolve, reject } = Promise.withResolvers<Received>();
  let head: Pick<Received, 'status' | 'headers'> | undefined;
  let body: ComingBody = comingBody(0, spare);
  let isLarge = false;
  const heed = (controller: Dispatcher.DispatchController, length: number): void => {
    if (isLarge || length <= smallBody) return;
    isLarge = true;
    controller.pause();
    void onLarge().then(() => controller.resume());
  };
  return {
    received,
    handler: {
      onRequestStart: () => undefined,
      onResponseStart: (controller, status, raw) => {
        // An interim answer, before the one that is meant.
        if (status < 200) return;
        const headers = answerHeaders(raw);
        const expected = announced(headers, maxBodyBytes);
        head = { status, headers };
        body = comingBody(expected, spare);
        onHead();
        heed(controller, expected);
      },
      onResponseData: (controller, chunk) => {
        body.add(chunk);
        heed(controller, body.length);
      },
      onResponseEnd: () => {
        if (head !== undefined) resolve({ ...head, body: body.whole() });
      },
      onResponseError: (_controller, error) => reject(error),
    },
  };
}

/** How many bytes of body the headers announce, as far as that can be true. */
function announced(headers: Answer['headers'], maxBodyBytes: number): number {
  const text = headers['content-length'] ?? '';
  return /^\d{1,10}$/.test(text) && Number(text) <= maxBodyBytes ? Number(text) : 0;
}

function answerHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Answer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
