import { readFileSync } from 'node:fs';

export interface PactFile {
  readonly consumer: { readonly name: string };
  readonly provider: { readonly name: string };
  readonly interactions: readonly PactInteraction[];
  readonly metadata: { readonly pactSpecification: { readonly version: string } };
}

export interface PactInteraction {
  readonly description: string;
  readonly providerStates?: readonly { readonly name: string; readonly params?: object }[];
  readonly comments?: { readonly references?: { readonly requirement?: Readonly<Record<string, string>> } };
  readonly request: PactMessage;
  readonly response: PactMessage;
}

export interface PactMessage {
  readonly headers?: Readonly<Record<string, readonly string[]>>;
  readonly body?: { readonly content: unknown };
  readonly matchingRules?: object;
  readonly generators?: object;
}

export function readPact(path: string): PactFile {
  return JSON.parse(readFileSync(path, 'utf8')) as PactFile;
}

/**
 * Merges the interactions of several pacts, sorted. The only metadata is the version of the format, since the versions
 * of libraries would change the file with every upgrade.
 * @throws {Error} if two interactions have the same description and states, which Pact would treat as one
 */
export function mergedPact(pacts: readonly PactFile[]): PactFile {
  const [first] = pacts;
  if (first === undefined) throw new Error('There is no pact to merge.');
  const byKey = Map.groupBy(
    pacts.flatMap(({ interactions }) => interactions),
    keyOf,
  );
  for (const [, [one, ...others]] of byKey) {
    if (others.length > 0) throw new Error(`Two interactions are the same to Pact: '${one?.description}'.`);
  }
  const { pactSpecification } = first.metadata;
  return {
    consumer: first.consumer,
    provider: first.provider,
    // Sorted by code units, since the order of a locale may differ between machines.
    interactions: [...byKey]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, [only]]) => only ?? []),
    metadata: { pactSpecification },
  };
}

function keyOf({ description, providerStates = [] }: PactInteraction): string {
  return `${description} ${JSON.stringify(sorted(providerStates))}`;
}

export function pactText(pact: PactFile): string {
  return `${JSON.stringify(sorted(pact), undefined, 2)}\n`;
}

export function interactionText(interaction: PactInteraction): string {
  return JSON.stringify(sorted(interaction), undefined, 2);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
