import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { readLimited } from '../../files/read-limited.ts';
import { readText } from '../../http/json.ts';
import { printable } from '../../report/printable.ts';
import { named, quoted, shownUrl } from '../../report/quoted.ts';
import { bundled } from '../../specification/bundled.ts';
import type { Environment } from '../environment.ts';
import { Failure, notReadable } from '../failure.ts';
import { documentAt, urlOf } from '../urls.ts';

export interface SourceOptions {
  /** The stream to read for the source `-`. If absent, `-` is an error. */
  readonly input?: AsyncIterable<Uint8Array | string> | undefined;
  /** The time limit in milliseconds for the whole answer of a URL. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** The environment variables. With `NODE_TLS_REJECT_UNAUTHORIZED=0`, a URL is refused. */
  readonly environment?: Environment | undefined;
}

export interface SourceText {
  readonly name: string;
  readonly text: string;
}

const maxBytes = 32 * 2 ** 20;

/**
 * Reads a document: from a file, an http(s) URL, a Git revision (`main:openapi.yaml`), the standard input
 * (`-`), or the package (`@2.0`).
 * @throws {Failure} `DESCRIPTION_NOT_READABLE`, or `NAME_UNKNOWN` for a version other than the bundled one
 */
export async function sourceText(source: string, options: SourceOptions = {}): Promise<SourceText> {
  if (source.startsWith('@')) return bundledText(source);
  if (/^https?:\/\//i.test(source)) {
    const url = urlOf(source, 'A description');
    return { name: shownUrl(url), text: decoded(shownUrl(url), await bytesAt(url, options)) };
  }
  const name = source === '-' ? 'The standard input' : named(source);
  if (isOfRevision(source) && !existsSync(source)) {
    const bytes = await gitBlob(source).catch((cause: Error) => {
      throw unusable(name, printable(cause.message), cause);
    });
    return { name, text: decoded(name, bytes) };
  }
  const input = source === '-' ? options.input : createReadStream(source);
  if (input === undefined) throw unusable(name, 'There is no standard input here. Name a file.');
  return { name, text: decoded(name, await bytesOf(name, input)) };
}

function bundledText(source: string): SourceText {
  const known = `@${bundled.description.info.version}`;
  if (source === known) return { name: source, text: bundled.text };
  throw new Failure(
    'NAME_UNKNOWN',
    `There is no bundled description ${quoted(source)}. Name ${known}, or a file as ./${named(source)}.`,
  );
}

async function bytesOf(name: string, input: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const advice = 'Name a file, an http(s) URL, a Git revision as main:openapi.yaml, - or @2.0.';
  const bytes = await readLimited(input, maxBytes).catch(
    notReadable(name, advice, 'DESCRIPTION_NOT_READABLE'),
  );
  if (bytes === undefined) throw unusable(name, `It is longer than ${maxBytes / 2 ** 20} MiB.`);
  return bytes;
}

async function bytesAt(
  url: URL,
  { timeoutMs = 30_000, environment = {} }: SourceOptions,
): Promise<Uint8Array> {
  const accept = 'application/yaml, application/json;q=0.9, */*;q=0.1';
  const found = await documentAt(url, { accept, environment, timeoutMs, maxBodyBytes: maxBytes });
  if (typeof found === 'string') throw unusable(shownUrl(url), found);
  return found;
}

function decoded(name: string, bytes: Uint8Array): string {
  const { text, isUtf8 } = readText(bytes);
  if (!isUtf8) throw unusable(name, 'It is not UTF-8.');
  return text;
}

function unusable(name: string, why: string, cause?: unknown): Failure {
  return new Failure('DESCRIPTION_NOT_READABLE', `${name} cannot be read. ${why}`, { cause });
}

/**
 * Whether a source names a file in a Git revision, such as `main:openapi.yaml` or `HEAD~1:./openapi.yaml`.
 */
export function isOfRevision(source: string): boolean {
  // A single letter before the colon is a Windows drive.
  return /^(?![-@])[^:]*:./.test(source) && !/^([a-z]:|[a-z][a-z0-9+.-]*:\/\/)/i.test(source);
}

async function gitBlob(source: string): Promise<Uint8Array> {
  const options = { encoding: 'buffer', maxBuffer: maxBytes, windowsHide: true } as const;
  try {
    return (await promisify(execFile)('git', ['cat-file', 'blob', source], options)).stdout;
  } catch (cause) {
    const { code, stderr } = cause as { readonly code?: unknown; readonly stderr?: Buffer };
    const [said = ''] = String(stderr ?? '').split('\n');
    const why =
      code === 'ENOENT'
        ? 'The file does not exist, and Git is not installed.'
        : code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
          ? `It is longer than ${maxBytes / 2 ** 20} MiB.`
          : `The file does not exist, and Git says: ${said.slice(0, 200).replace(/\.?$/, '.')}`;
    throw new Error(why, { cause });
  }
}
