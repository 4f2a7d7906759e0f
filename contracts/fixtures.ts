import { readFileSync } from 'node:fs';
import { bundled } from '../src/specification/bundled.ts';
import type { CaseType } from '../src/specification/description.ts';
import type { components } from '../src/specification/interface.ts';

type Schemas = components['schemas'];

export function recordOf<Type extends CaseType>(caseType: Type, name?: string): Schemas[Type] {
  const file = [caseType.toLowerCase(), name].filter((part) => part !== undefined).join('-');
  return read(`records/valid/${file}.json`) as Schemas[Type];
}

export const foreignRecord = read('records/valid/foreign-sale.json') as Schemas['Sale'];

const {
  organisations: [organisation],
} = read('demo.json') as {
  readonly organisations: readonly [
    { readonly users: readonly [object]; readonly clients: readonly object[] },
  ];
};

export const fullClient = organisation.clients[1] as Required<Schemas['Client']>;

/** A payload with every field, for an organisation that does not exist yet. */
export const organisationPayload = {
  ...listedOf('OrganisationPayload', organisation),
  subDomain: 'hartley-penrose',
  user: listedOf('OrganisationUser', organisation.users[0]),
};

function listedOf(schemaName: string, object: object): object {
  const listed = Object.keys(bundled.schemaNamed(schemaName).properties ?? {});
  return Object.fromEntries(Object.entries(object).filter(([name]) => listed.includes(name)));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8'));
}
