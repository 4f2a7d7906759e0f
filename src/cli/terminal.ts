import { createReadStream } from 'node:fs';
import { styleText } from 'node:util';
import type { SourceOptions } from '../gate/descriptions/source-text.ts';
import type { SpecificationOptions } from '../gate/descriptions/specification-of-call.ts';
import type { Environment } from '../gate/environment.ts';
import { notReadable } from '../gate/failure.ts';
import type { Layout } from '../report/document.ts';
import { readable } from '../report/printable.ts';
import { named } from '../report/quoted.ts';
import type { Specification } from '../specification/specification.ts';

/** The streams and environment of a command. A test runs a command without a process of its own. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: Environment;
}

/** A terminal that is narrower breaks the lines itself. Lines that are longer are hard to read. */
const minWidth = 60;
const maxWidth = 120;

/** Colours are used on a terminal unless NO_COLOR is set (https://no-color.org). */
export function layoutFor({ output, environment }: Terminal): Layout {
  const isPlain = output.isTTY !== true || (environment.NO_COLOR ?? '') !== '';
  const columns = output.isTTY === true ? output.columns : undefined;
  return {
    paint: (emphasis, text) => (isPlain ? text : styleText(emphasis, text, { validateStream: false })),
    width: columns && Math.min(Math.max(columns, minWidth), maxWidth),
  };
}

export async function* bytesIn({ input }: Pick<Terminal, 'input'>): AsyncGenerator<Uint8Array> {
  // A stream with an encoding yields strings.
  for await (const chunk of input) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

export function sourceOptions(terminal: Terminal): Required<Pick<SourceOptions, 'input' | 'environment'>> {
  return { input: bytesIn(terminal), environment: terminal.environment };
}

export async function specificationOf(
  { spec, overlay }: Pick<SpecificationOptions, 'spec' | 'overlay'>,
  terminal: Terminal,
): Promise<Specification> {
  const { readSpecification } = await import('../gate/descriptions/read-specification.ts');
  return readSpecification({ spec, overlay, ...sourceOptions(terminal) });
}

/**
 * Writes lines of text, in which control characters and commands to a CI system are made harmless. Returns whether the
 * stream can take more at once.
 */
export function write(stream: NodeJS.WritableStream, lines: string): boolean {
  return stream.write(readable(lines));
}

/** Writes commands for a CI system. Their texts must be escaped already. */
export function writeCommands({ output }: Pick<Terminal, 'output'>, commands: string): void {
  output.write(commands);
}

export function linesTo({ output }: Pick<Terminal, 'output'>): (sentence: string) => void {
  return (sentence) => void write(output, `${sentence}\n`);
}

export async function* bytesOf(
  file: string,
  highWaterMark: number,
  terminal: Terminal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? bytesIn(terminal) : createReadStream(file, { highWaterMark });
  } catch (cause) {
    const advice = 'Name a file of records, or - for the standard input.';
    notReadable(`The file ${named(file)}`, advice)(cause);
  }
}
