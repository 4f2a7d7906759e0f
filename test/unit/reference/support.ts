import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Addressing } from '../../../src/reference/addressing.ts';
import {
  type Demo,
  type DemoOrganisation,
  type DemoToken,
  readDemo,
  seedDemo,
} from '../../../src/reference/demo.ts';
import { type Operation, openReference, type Reference } from '../../../src/reference/reference.ts';
import { openStore } from '../../../src/reference/store.ts';
import { temporaryFolder } from '../../support/temporary.ts';

export const description = { openapi: '3.1.0', info: { title: 'Übersicht', version: '2.0' } };
export const absentId = '00000000-0000-4000-8000-000000000000';
export const demo: Demo = await readDemo();
export const own = organisationAt('demo');
export const foreign = organisationAt('other');

export const tokens = Object.fromEntries(
  demo.organisations
    .flatMap(({ users }) => users)
    .flatMap((user) => user.tokens)
    .map(({ name, token }) => [name, token]),
) as Record<DemoToken['name'], string>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface Call {
  readonly method?: string;
  /** The token to send. Null sends no credentials. Default: the member's token. */
  readonly token?: string | null;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Service {
  readonly reference: Reference;
  readonly url: string;
  call(path: string, call?: Call): Promise<Answer>;
}

export async function startService(
  database = ':memory:',
  organisation: Addressing = 'demo',
  operation: Operation = {},
): Promise<Service> {
  const reference = await openReference(await openStore(database), { description, organisation, operation });
  onTestFinished(() => reference.close());
  await seedDemo(reference.store, demo);
  const url = await reference.listen(0);
  return { reference, url, call: (path, call) => send(url + path, call) };
}

/** The path of a database file that does not exist yet, in a folder that is removed at the end of the file. */
export async function newDatabaseFile(): Promise<string> {
  return join(await temporaryFolder(), 'cases.sqlite');
}

export function first<T>(list: readonly T[]): T {
  const [element] = list;
  if (element === undefined) {
    throw new Error('The list is empty.');
  }
  return element;
}

async function send(
  url: string,
  { method = 'GET', token = tokens.member, ...call }: Call = {},
): Promise<Answer> {
  const body = call.body === undefined ? call.raw : JSON.stringify(call.body);
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

function organisationAt(subDomain: string): DemoOrganisation {
  return first(demo.organisations.filter((organisation) => organisation.subDomain === subDomain));
}
