import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Behaviour, ServiceRequest } from '../../../faults/behaviour.ts';
import { startService } from '../../../faults/broken-service.ts';
import { demoConfiguration } from '../../../scripts/tables/demo-configuration.ts';
import type { Configuration } from '../../../src/gate/configuration.ts';
import { readDemo } from '../../../src/reference/demo.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { temporaryFolder } from './support.ts';

const demo = await readDemo();

export interface ServiceWithClients {
  readonly baseUrl: string;
  readonly folder: string;
  readonly configuration: string;
  readonly journal: string;
  clients(): Promise<unknown[]>;
  fill(): Promise<void>;
}

export async function serviceWithClients(
  behaviour: Behaviour,
  further: Partial<Configuration> = {},
): Promise<ServiceWithClients> {
  const service = await startService(behaviour);
  atEndOfFile(service.close);
  const { baseUrl } = service;
  const folder = await temporaryFolder();
  const written = {
    ...demoConfiguration(demo, baseUrl),
    requestsPerSecond: 10_000,
    writes: 'restore' as const,
    journal: 'journal',
    settleMs: 0,
    ...further,
  };
  const ids = (written.clients ?? []).map((one) => (typeof one === 'string' ? one : one.id));
  const configuration = join(folder, 'conformance.config.json');
  await writeFile(configuration, JSON.stringify(written));
  return {
    baseUrl,
    folder,
    configuration,
    journal: join(folder, 'journal'),
    clients: () => Promise.all(ids.map((id) => clientAt(baseUrl, id, written.tokens?.member))),
    fill: async () => {
      await Promise.all(ids.map((id) => clientAt(baseUrl, id, written.tokens?.member, wholeClient)));
    },
  };
}

const wholeClient = {
  title: 'Ms',
  firstName: 'Rosalind',
  lastName: 'Ollerenshaw',
  emailAddress: 'rosalind@example.com',
  companyName: 'Ollerenshaw Limited',
  telephoneNumber: '+447700900147',
  address: {
    line_1: 'Hollin Edge Farm',
    line_2: 'Hollin Lane',
    line_3: 'Over Haddon',
    post_town: 'Bakewell',
    county: 'Derbyshire',
    postcode: 'DE45 1ZX',
    uprn: '10070512846',
  },
};

async function clientAt(baseUrl: string, id: string, token = '', patch: object = {}): Promise<unknown> {
  const response = await fetch(`${baseUrl}/api/v2/clients/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  });
  return response.json();
}

export function isChange({ method, body }: ServiceRequest): boolean {
  return method === 'PATCH' && body !== '{}';
}
