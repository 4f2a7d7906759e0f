import { type DemoToken, readDemo } from '../src/reference/demo.ts';
import type { JsonObject } from '../src/reference/json.ts';

const { organisations } = await readDemo();
const everyOrganisation = [...organisations, ...(await readDemo('realistic')).organisations];

const cases = everyOrganisation.flatMap((one) => one.cases);

const tokens = everyOrganisation.flatMap(({ users }) => users.flatMap((user) => user.tokens));

export function tokenNamed(name: DemoToken['name']): string {
  const token = tokens.find((one) => one.name === name);
  return found(token, name).token;
}

export const memberTokens: readonly string[] = tokens
  .filter(({ name }) => name === 'member')
  .map(({ token }) => token);

export function recordNamed(name: string): JsonObject {
  return found(
    cases.find((one) => one.name === name),
    name,
  ).record;
}

export function caseNamed(name: string): string {
  return String(recordNamed(name).caseId);
}

export const knownCases: readonly string[] = cases.map(({ record }) => String(record.caseId));

export const demoCases: readonly string[] = organisations
  .slice(0, 1)
  .flatMap((organisation) => organisation.cases.map(({ record }) => String(record.caseId)));

export const demoClients: readonly string[] = organisations
  .slice(0, 1)
  .flatMap(({ clients }) => clients.map(({ id }) => String(id)));

export const seededClients: ReadonlyMap<string, string> = new Map(
  everyOrganisation.flatMap(({ clients }) => clients.map((one) => [String(one.id), JSON.stringify(one)])),
);

export const fullClient: JsonObject = found(organisations[0]?.clients[1], 'a second client');

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo organisations hold nothing named '${name}'.`);
  return value;
}
