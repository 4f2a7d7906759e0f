import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JsonBody, readJson } from '../../http/json.ts';
import { named, quoted, shownUrl } from '../../report/quoted.ts';
import type { Specification } from '../../specification/specification.ts';
import { type PactInteraction, type PactReading, providerName, readPact } from '../../verification/pact.ts';
import type { Environment } from '../environment.ts';
import { Failure, notReadable } from '../failure.ts';
import type { RunHooks } from '../run-hooks.ts';
import { documentAt, urlOf } from '../urls.ts';

/**
 * The interactions of the pacts in a file, in a folder or at a URL. Pacts of other services in a folder are skipped.
 */
export async function interactionsOf(
  pact: string | undefined,
  specification: Specification,
  environment: Environment = {},
  { onNotice }: RunHooks = {},
): Promise<readonly PactInteraction[]> {
  if (pact !== undefined && /^https?:\/\//i.test(pact)) {
    const url = urlOf(pact, '--pact');
    return pactIn(await jsonAt(url, environment), shownUrl(url), specification).interactions;
  }
  const path = pact ?? ownPacts;
  const files = await filesIn(path);
  const pactAt = async (file: string): Promise<Pact> => {
    const bytes = await readFile(file).catch(refused(file));
    return pactIn(readJson(bytes), file, specification);
  };
  if (files === undefined) return (await pactAt(path)).interactions;
  const pacts = await Promise.all(files.map(async (file) => ({ file, ...(await pactAt(file)) })));
  for (const { file, provider } of pacts)
    if (provider !== providerName)
      onNotice?.(
        `${named(file)} is left out: it is a pact of the provider ${quoted(provider)}, not of ${providerName}.`,
      );
  const own = pacts.filter(({ provider }) => provider === providerName);
  if (own.length > 0) return own.flatMap(({ interactions }) => interactions);
  throw new Failure(
    'NOTHING_SELECTED',
    `There is no pact of ${providerName} in ${named(path)}. Name a folder of .json files with --pact.`,
  );
}

type Pact = Extract<PactReading, { kind: 'pact' }>;

function pactIn(json: JsonBody, name: string, specification: Specification): Pact {
  if (json.kind === 'not-json') throw notAPact(name, json.message);
  const reading = readPact(specification, json.value);
  if (reading.kind === 'not-a-pact') throw notAPact(name, reading.message);
  return reading;
}

export function notAPact(name: string, why: string): Failure {
  return new Failure(
    'FILE_WRONG',
    `${named(name)} is not a pact of the Case Management Service. ${why} Name one with --pact.`,
  );
}

async function filesIn(path: string): Promise<string[] | undefined> {
  const found = await stat(path).catch(refused(path));
  if (!found.isDirectory()) return undefined;
  const names = await readdir(path).catch(refused(path));
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return files.map((name) => join(path, name));
}

function refused(path: string): (cause: unknown) => never {
  return notReadable(named(path), 'Name a pact, or a folder of pacts, with --pact.');
}

async function jsonAt(url: URL, environment: Environment): Promise<JsonBody> {
  const accept = 'application/hal+json, application/json';
  const found = await documentAt(url, { accept, environment, timeoutMs: 10_000 });
  if (typeof found !== 'string') return readJson(found);
  throw new Failure('FILE_NOT_READABLE', `The pact ${shownUrl(url)} cannot be read. ${found}`);
}

export const ownPacts = fileURLToPath(
  new URL('contracts/pacts/', import.meta.resolve('case-conformance/package.json')),
);
