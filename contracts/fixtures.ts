import { readFileSync } from 'node:fs';
import { bundled } from '../src/specification/bundled.ts';
import type { CaseType } from '../src/specification/description.ts';
import type { components } from '../src/specification/interface.ts';

type Schemas = components['schemas'];

/** The valid record of that type that shows every field, or the one that a name tells from it. */
export function recordOf<Type extends CaseType>(caseType: Type, name?: string): Schemas[Type] {
  const file = [caseType.toLowerCase(), name].filter((part) => part !== undefined).join('-');
  return read(`records/valid/${file}.json`) as Schemas[Type];
}

/** A case of another organisation. */
export const foreignRecord = read('records/valid/foreign-sale.json') as Schemas['Sale'];

const {
  organisations: [organisation],
} = read('demo.json') as {
  readonly organisations: readonly [
    { readonly users: readonly [object]; readonly clients: readonly object[] },
  ];
};

/** A client that shows every field, and every line of an address. */
export const fullClient = organisation.clients[1] as Required<Schemas['Client']>;

/** A payload with every field, of an organisation that does not exist yet. */
export const organisationPayload = {
  ...listedOf('OrganisationPayload', organisation),
  subDomain: 'hartley-penrose',
  user: listedOf('OrganisationUser', organisation.users[0]),
};

/** The members of an object that a schema of the description lists. */
function listedOf(schemaName: string, object: object): object {
  const listed = Object.keys(bundled.schemaNamed(schemaName).properties ?? {});
  return Object.fromEntries(Object.entries(object).filter(([name]) => listed.includes(name)));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8'));
}
