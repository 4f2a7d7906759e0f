import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Report } from '../../src/report/report.ts';
import type { Installed } from './tools.ts';

export interface Output {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Bench {
  readonly folder: string;
  readonly tools: Installed;
  readonly configuration: string;
  run(program: string, ...words: readonly string[]): Promise<Output>;
  start(port: number, program: string, ...words: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openBench(tools: Installed): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'interop-'));
  const demo = JSON.parse(await readFile('fixtures/conformance.config.json', 'utf8'));
  const configuration = join(folder, 'conformance.config.json');
  await writeFile(configuration, JSON.stringify({ ...demo, journal: join(folder, 'journal') }));
  const started: ChildProcess[] = [];
  return {
    folder,
    tools,
    configuration,
    run: (program, ...words) => outputOf(folder, program, words),
    start: async (port, program, ...words) => {
      const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
      started.push(child);
      let errors = '';
      child.stderr.on('data', (chunk) => {
        errors += chunk;
      });
      const failed = new Promise<never>((_, reject) => {
        child.once('error', reject);
        child.once('exit', () => reject(new Error(`${program} ended: ${errors.trim().slice(-500)}`)));
      });
      failed.catch(() => undefined);
      await Promise.race([listening(port), failed]);
    },
    close: async () => {
      for (const child of started.reverse()) await ended(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const suite = [process.execPath, resolve('src/cli/main.ts')] as const;

export function runSuite(bench: Bench, ...words: readonly string[]): Promise<Output> {
  const [program, main] = suite;
  return bench.run(program, main, ...words);
}

export async function serve(bench: Bench, ...words: readonly string[]): Promise<string> {
  const port = await freePort();
  const [program, main] = suite;
  await bench.start(port, program, main, 'serve', '--port', String(port), ...words);
  return `http://127.0.0.1:${port}`;
}

export async function check(bench: Bench, ...words: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(bench.folder, 'report-'));
  const { status, stderr } = await runSuite(bench, 'check', ...words, '--report-dir', folder);
  if (status > 1) throw new Error(`check ended with ${status}: ${stderr.trim()}`);
  return readReport(folder);
}

export async function readReport(folder: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function outputOf(folder: string, program: string, words: readonly string[]): Promise<Output> {
  return new Promise((done, failed) => {
    const options = { cwd: folder, timeout: 300_000, maxBuffer: 1e8 };
    const child = execFile(program, words, options, (error, stdout, stderr) => {
      if (error === null || typeof error.code === 'number')
        done({ status: child.exitCode ?? 1, stdout, stderr });
      else failed(error);
    });
    child.stdin?.end();
  });
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await isListening(port)) return;
    await wait(200);
  }
  throw new Error(`Nothing listens on port ${port} after a minute.`);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = once(child, 'exit');
  child.kill();
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(force);
}
