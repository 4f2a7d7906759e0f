import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { main } from '../../../src/cli/program.ts';
import schema from '../../../src/report/report.schema.json' with { type: 'json' };
import type { Report } from '../../../src/report/report.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { temporaryFile, temporaryFolder } from '../../support/temporary.ts';

export { temporaryFile, temporaryFolder } from '../../support/temporary.ts';

export interface Called {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function configurationFile(configuration: object): Promise<string> {
  return temporaryFile('conformance.config.json', JSON.stringify(configuration));
}

/** An environment with a separate folder for the journal, so that concurrent runs do not interfere. */
function withOwnState(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'case-conformance-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  return { XDG_STATE_HOME: folder, ...environment };
}

export async function call(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): Promise<Called> {
  const terminal = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
  terminal.input.end(input);
  const stdout = textOf(terminal.output);
  const stderr = textOf(terminal.errors);
  const status = await main(words, { ...terminal, environment: withOwnState(environment) });
  terminal.output.end();
  terminal.errors.end();
  return { status, stdout: await stdout, stderr: await stderr };
}

export function refusal(message: string): Called {
  return { status: 2, stdout: '', stderr: `${message}\n` };
}

export const program = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

/** The cache of the compiled sources, since dozens of processes are started from the sources. */
export const compiled = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

export function start(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [program, ...words], {
    env: { NODE_COMPILE_CACHE: compiled, ...withOwnState(environment) },
  });
}

export async function spawned(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Called> {
  const child = start(words, environment);
  child.stdin.end();
  const [stdout, stderr, status] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((resolve) => child.on('exit', resolve)),
  ]);
  return { status, stdout, stderr };
}

export async function reportIn(folder: string): Promise<{ text: string; report: Report }> {
  const names = ['report.json', 'report.html'];
  const [json = '', page = ''] = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const report: Report = JSON.parse(json);
  expectValidReport(report);
  return { text: json + page, report };
}

export interface Checked extends Called {
  readonly config: string;
  readonly folder: string;
  readonly report: Report;
  readonly text: string;
}

export async function checkedWith(
  configuration: object,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Checked> {
  const [config, folder] = [await configurationFile(configuration), await temporaryFolder()];
  const called = await call(['check', '--config', config, '--report-dir', folder, ...words], environment);
  return { ...called, config, folder, ...(await reportIn(folder)) };
}

export function expectValidReport(report: unknown): void {
  isReport(report);
  expect(isReport.errors ?? []).toEqual([]);
}

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);
const isReport = ajv.compile(schema);

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}
