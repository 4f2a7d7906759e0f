import { onTestFinished } from 'vitest';
import { serve } from '../../support/hostile.ts';
import { type Called, type Checked, call, checkedWith, temporaryFolder } from './support.ts';

/** The one token that the service accepts. */
export const token = 'Secret-Token-1234567890';

/** A case that the service has. */
const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

/** A small service, of which a test can say what it answers. */
export interface SmallService {
  readonly url: string;
  /** The record of its organisation. */
  organisation: unknown;
  /** The price of its case. */
  price: unknown;
  /** The body of its list of cases. */
  cases: unknown;
  /** Whether it answers at all. */
  answers: boolean;
}

/** Starts a service that ends with the running test: an organisation, a Sale case and a list of cases. */
export async function smallService(): Promise<SmallService> {
  const server = await serve((request, response) => {
    if (!service.answers) {
      request.socket.destroy();
      return;
    }
    const body = (): unknown => {
      if (request.url === '/api/v2/org') return service.organisation;
      if (request.url === '/api/v2/cases') return service.cases;
      return { caseId, caseType: 'Sale', price: service.price };
    };
    response.setHeader('content-type', 'application/json');
    if (request.headers.authorization === `Bearer ${token}`) response.end(JSON.stringify(body()));
    else response.writeHead(401).end('{"message":"no"}');
  });
  onTestFinished(() => server.close());
  const organisation = { id: 1, name: 'Acme' };
  const service: SmallService = { url: server.url, organisation, price: 1, cases: [], answers: true };
  return service;
}

/** Runs those checks of the service that have the text in their id or title; all, where there is none. */
export function checked(
  { url }: SmallService,
  only: string | undefined,
  ...words: string[]
): Promise<Checked> {
  const configuration = { baseUrl: url, cases: { Sale: [caseId] }, requestsPerSecond: 1_000 };
  const selected = only === undefined ? [] : ['--only', only];
  return checkedWith(configuration, [...selected, ...words], { CASE_API_TOKEN: token });
}

/** Calls `check` so that it is refused before it sends anything. */
export async function refused(...words: string[]): Promise<Called> {
  const target = ['--base-url', 'http://127.0.0.1:9', '--report-dir', await temporaryFolder()];
  return call(['check', ...target, ...words], { CASE_API_TOKEN: token });
}
