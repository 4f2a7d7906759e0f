import { randomInt } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Sampling } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import type { Transport } from '../http/transport.ts';
import { named } from '../report/quoted.ts';
import { suiteVersion } from '../report/suite.ts';
import type { Specification } from '../specification/specification.ts';
import { extension, type RecordedRun, recorded, replayed, standInsFor } from '../traffic/run-recording.ts';
import { notWritable } from './failure.ts';
import { type GateTarget, secretsOf } from './target.ts';

export interface Recording {
  readonly transport: Transport;
  readonly runTag: string;
}

/**
 * Wraps a transport to record its exchanges in a file that only its user can read. Until the transport is closed, the
 * name of the file ends with `.part`.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function openRecording(
  file: string,
  wire: Transport,
  run: { readonly target: GateTarget; readonly sampling: Sampling; readonly runTag: string },
): Promise<Transport> {
  const part = `${file}.part`;
  const refused = notWritable(`The recording ${named(file)}`, 'Name another file with --record.');
  await rm(part, { force: true }).catch(refused);
  const handle: FileHandle = await open(part, 'wx', 0o600).catch(refused);
  const log = { version: '1.2', creator: { name: 'case-conformance', version: suiteVersion } };
  // The entries are appended one by one, so the other members of `log` must come before them.
  const head = JSON.stringify({ ...log, [extension]: recordedRun(run) }).slice(0, -1);
  await handle.appendFile(`{"log":${head},"entries":[`);
  let separator = '\n';
  let written = Promise.resolve();
  let failure: unknown;
  // A failed write must not end the run, which may still have to restore clients.
  const keep = (entry: object): Promise<void> => {
    const text = `${separator}${JSON.stringify(entry)}`;
    separator = ',\n';
    written = written
      .then(() => (failure === undefined ? handle.appendFile(text) : undefined))
      .catch((error: unknown) => {
        failure = error;
      });
    return written;
  };
  const { baseUrl } = run.target.transport;
  return {
    ...recorded(wire, { baseUrl, secrets: run.target.secrets }, keep),
    close: async () => {
      await wire.close();
      await written;
      const ended = failure === undefined ? handle.appendFile('\n]}}\n') : Promise.reject(failure);
      await ended.finally(() => handle.close()).catch(refused);
      await rename(part, file).catch(refused);
    },
  };
}

function recordedRun({
  target: { target, tokens, transport },
  sampling,
  runTag,
}: Parameters<typeof openRecording>[2]): RecordedRun {
  const { tokens: _, ...known } = target;
  return {
    formatVersion: '1.0',
    target: known,
    tokens: standInsFor(tokens, (below) => randomInt(below)),
    ...{ concurrency: transport.concurrency, sampling, runTag },
  };
}

export function targetOfRecording(
  run: RecordedRun,
  entries: readonly object[],
  specification: Specification,
): { readonly target: GateTarget; readonly recording: Recording } {
  const { target, tokens, concurrency, runTag } = run;
  const { baseUrl } = target;
  return {
    target: {
      target: { ...target, tokens: new Set(Object.keys(tokens) as TokenName[]) },
      ...{ tokens, specification, settleMs: 0, name: baseUrl, journal: undefined },
      transport: { baseUrl, concurrency, timeoutMs: 1, requestsPerSecond: Number.POSITIVE_INFINITY },
      secrets: secretsOf(tokens),
    },
    recording: { transport: replayed(entries, run), runTag },
  };
}
