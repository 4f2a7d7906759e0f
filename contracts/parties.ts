import { fileURLToPath } from 'node:url';
import { providerName } from '../src/verification/pact.ts';

/** The consumer and the provider that the pact names. */
export const parties = { consumer: 'case-management-client', provider: providerName } as const;

/** The name that Pact gives the file. */
export const pactFileName = `${parties.consumer}-${parties.provider}.json`;

/** The committed pact, which the package contains. */
export const committedPact = fileURLToPath(new URL(`pacts/${pactFileName}`, import.meta.url));
