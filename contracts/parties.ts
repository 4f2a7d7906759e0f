import { fileURLToPath } from 'node:url';
import { providerName } from '../src/verification/pact.ts';

export const parties = { consumer: 'case-management-client', provider: providerName } as const;

export const pactFileName = `${parties.consumer}-${parties.provider}.json`;

export const committedPact = fileURLToPath(new URL(`pacts/${pactFileName}`, import.meta.url));
