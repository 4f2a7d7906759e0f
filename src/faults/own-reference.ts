import { readDemo, seedDemo } from '../reference/demo.ts';
import { openReference, type Reference } from '../reference/reference.ts';
import { description } from '../specification/description.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';

/** The reference implementation as one service sees it: nothing that was written to another. */
export interface OwnReference {
  readonly answer: (request: ServiceRequest) => Promise<ServiceAnswer>;
  readonly close: () => Promise<void>;
}

/** Opens the reference implementation with the demo organisations, as one service's own. */
export function openOwnReference(): OwnReference {
  let written: Promise<Reference> | undefined;
  return {
    answer: async (request) => {
      if (request.method === 'GET') return read(request);
      written ??= seeded();
      return answerOf(await written, request);
    },
    close: async () => (await written)?.close(),
  };
}

// No operation changes what another one reads, so all services read from one reference, and each answer once:
// opening and asking it is most of what a service costs.
let shared: Promise<Reference> | undefined;
const answers = new Map<string, Promise<ServiceAnswer>>();
const mostAnswers = 2_000;

function read(request: ServiceRequest): Promise<ServiceAnswer> {
  const key = `${request.path}\n${request.headers.authorization}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  shared ??= seeded();
  const answer = shared.then((reference) => answerOf(reference, request));
  if (answers.size === mostAnswers) answers.clear();
  answers.set(key, answer);
  return answer;
}

async function seeded(): Promise<Reference> {
  const reference = await openReference({ database: ':memory:', description, organisation: 'demo' });
  await seedDemo(reference.store, await demo);
  return reference;
}

const demo = readDemo();

async function answerOf({ app }: Reference, request: ServiceRequest): Promise<ServiceAnswer> {
  const { method, path, headers, body } = request;
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: unframed(headers),
    ...(body === '' ? {} : { payload: body }),
  });
  return { status: answer.statusCode, headers: unframed(answer.headers), body: answer.body };
}

/** They frame one message, and would be wrong for another. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Headers as text, without those that frame a message. */
function unframed(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      framing.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
