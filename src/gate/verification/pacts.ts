import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonBody, readJson } from '../../http/json.ts';
import { openTransport } from '../../http/transport.ts';
import { named, shownUrl } from '../../report/quoted.ts';
import type { Specification } from '../../specification/specification.ts';
import { type Interaction, readPact } from '../../verification/pact.ts';
import { assertVerifying, trustOfHost } from '../certificates.ts';
import type { Environment } from '../environment.ts';
import { Failure } from '../failure.ts';
import { ownPacts } from './own-pacts.ts';
import { urlOf } from './urls.ts';

/**
 * The interactions of the pacts that a call names: a file, each file of a folder, or what a URL leads to.
 * @param named - undefined for the pacts of this package
 * @param environment - must not switch the verification of certificates off
 * @throws {Failure} when one cannot be read, is no pact, or there is none: nothing to verify is nothing verified
 */
export async function interactionsOf(
  named: string | undefined,
  specification: Specification,
  environment: Environment = {},
): Promise<Interaction[]> {
  if (named !== undefined && /^https?:\/\//i.test(named)) {
    assertVerifying(environment, trustOfHost);
    const url = urlOf(named, '--pact');
    return interactionsIn(await jsonAt(url), shownUrl(url), specification);
  }
  const files = await filesOf(named ?? ownPacts);
  const read = await Promise.all(
    files.map(async (file) => interactionsIn(readJson(await bytesOf(file)), file, specification)),
  );
  return read.flat();
}

/**
 * The interactions of a pact.
 * @param name - what an error calls it
 * @throws {Failure} `FILE_WRONG` when it is no pact
 */
export function interactionsIn(json: JsonBody, name: string, specification: Specification): Interaction[] {
  if (json.kind === 'not-json') throw notAPact(name, json.message);
  const reading = readPact(specification, json.value);
  if (reading.kind === 'not-a-pact') throw notAPact(name, reading.message);
  return [...reading.interactions];
}

function notAPact(name: string, why: string): Failure {
  return new Failure(
    'FILE_WRONG',
    `${named(name)} is no pact of the Case Management Service. ${why} Name one with --pact.`,
  );
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((cause: unknown) => notReadable(path, cause));
  if (!found.isDirectory()) return [path];
  const names = await readdir(path).catch((cause: unknown) => notReadable(path, cause));
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length > 0) return files.map((name) => join(path, name));
  throw new Failure(
    'NOTHING_SELECTED',
    `There is no pact in ${named(path)}. Name a folder of .json files with --pact.`,
  );
}

async function bytesOf(file: string): Promise<Uint8Array> {
  return readFile(file).catch((cause: unknown) => notReadable(file, cause));
}

function notReadable(path: string, cause: unknown): never {
  throw new Failure(
    'FILE_NOT_READABLE',
    `${named(path)} cannot be read. Name a pact, or a folder of pacts, with --pact.`,
    {
      cause,
    },
  );
}

async function jsonAt(url: URL): Promise<JsonBody> {
  const { origin, pathname, search } = url;
  const limits = { timeoutMs: 10_000, requestsPerSecond: Number.POSITIVE_INFINITY, concurrency: 1 };
  const transport = openTransport({ baseUrl: origin, ...limits });
  try {
    const headers = { accept: 'application/hal+json, application/json' };
    const delivery = await transport.send({ method: 'GET', path: `${pathname}${search}`, headers });
    const why = delivery.kind === 'answered' ? `It is answered ${delivery.status}.` : delivery.message;
    if (delivery.kind === 'answered' && delivery.status === 200) return readJson(delivery.body);
    throw new Failure('FILE_NOT_READABLE', `The pact ${shownUrl(url)} cannot be read. ${why}`);
  } finally {
    await transport.close();
  }
}
