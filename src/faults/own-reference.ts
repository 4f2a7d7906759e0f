import { type Demo, readDemo } from '../reference/demo.ts';
import { openSeededReference, type Reference } from '../reference/reference.ts';
import { bundled } from '../specification/bundled.ts';
import type { ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { tokenNamed } from './demo.ts';
import { all, by, type Condition, sends } from './requests.ts';

/** The reference implementation as one service sees it: nothing that was written to another. */
export interface OwnReference {
  readonly answer: (request: ServiceRequest) => Promise<ServiceAnswer>;
  readonly close: () => Promise<void>;
}

/** Opens the reference implementation with the demo organisations, as one service's own. */
export function openOwnReference(): OwnReference {
  let own: Promise<Reference> | undefined;
  // Asking for what is known is most of what a service costs, and a change tells what the next reading would.
  const clients = new Map<string, ServiceAnswer>();
  return {
    answer: async (request) => {
      if (request.method === 'GET' || !mayWrite(request)) return answerOfShared(request);
      const known = isReading(request) ? clients.get(request.path) : undefined;
      if (known !== undefined) return known;
      own ??= seeded(withoutCases(await demo));
      const answer = await answerOf(await own, request);
      if (request.method === 'PATCH' && answer.status === 200) clients.set(request.path, answer);
      return answer;
    },
    close: async () => (await own)?.close(),
  };
}

// No operation changes what another one reads, and without the right token none changes anything, so all services
// share one reference for the rest, and each of its answers.
let shared: Promise<Reference> | undefined;
const answers = new Map<string, Promise<ServiceAnswer>>();
const mostAnswers = 2_000;

function answerOfShared(request: ServiceRequest): Promise<ServiceAnswer> {
  const key = `${request.method} ${request.path}\n${request.headers.authorization}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  shared ??= demo.then(seeded);
  const answer = shared.then((reference) => answerOf(reference, request));
  if (answers.size === mostAnswers) answers.clear();
  answers.set(key, answer);
  return answer;
}

/** Requests that may change something: the token is in them, rightly or not. */
const mayWrite: Condition = sends((header) => header?.includes(tokenNamed('member')) === true);

/** Changes of nothing by whom nothing is refused. */
const isReading: Condition = all(by('member'), ({ body }) => body === '{}');

function seeded(organisations: Demo): Promise<Reference> {
  return openSeededReference(organisations, bundled.description);
}

const demo = readDemo();

/** What is written to; cases are read from what all services share. */
function withoutCases({ organisations }: Demo): Demo {
  return { organisations: organisations.map((organisation) => ({ ...organisation, cases: [] })) };
}

/** How a reference implementation answers, without a port. */
export async function answerOf(
  { app }: Pick<Reference, 'app'>,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
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
