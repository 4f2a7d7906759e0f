import autocannon from 'autocannon';
import { readDemo } from '../../src/reference/demo.ts';

const { organisations } = await readDemo();
const [own] = organisations;
const token = own?.users.flatMap(({ tokens }) => tokens).find(({ name }) => name === 'member')?.token;
const fullSale = own?.cases.find(({ name }) => name === 'sale-ta6-5th')?.record.caseId;
const client = own?.clients[0]?.id;

export interface Load {
  readonly what: string;
  readonly method: 'GET' | 'PATCH';
  readonly path: string;
  readonly body?: string;
}

export const readRecord: Load = {
  what: 'GET of a full Sale record',
  method: 'GET',
  path: `/api/v2/cases/${fullSale}/data`,
};
export const readList: Load = { what: 'GET of the list of cases', method: 'GET', path: '/api/v2/cases' };
export const changeClient: Load = {
  what: 'PATCH of a client',
  method: 'PATCH',
  path: `/api/v2/clients/${client}`,
  // autocannon replaces `[<id>]` by a new value in each request. Without a new value, SQLite would write nothing.
  body: '{"lastName":"[<id>]","telephoneNumber":"+441134960999"}',
};

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

export async function answerTo(url: string, { method, path, body }: Load): Promise<string> {
  const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}.`);
  return answer.text();
}

export async function rateOf(url: string, load: Load, seconds: number): Promise<number> {
  const { method, path, body } = load;
  const result = await autocannon({
    url: url + path,
    method,
    headers,
    // Set only for a body with an identifier to replace: replacing takes as much time as the service itself.
    ...(body === undefined ? {} : { body, idReplacement: true }),
    connections: 20,
    duration: seconds,
  });
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${load.what}: not every request succeeded.`);
  return result.requests.total / result.duration;
}
