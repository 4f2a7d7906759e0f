import { fileURLToPath } from 'node:url';
import { providerName } from '../src/verification/pact.ts';

/** Who agrees in the pacts. */
export const parties = { consumer: 'case-management-client', provider: providerName } as const;

/** Pact's name for the file of their agreement. */
export const pactFileName = `${parties.consumer}-${parties.provider}.json`;

/** The pact that is committed and shipped. */
export const committedPact = fileURLToPath(new URL(`pacts/${pactFileName}`, import.meta.url));
