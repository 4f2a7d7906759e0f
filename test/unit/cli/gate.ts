import { onTestFinished } from 'vitest';
import { serve } from '../../support/hostile.ts';
import { type Called, type Checked, call, checkedWith, temporaryFolder } from './support.ts';

export const token = 'Secret-Token-1234567890';

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

export interface SmallService {
  readonly url: string;
  organisation: unknown;
  price: unknown;
  cases: unknown;
  answers: boolean;
}

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

export function checked(
  { url }: SmallService,
  only: string | undefined,
  ...words: string[]
): Promise<Checked> {
  const configuration = { baseUrl: url, cases: { Sale: [caseId] }, requestsPerSecond: 1_000 };
  const selected = only === undefined ? [] : ['--only', only];
  return checkedWith(configuration, [...selected, ...words], { CASE_API_TOKEN: token });
}

export async function refused(...words: string[]): Promise<Called> {
  const target = ['--base-url', 'http://127.0.0.1:9', '--report-dir', await temporaryFolder()];
  return call(['check', ...target, ...words], { CASE_API_TOKEN: token });
}
